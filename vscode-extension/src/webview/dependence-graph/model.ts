// What of a function's dependences is drawn: statements and the edges between them.
import { distanceText } from '../../distance';
import type { Access, Dependence, DependenceKind, FunctionGraph, Unanalysed } from '../../protocol';

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Statements that depend on nothing and nothing on them, where all edges are known; they are not among the nodes. */
  readonly independent: readonly GraphNode[];
  /** How many there are besides. */
  readonly nodesLeftOut: number;
  readonly edgesLeftOut: number;
}

export type GraphNode =
  | { readonly kind: 'read' | 'write'; readonly id: string; readonly statement: Access }
  | { readonly kind: 'unanalysed'; readonly id: string; readonly statement: Unanalysed };

export interface GraphEdge {
  readonly source: string;
  readonly sink: string;
  readonly kind: DependenceKind | 'unanalysed';
  /** Its dependences, one per depth; none where nothing is known. */
  readonly dependences: readonly Dependence[];
  readonly labels: readonly string[];
}

const MOST_NODES = 60;
const MOST_EDGES = 160;
const MOST_LABELS = 3;

/** @param line where the cursor is: what is nearest to it is drawn first */
export function graphOf(graph: FunctionGraph, line: number): Graph {
  const all: GraphNode[] = [
    ...graph.nodes.map((it): GraphNode => ({ kind: it.kind, id: `a${it.id}`, statement: it })),
    ...graph.unanalysed.map((it, index): GraphNode => ({ kind: 'unanalysed', id: `u${index}`, statement: it })),
  ];
  const edges = [...edgesOf(graph.edges), ...graph.unanalysed.flatMap(unanalysedEdges)];
  const ends = new Set(edges.flatMap(({ source, sink }) => [source, sink]));
  const dependent = all.filter(({ id }) => ends.has(id));
  const away = ({ statement }: GraphNode) => Math.abs(statement.range.start.line - line);
  const kept = [...dependent].sort((a, b) => away(a) - away(b)).slice(0, MOST_NODES);
  const ids = new Set(kept.map(({ id }) => id));
  const between = edges.filter(({ source, sink }) => ids.has(source) && ids.has(sink));
  const others = all.filter(({ id }) => !ends.has(id));
  const isWhole =
    graph.edgesLeftOut === 0 && graph.unanalysed.every(({ accessesLeftOut = 0 }) => accessesLeftOut === 0);
  return {
    nodes: dependent.filter(({ id }) => ids.has(id)),
    edges: between.slice(0, MOST_EDGES),
    independent: isWhole ? others : [],
    nodesLeftOut: dependent.length - kept.length + (isWhole ? 0 : others.length),
    edgesLeftOut:
      edges.length -
      Math.min(between.length, MOST_EDGES) +
      graph.edgesLeftOut +
      sum(graph.unanalysed.map(({ accessesLeftOut = 0 }) => accessesLeftOut)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Dependences of one kind between the same two accesses are one edge. */
function edgesOf(dependences: readonly Dependence[]): GraphEdge[] {
  const groups = new Map<string, Dependence[]>();
  for (const dependence of dependences) {
    const key = `${dependence.source} ${dependence.sink} ${dependence.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), dependence]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const texts = group.map(distanceText);
    const more = texts.length - MOST_LABELS;
    const labels = more > 0 ? [...texts.slice(0, MOST_LABELS), `and ${more} more`] : texts;
    const { source, sink, kind } = first;
    return [{ source: `a${source}`, sink: `a${sink}`, kind, dependences: group, labels }];
  });
}

function unanalysedEdges({ accesses }: Unanalysed, index: number): GraphEdge[] {
  return accesses.map((access) => ({
    source: `u${index}`,
    sink: `a${access}`,
    kind: 'unanalysed',
    dependences: [],
    labels: ['?'],
  }));
}
