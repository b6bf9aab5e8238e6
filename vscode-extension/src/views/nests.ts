// The loop nests of a file, out of its outline.
import type { Range } from '../protocol';
import type { Nest } from './messages';

/** What the standard request for the outline answers, as far as it is read here. */
export interface OutlineSymbol {
  readonly name: string;
  readonly range: Range;
  readonly children?: readonly OutlineSymbol[];
}

const LOOP = /^affine\.(?:for|parallel)\b\s*/;

/** One nest for each loop that has no loop inside, in text order. */
export function nestsOf(symbols: readonly OutlineSymbol[]): Nest[] {
  const nests: Nest[] = [];
  const visit = (symbol: OutlineSymbol, inside: string, loops: readonly string[]): boolean => {
    const isLoop = LOOP.test(symbol.name);
    const around = isLoop ? [...loops, symbol.name.replace(LOOP, '')] : loops;
    const within = symbol.name.startsWith('@') ? symbol.name : inside;
    const found = (symbol.children ?? []).map((child) => visit(child, within, around));
    const hasLoop = found.includes(true);
    if (isLoop && !hasLoop) nests.push({ inside, loops: around.join(', '), range: symbol.range });
    return isLoop || hasLoop;
  };
  for (const symbol of symbols) visit(symbol, '', []);
  return nests;
}
