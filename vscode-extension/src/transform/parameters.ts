// What can be chosen of a transformation, how it is asked for, and what counts as an answer.

export type Kind = 'copy' | 'permute' | 'tile' | 'unroll' | 'unrollJam' | 'vectorize';

export interface Parameter {
  /** In the light bulb and in the palette. */
  readonly title: string;
  /** The setting of the server. */
  readonly key: string;
  readonly prompt: string;
  /** Where nothing is remembered. */
  readonly fallback: string;
  readonly least: number;
  /** A word that stands for a number. */
  readonly word?: string;
  /** Each number names one of the loops. */
  readonly isOrder?: boolean;
  /** What is asked next. */
  readonly next?: Ways;
}

/** A choice of some words, or of none. */
export interface Ways {
  /** The setting of the server. */
  readonly key: string;
  readonly prompt: string;
  readonly choices: readonly { readonly label: string; readonly value?: string }[];
}

export const PARAMETERS: Readonly<Record<Kind, Parameter>> = {
  copy: {
    title: 'Copy to Buffer…',
    key: 'memref',
    prompt: 'Which of the memrefs that the loop touches, counted from 0 in the order of their first accesses',
    fallback: '0',
    least: 0,
    next: {
      key: 'dma',
      prompt: 'How the elements are copied',
      choices: [
        { label: 'By loops' },
        { label: 'By DMA', value: 'single' },
        { label: 'By DMA into two buffers, the next one while this one is used', value: 'double' },
      ],
    },
  },
  permute: {
    title: 'Permute…',
    key: 'order',
    prompt: 'The loops in their new order, by their numbers from 0 on',
    fallback: '0',
    least: 0,
    isOrder: true,
  },
  tile: { title: 'Tile…', key: 'sizes', prompt: 'Iterations of each loop in one tile', fallback: '32', least: 1 },
  unroll: {
    title: 'Unroll…',
    key: 'factor',
    prompt: 'Iterations that run at once, or “full”',
    fallback: '4',
    least: 2,
    word: 'full',
  },
  unrollJam: {
    title: 'Unroll and Jam…',
    key: 'factor',
    prompt: 'Iterations that run at once',
    fallback: '4',
    least: 2,
  },
  vectorize: { title: 'Vectorize…', key: 'width', prompt: 'Lanes of a vector', fallback: '4', least: 2 },
};

export const PREFIX = 'refactor.rewrite.affine.';

export function isKind(name: string): name is Kind {
  return Object.hasOwn(PARAMETERS, name);
}

/** The numbers of an answer such as `32, 16` or `32 × 16`, one for each of so many loops. */
export function numbersOf(answer: string): string[] {
  return answer.split(/[\s,×]+/).filter((part) => part !== '');
}

/** The numbers of so many loops from the innermost outwards. */
export function inverted(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(count - 1 - index));
}

/** Why an answer is none; `undefined` where it is one. */
export function mistakeIn(answer: string, parameter: Parameter, count: number): string | undefined {
  const { least, word, isOrder } = parameter;
  const numbers = numbersOf(answer);
  if (isOrder) {
    const isWhole = numbers.toSorted().join() === inverted(count).reverse().join();
    return isWhole ? undefined : `Give each number from 0 to ${count - 1} once, as “${inverted(count).join(', ')}”.`;
  }
  if (count === 1 && answer.trim() === word) return undefined;
  const isNumber = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= least;
  if (numbers.length === count && numbers.every(isNumber)) return undefined;
  const wanted = count === 1 ? 'a whole number' : `${count} whole numbers, as “${Array(count).fill('16').join(', ')}”,`;
  return `Give ${wanted} from ${least} on${word === undefined ? '' : ` or “${word}”`}.`;
}

/** Loops that stand next to each other in a band, the longest choices first. */
export function partsOf(band: readonly string[]): { readonly from: number; readonly to: number }[] {
  const parts = band.flatMap((_, from) => band.slice(from).map((_, more) => ({ from, to: from + more + 1 })));
  return parts.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
}
