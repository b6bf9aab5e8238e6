// Places for the nodes, edges and labels of a graph, by dagre's layered layout.
import { Graph as Layers, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from '@dagrejs/dagre';
import type { Point } from '../geometry';
import { bundlesOf, directed, laneOf, type Bundle, type Strip } from './lanes';
import type { Graph, GraphEdge, GraphNode } from './model';

/** Widths of texts are not known before they are drawn; in a monospaced font they are nearly this. */
export const CHARACTER = { width: 7.3, height: 16 };
export const PADDING = { x: 12, y: 8 };

export interface Box extends Point {
  /** `x` and `y` are its centre. */
  readonly width: number;
  readonly height: number;
}

export interface PlacedNode extends Box {
  readonly node: GraphNode;
  readonly texts: readonly string[];
}

export interface PlacedEdge {
  readonly edge: GraphEdge;
  /** From the border of one node to that of the other. */
  readonly points: readonly Point[];
  /** The middle of the label. */
  readonly label: Point;
  /** Where the edge shares its line with others. */
  readonly strip?: Strip;
}

export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** Whether labels have room beside each other; else one is seen when its edge is pointed at. */
  readonly hasRoomForLabels: boolean;
}

/** With more edges, labels would take most of the picture, and edges between the same two statements share a line. */
const MOST_LABELLED = 40;

/** Pieces of a graph that hang together stand side by side up to this width, then below each other. */
const ROW_WIDTH = 640;

/** How far a loop reaches out. */
const LOOP = 26;

/** What the label of an edge takes. */
export function widthOf({ labels }: GraphEdge): number {
  return Math.max(...labels.map(({ length }) => length)) * CHARACTER.width + 8;
}

/** @param texts the lines of a node */
export function place(graph: Graph, texts: (node: GraphNode) => readonly string[]): Placed {
  const hasRoomForLabels = graph.edges.length <= MOST_LABELLED;
  const pieces = piecesOf(graph).map((piece) => placePiece(piece, texts, hasRoomForLabels));
  const placed: Placed[] = [];
  let [x, y, rowHeight] = [0, 0, 0];
  for (const piece of pieces) {
    if (x > 0 && x + piece.width > ROW_WIDTH) [x, y, rowHeight] = [0, y + rowHeight, 0];
    placed.push(moved(piece, x, y));
    x += piece.width;
    rowHeight = Math.max(rowHeight, piece.height);
  }
  const edgeOrder = new Map(graph.edges.map((edge, index) => [edge, index]));
  const nodeOrder = new Map(graph.nodes.map((node, index) => [node, index]));
  return {
    hasRoomForLabels,
    width: Math.max(0, ...placed.map(({ width }) => width)),
    height: Math.max(0, ...placed.map(({ height }) => height)),
    nodes: placed
      .flatMap(({ nodes }) => nodes)
      .sort((a, b) => (nodeOrder.get(a.node) ?? 0) - (nodeOrder.get(b.node) ?? 0)),
    edges: placed
      .flatMap(({ edges }) => edges)
      .sort((a, b) => (edgeOrder.get(a.edge) ?? 0) - (edgeOrder.get(b.edge) ?? 0)),
  };
}

type Piece = Pick<Graph, 'nodes' | 'edges'>;

/** In the order of their first nodes. */
function piecesOf({ nodes, edges }: Graph): Piece[] {
  const pieceOf = new Map(nodes.map(({ id }) => [id, id]));
  const find = (id: string): string => {
    const parent = pieceOf.get(id) ?? id;
    return parent === id ? id : find(parent);
  };
  for (const { source, sink } of edges) pieceOf.set(find(sink), find(source));
  const roots = [...new Set(nodes.map(({ id }) => find(id)))];
  return roots.map((root) => ({
    nodes: nodes.filter(({ id }) => find(id) === root),
    edges: edges.filter(({ source }) => find(source) === root),
  }));
}

