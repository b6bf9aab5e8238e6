// What a picture of an iteration space leaves out, in words.
import type { InductionRange, IterationSpace } from '../../protocol';

export function notesOn(space: IterationSpace): string[] {
  const notes: string[] = [];
  const cut = space.loops.flatMap((name, index) => {
    const range = space.ranges[index];
    return range !== undefined && range.lastShown !== range.greatest ? [cutText(name, range)] : [];
  });
  if (cut.length > 0) notes.push(`Only a part is shown: ${cut.join('; ')}.`);
  else if (space.truncated)
    notes.push(`Only the first ${space.points.length.toLocaleString('en')} iterations are shown.`);
  if (space.arrowsTruncated) notes.push('Dependences that lead out of this part, or are too many, have no arrows.');
  const inner = space.nest.slice(space.loops.length).map(({ name }) => name);
  if (inner.length > 0) notes.push(`Dependences of ${inner.join(', ')} are projected onto the loops outside.`);
  const symbols = Object.entries(space.symbols).map(([name, value]) => `${name} = ${value}`);
  if (symbols.length > 0) notes.push(`Drawn for ${symbols.join(', ')}.`);
  if (space.points.length === 0 && space.unknown.length === 0) notes.push('There is no iteration.');
  return [...notes, ...space.unknown.map((reason) => `Not known: ${reason}.`)];
}

/** `%i from 1 to 12 of 1 to 62` */
function cutText(name: string, { least, greatest, lastShown, step }: InductionRange): string {
  const last = lastOf(least, lastShown, step);
  return `${name} from ${least ?? '…'} to ${last ?? '…'} of ${least ?? '…'} to ${greatest ?? '…'}`;
}

/** The last value that is not beyond the end of what is shown. */
function lastOf(least: InductionRange['least'], end: InductionRange['lastShown'], step: number): string | undefined {
  if (least === null || end === null) return undefined;
  const [first, width] = [BigInt(least), BigInt(Math.max(1, step))];
  return String(first + ((BigInt(end) - first) / width) * width);
}
