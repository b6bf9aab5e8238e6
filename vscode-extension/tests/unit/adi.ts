// The dependences of an alternating-direction solver, the densest graph among the kernels that people draw: 32 accesses, 164
// dependences, of which those of one kind between two accesses are one edge.
import type { FunctionGraph } from '../../src/protocol';
import { dependence } from './sample-space';

/** `source sink` of each edge, by kind. */
const EDGES = {
  waw: '0 0, 1 1, 1 17, 2 2, 2 18, 4 4, 4 20, 10 10, 10 26, 11 11, 15 15, 16 16, 17 1, 17 17, 18 2, 18 18, 20 4, 20 20, 26 10, 26 26, 27 27, 31 31',
  raw: '0 21, 1 3, 1 9, 1 19, 1 25, 2 8, 2 24, 4 3, 4 9, 4 12, 4 19, 4 25, 4 28, 10 8, 10 14, 10 24, 10 30, 11 13, 11 23, 15 13, 15 21, 15 22, 15 23, 16 5, 17 3, 17 9, 17 19, 17 25, 18 8, 18 24, 20 3, 20 9, 20 12, 20 19, 20 25, 20 28, 26 8, 26 14, 26 24, 26 30, 27 7, 27 29, 31 5, 31 6, 31 7, 31 29',
  war: '3 1, 3 4, 3 17, 3 20, 5 16, 5 31, 6 31, 7 27, 7 31, 8 2, 8 10, 8 18, 8 26, 9 1, 9 4, 9 17, 9 20, 12 4, 12 20, 13 11, 13 15, 14 10, 14 26, 19 1, 19 4, 19 17, 19 20, 21 0, 21 15, 22 15, 23 11, 23 15, 24 2, 24 10, 24 18, 24 26, 25 1, 25 4, 25 17, 25 20, 28 4, 28 20, 29 27, 29 31, 30 10, 30 26',
} as const;

/** Reads and writes, and what they access. */
const KINDS = 'wwwrwrrrrrwwrrrwwwwrwrrrrrwwrrrw';
const MEMREFS =
  'arg3 arg4 arg5 arg4 arg4 arg2 arg2 arg2 arg5 arg4 arg5 arg3 arg4 arg3 arg5 arg3 arg2 arg4 arg5 arg4 arg4 arg3 arg3 arg3 arg5 arg4 arg5 arg2 arg4 arg2 arg5 arg2';

export function adi(): FunctionGraph {
  const nodes = MEMREFS.split(' ').map((memref, id) => {
    const range = { start: { line: id, character: 4 }, end: { line: id, character: 15 } };
    const kind = KINDS[id] === 'w' ? ('write' as const) : ('read' as const);
    return {
      id,
      op: `affine.${kind === 'write' ? 'store' : 'load'}`,
      kind,
      memref: `%${memref}`,
      range,
      loops: ['%t'],
    };
  });
  const edges = (['raw', 'war', 'waw'] as const).flatMap((kind) =>
    EDGES[kind].split(', ').map((pair) => {
      const [source = 0, sink = 0] = pair.split(' ').map(Number);
      return dependence({ source, sink, kind });
    }),
  );
  return { name: 'adi', nodes, edges, edgesLeftOut: 0, notComputed: [], unanalysed: [] };
}
