// An answer of the server, as small as the tests need it.
import type { Dependence, IterationArrow, IterationSpace } from '../../src/protocol';

const NOWHERE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A box of iterations from zero, with the arrows given. */
export function box(sizes: readonly number[], arrows: readonly IterationArrow[] = []): IterationSpace {
  const loops = sizes.map((_, index) => `%${'ijk'[index] ?? index}`);
  let points: number[][] = [[]];
  for (const size of sizes) {
    points = points.flatMap((point) => Array.from({ length: size }, (_, value) => [...point, value]));
  }
  return {
    nest: loops.map((name) => ({ name, range: NOWHERE })),
    loops,
    ranges: sizes.map((size) => ({ least: 0, greatest: size - 1, lastShown: size - 1, step: 1 })),
    symbols: {},
    points,
    truncated: false,
    accesses: [],
    dependences: [],
    arrows,
    arrowsTruncated: false,
    unknown: [],
  };
}

export function arrow(
  kind: IterationArrow['kind'],
  source: IterationArrow['source'],
  sink: IterationArrow['sink'],
): IterationArrow {
  return { kind, source, sink, element: null, dependences: [0] };
}

export function dependence(changed: Partial<Dependence>): Dependence {
  return {
    source: 0,
    sink: 1,
    kind: 'raw',
    depth: 1,
    components: [
      { lb: 2, ub: 2 },
      { lb: 0, ub: 0 },
    ],
    ...changed,
  };
}
