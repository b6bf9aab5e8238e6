// Places for the nodes, edges and labels of a graph, by dagre's layered layout.
import { Graph as Layers, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from '@dagrejs/dagre';
import type { Point } from '../geometry';
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
}

export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** @param texts the lines of a node */
export function place(graph: Graph, texts: (node: GraphNode) => readonly string[]): Placed {
  const layers = new Layers<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  layers.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 46, edgesep: 18, marginx: 16, marginy: 16 });
  for (const node of graph.nodes) {
    const lines = texts(node);
    const longest = Math.max(...lines.map(({ length }) => length));
    layers.setNode(node.id, {
      width: longest * CHARACTER.width + 2 * PADDING.x,
      height: lines.length * CHARACTER.height + 2 * PADDING.y,
    });
  }
  graph.edges.forEach(({ source, sink, labels }, index) => {
    const longest = Math.max(...labels.map(({ length }) => length));
    const size = { width: longest * CHARACTER.width + 8, height: labels.length * CHARACTER.height };
    layers.setEdge(source, sink, { ...size, labelpos: 'c' }, String(index));
  });
  layout(layers);
  const { width = 0, height = 0 } = layers.graph();
  return {
    width,
    height,
    nodes: graph.nodes.map((node) => ({ ...boxOf(layers.node(node.id)), node, texts: texts(node) })),
    edges: graph.edges.map((edge, index) => {
      const { points, x, y } = layers.edge(edge.source, edge.sink, String(index));
      return { edge, points: points ?? [], label: { x: x ?? 0, y: y ?? 0 } };
    }),
  };
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height };
}
