// How much of an iteration space fits into a picture.
import type { IterationSpaceOptions } from './messages';

/** There are three directions in space. */
export const MOST_LOOPS = 3;

/** So many iterations of each loop are shown, by the number of loops, where nobody has said otherwise. */
const DEFAULT_EXTENTS = [32, 32, 10, 4];

export function extentOf({ extent }: IterationSpaceOptions, loops: number): number {
  return extent ?? DEFAULT_EXTENTS[loops] ?? 4;
}
