// The loops that a transformation at the cursor can be about, out of the outline.
import type { Position, Range } from '../protocol';
import { isLoop, loopName, type OutlineSymbol } from '../views/nests';

export interface BandLoop {
  readonly name: string;
  /** Where the server finds it. */
  readonly position: Position;
}

/** The innermost loop at a place, and those inside of which each is alone in the one around it. */
export function bandAt(symbols: readonly OutlineSymbol[], position: Position): BandLoop[] {
  const innermost = innermostAt(symbols, position);
  if (innermost === undefined) return [];
  const band = [innermost];
  for (;;) {
    const [inside, ...others] = (band.at(-1)?.children ?? []).filter(isLoop);
    if (inside === undefined || others.length > 0) break;
    band.push(inside);
  }
  return band.map((it) => ({ name: loopName(it), position: it.selectionRange.start }));
}

function innermostAt(symbols: readonly OutlineSymbol[], position: Position): OutlineSymbol | undefined {
  const around = symbols.find(({ range }) => contains(range, position));
  if (around === undefined) return undefined;
  return innermostAt(around.children ?? [], position) ?? (isLoop(around) ? around : undefined);
}

function contains({ start, end }: Range, position: Position): boolean {
  const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.character <= b.character);
  // What stands before a loop in its first line belongs to it.
  return (start.line === position.line || isBefore(start, position)) && isBefore(position, end);
}
