// Which part of a function's dependences somebody wants to see.
import type { FunctionGraph } from '../../protocol';

export interface Filter {
  /** `undefined`: all of them. */
  readonly memref: string | undefined;
  /** Of the dependences, only those that carry a value from a write to a read. */
  readonly onlyFlow: boolean;
}

/** What is shown at first: most ask where values go. */
export const AT_FIRST: Filter = { memref: undefined, onlyFlow: true };

/** The memrefs of a function, in the order in which they are first accessed. */
export function memrefsOf(functions: readonly FunctionGraph[]): string[] {
  return [...new Set(functions.flatMap(({ nodes }) => nodes.map(({ memref }) => memref)))];
}

export function filtered(graph: FunctionGraph, { memref, onlyFlow }: Filter): FunctionGraph {
  const nodes = graph.nodes.filter((node) => memref === undefined || node.memref === memref);
  const ids = new Set(nodes.map(({ id }) => id));
  // Where flow is not known, a value may come along.
  const isWanted = ({ kind, flow }: FunctionGraph['edges'][number]) => !onlyFlow || (kind === 'raw' && flow !== false);
  return {
    ...graph,
    nodes,
    edges: graph.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.sink) && isWanted(edge)),
    unanalysed: graph.unanalysed
      .map((it) => ({ ...it, accesses: it.accesses.filter((id) => ids.has(id)) }))
      .filter(({ accesses }) => memref === undefined || accesses.length > 0),
  };
}
