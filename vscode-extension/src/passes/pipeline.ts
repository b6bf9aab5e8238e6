// The text of a pipeline, `builtin.module(func.func(canonicalize{top-down=false},cse))`, which may be unfinished.

export interface Bracket {
  readonly at: number;
  readonly kind: '(' | '{' | '[';
  /** What stands before it: an operation, or a pass. */
  readonly name: string;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
const OPENING: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
/** What a name may be made of. */
const NAME = /[\w.-]*$/;

interface Reading {
  /** Brackets that are open at the end. */
  readonly open: readonly Bracket[];
  /** Places of closing brackets that close nothing. */
  readonly stray: readonly number[];
}

function read(text: string): Reading {
  const open: Bracket[] = [];
  const stray: number[] = [];
  let quote: string | undefined;
  for (const [at, character] of Array.from({ length: text.length }, (_, at) => [at, text.charAt(at)] as const)) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '(' || character === '{' || character === '[') {
      open.push({ at, kind: character, name: NAME.exec(text.slice(0, at).trimEnd())?.[0] ?? '' });
    } else if (OPENING[character] !== undefined) {
      if (open.at(-1)?.kind === OPENING[character]) open.pop();
      else stray.push(at);
    }
  }
  return { open, stray };
}

/** The brackets around a place, outermost first. */
export function around(text: string, at: number): readonly Bracket[] {
  return read(text.slice(0, at)).open;
}

/** Brackets without a partner, in text order. */
export function unbalanced(text: string): number[] {
  const { open, stray } = read(text);
  return [...open.map(({ at }) => at), ...stray].sort((a, b) => a - b);
}

/** What closes all that is open. */
export function missingEnd(text: string): string {
  return read(text)
    .open.map(({ kind }) => CLOSING[kind] ?? '')
    .reverse()
    .join('');
}

/** The partner that is written with an opening bracket; `undefined` if it is none, or something follows. */
export function partner(text: string, at: number): string | undefined {
  const closing = CLOSING[text.charAt(at)];
  return /^[\w"'.-]/.test(text.slice(at + 1)) ? undefined : closing;
}
