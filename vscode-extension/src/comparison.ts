// What the server answers to `affine.compare`, and the words for it, which are those of its command line.
import type { Range } from './protocol';

export interface Comparison {
  readonly functions: readonly FunctionComparison[];
}

export interface FunctionComparison {
  /** Without `@`; empty for what has no name. */
  readonly name: string;
  readonly verdict: 'equal' | 'different' | 'unknown';
  /** Why nothing is known. */
  readonly reason?: string;
  readonly witness?: Witness;
  /** Equal where sums and products of floats are taken for exact. */
  readonly reassociates: boolean;
  /** What is not shown to compute the same, of what is unknown. */
  readonly beforeStatement?: StatementPlace | null;
  readonly afterStatement?: StatementPlace | null;
  /** What computes the same, of what is equal. */
  readonly matched?: readonly Matched[];
}

/** Two statements that compute the same. */
export interface Matched {
  readonly beforeStatement: StatementPlace;
  readonly afterStatement: StatementPlace;
  /** Between the iterations of both, an equation each; names of the second program end with `'`. */
  readonly relation: readonly string[];
}

/** An input on which both were run and differ. */
export interface Witness {
  readonly symbols: Readonly<Record<string, number>>;
  readonly sizes: Readonly<Record<string, readonly number[]>>;
  readonly values: readonly {
    readonly argument: string;
    readonly subscripts: readonly number[];
    readonly value: number | string;
  }[];
  /** So many more numbers are not listed. */
  readonly moreValues: number;
  /** What all numbers are that are not named. */
  readonly otherValues: number | string;
  readonly difference: Difference;
}

export interface Difference {
  /** The argument, or the number of the result, that differs. */
  readonly argument?: string;
  readonly result?: number;
  readonly subscripts?: readonly number[];
  readonly before?: number | string;
  readonly after?: number | string;
  /** Instead of two numbers: what the second program does that no program may. */
  readonly fault?: string;
  readonly beforeStatement?: StatementPlace | null;
  readonly afterStatement?: StatementPlace | null;
}

/** The statement that wrote a number. */
export interface StatementPlace {
  readonly range: Range;
}

export type Side = 'before' | 'after';

/** So many numbers of a witness are written out. */
const MOST_VALUES = 8;

export function nameText(name: string): string {
  return name === '' ? 'outside any function' : `@${name}`;
}

export type Outcome = 'equal' | 'reassociates' | 'different' | 'unknown';

export function outcomeOf({ verdict, reassociates }: FunctionComparison): Outcome {
  return verdict === 'equal' && reassociates ? 'reassociates' : verdict;
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  equal: 'equal',
  reassociates: 'equal, but for the rounding of floats in another order',
  different: 'different',
  unknown: 'unknown',
};

export function outcomeText(outcome: Outcome): string {
  return OUTCOMES[outcome];
}

/** `%n = 3, %x of 6, %x[3] = 6.0, all others 0` */
export function inputText({ symbols, sizes, values, moreValues, otherValues }: Witness): string {
  const more = moreValues + Math.max(0, values.length - MOST_VALUES);
  return [
    ...Object.entries(symbols).map(([name, value]) => `${name} = ${value}`),
    ...Object.entries(sizes).map(([name, size]) => `${name} of ${size.join(' x ')}`),
    ...values
      .slice(0, MOST_VALUES)
      .map(({ argument, subscripts, value }) => `${argument}${element(subscripts)} = ${value}`),
    ...(more > 0 ? [`${more} more numbers`] : []),
    `all others ${otherValues}`,
  ].join(', ');
}

/** `%x[0]`, `result 1` */
export function placeText({ argument, result, subscripts = [] }: Difference): string {
  const what = result === undefined ? (argument ?? '') : `result ${result}`;
  return `${what}${element(subscripts)}`;
}

/** What each program says of the place. */
export function valueText(difference: Difference, side: Side): string {
  if (difference.fault === undefined) return String(difference[side] ?? '');
  return side === 'after' ? `undefined: ${difference.fault}` : 'defined';
}

/** Something that is said of a statement of either program. */
type OfBoth = Pick<Difference, 'beforeStatement' | 'afterStatement'>;

export function statementOf(difference: OfBoth, side: Side): StatementPlace | undefined {
  return (side === 'before' ? difference.beforeStatement : difference.afterStatement) ?? undefined;
}

/** All statements of one program that a comparison names. */
export function statementsOf(comparison: FunctionComparison, side: Side): StatementPlace[] {
  const { witness, matched = [] } = comparison;
  const all = [comparison, ...(witness === undefined ? [] : [witness.difference]), ...matched];
  return all.flatMap((it) => statementOf(it, side) ?? []);
}

function element(subscripts: readonly number[]): string {
  return subscripts.length === 0 ? '' : `[${subscripts.join(', ')}]`;
}

/** `2 equal, 1 different` */
export function summaryText(functions: readonly FunctionComparison[]): string {
  const counted = (Object.keys(OUTCOMES) as Outcome[]).map((outcome) => {
    const count = functions.filter((it) => outcomeOf(it) === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome === 'reassociates' ? 'equal but for rounding' : outcome}`];
  });
  return counted.flat().join(', ');
}