function placePiece(
  { nodes, edges }: Piece,
  texts: (node: GraphNode) => readonly string[],
  hasRoomForLabels: boolean,
): Placed {
  const layers = new Layers<GraphLabel, NodeLabel, EdgeLabel>();
  layers.setGraph({ rankdir: 'TB', nodesep: 30, ranksep: 46, edgesep: 18, marginx: 14, marginy: 16 });
  for (const node of nodes) {
    const lines = texts(node);
    const longest = Math.max(...lines.map(({ length }) => length));
    layers.setNode(node.id, {
      width: longest * CHARACTER.width + 2 * PADDING.x,
      height: lines.length * CHARACTER.height + 2 * PADDING.y,
    });
  }
  const bundles = bundlesOf(nodes, edges);
  for (const bundle of bundles) {
    const size = hasRoomForLabels ? sizeOf(bundle) : { width: 0, height: 0 };
    layers.setEdge(bundle.from, bundle.to, { ...size, labelpos: 'c' });
  }
  layout(layers);
  const { width = 0, height = 0 } = layers.graph();
  const boxes = new Map(nodes.map(({ id }) => [id, boxOf(layers.node(id))]));
  return {
    width: width + LOOP,
    height,
    nodes: nodes.map((node) => ({ ...boxOf(layers.node(node.id)), node, texts: texts(node) })),
    hasRoomForLabels,
    edges: bundles.flatMap((bundle) => {
      const { points = [], ...label } = layers.edge(bundle.from, bundle.to);
      // The layout places a label only where it has a size.
      const { x = 0, y = 0 } = hasRoomForLabels ? label : (points[Math.floor(points.length / 2)] ?? {});
      const box = boxes.get(bundle.from);
      if (bundle.from === bundle.to && box !== undefined) return loopsAt(box, bundle);
      const labels = labelPlaces({ x, y }, bundle);
      const { length: count } = bundle.edges;
      return bundle.edges.map((edge, index) => {
        const label = labels[index] ?? { x, y };
        if (hasRoomForLabels) return { edge, points: laneOf(points, index, bundle), label };
        const strip = { index, count, isReversed: edge.source !== bundle.from };
        return { edge, points: directed(points, index, bundle), label, ...(count > 1 ? { strip } : {}) };
      });
    }),
  };
}

/** What the labels of a bundle take, one below the other. */
function sizeOf({ edges }: Bundle): { width: number; height: number } {
  const lines = edges.flatMap(({ labels }) => labels).length;
  return { width: Math.max(...edges.map(widthOf)), height: lines * CHARACTER.height };
}

function labelPlaces({ x, y }: Point, bundle: Bundle): Point[] {
  let top = y - sizeOf(bundle).height / 2;
  return bundle.edges.map(({ labels }) => {
    const height = labels.length * CHARACTER.height;
    top += height;
    return { x, y: top - height / 2 };
  });
}

/** Edges from a node to itself go round beside it, each inside of the one before; dagre leaves room there. */
function loopsAt({ x, y, width, height }: Box, bundle: Bundle): PlacedEdge[] {
  const right = x + width / 2;
  const labels = labelPlaces({ x: right + LOOP + sizeOf(bundle).width / 2, y }, bundle);
  return bundle.edges.map((edge, index) => {
    const share = 1 - index / bundle.edges.length;
    const [out, up] = [right + LOOP * share, (height / 4) * share];
    const points = [
      { x: right, y: y - up },
      { x: out, y: y - up },
      { x: out, y: y + up },
      { x: right, y: y + up },
    ];
    return { edge, points, label: labels[index] ?? { x: out, y } };
  });
}

/** With its width and height measured from the origin. */
function moved({ width, height, nodes, edges, hasRoomForLabels }: Placed, dx: number, dy: number): Placed {
  const move = <P extends Point>(point: P): P => ({ ...point, x: point.x + dx, y: point.y + dy });
  return {
    width: width + dx,
    height: height + dy,
    hasRoomForLabels,
    nodes: nodes.map(move),
    edges: edges.map((it) => ({ ...it, points: it.points.map(move), label: move(it.label) })),
  };
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height };
}
