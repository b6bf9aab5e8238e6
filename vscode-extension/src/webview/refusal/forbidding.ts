// The arrow that is in the way of a transformation.
import type { IterationArrow, IterationSpace, Place } from '../../protocol';

/** The first arrow from the first place to the second, in whichever order they are named. */
export function forbidding(space: IterationSpace, places: readonly Place[]): IterationArrow | undefined {
  const [first, second] = places.map(({ range }) => key(range));
  if (first === undefined || second === undefined) return undefined;
  const keyOf = (id: number | undefined) => {
    const access = space.accesses.find((it) => it.id === id);
    return access === undefined ? undefined : key(access.range);
  };
  const isBetween = (arrow: IterationArrow, from: string, to: string) =>
    arrow.dependences.some((index) => {
      const dependence = space.dependences[index];
      return keyOf(dependence?.source) === from && keyOf(dependence?.sink) === to;
    });
  const find = (from: string, to: string) => space.arrows.find((arrow) => isBetween(arrow, from, to));
  return find(first, second) ?? find(second, first);
}

function key({ start, end }: Place['range']): string {
  return [start.line, start.character, end.line, end.character].join();
}
