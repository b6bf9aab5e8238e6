// Edges between the same two nodes are one in the layout, and run beside each other in the drawing.
import type { Point } from '../geometry';
import type { GraphEdge, GraphNode } from './model';

/** The edges between two nodes, or from one to itself. It runs as the program does, so that bundles form no cycle. */
export interface Bundle {
  readonly from: string;
  readonly to: string;
  readonly edges: readonly GraphEdge[];
}

/** How far edges of a bundle are apart. */
const LANE = 8;

/** @param nodes in the order of the program */
export function bundlesOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Bundle[] {
  const order = new Map(nodes.map(({ id }, index) => [id, index]));
  const bundles = new Map<string, { from: string; to: string; edges: GraphEdge[] }>();
  for (const edge of edges) {
    const isForward = (order.get(edge.source) ?? 0) <= (order.get(edge.sink) ?? 0);
    const [from, to] = isForward ? [edge.source, edge.sink] : [edge.sink, edge.source];
    const key = `${from} ${to}`;
    const bundle = bundles.get(key);
    if (bundle === undefined) bundles.set(key, { from, to, edges: [edge] });
    else bundle.edges.push(edge);
  }
  return [...bundles.values()];
}

/** The share that an edge has of a line with others: its pieces alternate with theirs. */
export interface Strip {
  readonly index: number;
  readonly count: number;
  /** Whether the edge runs against the direction in which pieces are counted. */
  readonly isReversed: boolean;
}

/** The way of one edge of a bundle beside the others, in the direction of the edge. */
export function laneOf(way: readonly Point[], index: number, bundle: Bundle): Point[] {
  return directed(aside(way, (index - (bundle.edges.length - 1) / 2) * LANE), index, bundle);
}

/** The way of a bundle in the direction of one of its edges. */
export function directed(way: readonly Point[], index: number, { from, edges }: Bundle): Point[] {
  return edges[index]?.source === from ? [...way] : way.toReversed();
}

function aside(way: readonly Point[], by: number): Point[] {
  return way.map((point, index) => {
    const [before, behind] = [way[index - 1] ?? point, way[index + 1] ?? point];
    const length = Math.hypot(behind.x - before.x, behind.y - before.y) || 1;
    const normal = { x: (before.y - behind.y) / length, y: (behind.x - before.x) / length };
    return { x: point.x + normal.x * by, y: point.y + normal.y * by };
  });
}
