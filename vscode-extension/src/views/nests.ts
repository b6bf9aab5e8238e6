// The loop nests of a file, out of its outline.
import type { Range } from '../protocol';
import type { Nest } from './messages';

/** What the standard request for the outline answers, as far as it is read here. */
export interface OutlineSymbol {
  readonly name: string;
  readonly range: Range;
  /** Of the words that name it. */
  readonly selectionRange: Range;
  readonly children?: readonly OutlineSymbol[];
}

const LOOP = /^affine\.(?:for|parallel)\b\s*/;

export function isLoop({ name }: OutlineSymbol): boolean {
  return LOOP.test(name);
}

/** `%i` */
export function loopName({ name }: OutlineSymbol): string {
  return name.replace(LOOP, '');
}

/** One nest for each loop that has no loop inside, in text order. */
export function nestsOf(symbols: readonly OutlineSymbol[]): Nest[] {
  const nests: Nest[] = [];
  const visit = (symbol: OutlineSymbol, inside: string, loops: readonly string[]): boolean => {
    const around = isLoop(symbol) ? [...loops, loopName(symbol)] : loops;
    const within = symbol.name.startsWith('@') ? symbol.name : inside;
    const found = (symbol.children ?? []).map((child) => visit(child, within, around));
    const hasLoop = found.includes(true);
    if (isLoop(symbol) && !hasLoop) nests.push({ inside, loops: around.join(', '), range: symbol.range });
    return isLoop(symbol) || hasLoop;
  };
  for (const symbol of symbols) visit(symbol, '', []);
  return nests;
}
