// The steps of a run as a timeline: what is shown, what is folded, and in which words.
import { outcomeText } from '../comparison';
import type { PassRun, Step, StepReason, StepVerdict } from './protocol';

type Numbered = Pick<Step, 'number' | 'changed'>;

/** Neighbours that changed nothing are one row. */
export type Row<It> = { readonly kind: 'step'; readonly step: It } | { readonly kind: 'folded'; readonly steps: It[] };

export function rowsOf<It extends Numbered>(steps: readonly It[]): Row<It>[] {
  const rows: Row<It>[] = [];
  for (const step of steps) {
    const last = rows.at(-1);
    if (step.changed) rows.push({ kind: 'step', step });
    else if (last?.kind === 'folded') last.steps.push(step);
    else rows.push({ kind: 'folded', steps: [step] });
  }
  return rows;
}

/** The next step that changed something, or with -1 the one before; without a number the first or the last. */
export function neighbour(steps: readonly Numbered[], number: number | undefined, direction: 1 | -1) {
  const changed = steps.filter((it) => it.changed).map((it) => it.number);
  const ordered = direction === 1 ? changed : changed.reverse();
  return number === undefined ? ordered[0] : ordered.find((it) => (it - number) * direction > 0);
}

/** The text that a step began with. */
export function textBefore({ before, steps }: PassRun, number: number): string {
  return steps[number - 2]?.text ?? before;
}

export function verdictText(verdict: StepVerdict): string {
  switch (verdict) {
    case 'unchanged':
      return 'changed nothing';
    case 'different':
      return 'changed the result';
    case 'not-checked':
      return 'not checked';
    default:
      return outcomeText(verdict);
  }
}

export function foldedText(count: number): string {
  return count === 1 ? '1 step changed nothing:' : `${count} steps changed nothing:`;
}

interface Summed {
  readonly steps: readonly Pick<Step, 'number' | 'changed' | 'pass'>[];
  readonly wrong: number | null;
  readonly failures: readonly unknown[];
  readonly unmet: readonly { readonly message: string }[];
}

/** What has been found, in a sentence or two. */
export function runText({ steps, wrong, failures, unmet }: Summed): string {
  const parts = [changesText(steps.length, steps.filter(({ changed }) => changed).length)];
  const first = steps.find(({ number }) => number === wrong);
  if (first !== undefined) parts.push(`Step ${first.number} is wrong: ${first.pass} changed the result.`);
  if (failures.length > 0) parts.push('The run did not come to its end.');
  parts.push(...unmet.map(({ message }) => `${message.replaceAll('`', '')}.`));
  return parts.join(' ');
}

/** `line 4: Fuse …: not legal …` */
export function reasonText({ range, text }: StepReason): string {
  return `line ${range.start.line + 1}: ${text}`;
}

function changesText(count: number, changed: number): string {
  if (count === 0) return 'No step was run.';
  if (count === 1) return `1 step, which changed ${changed === 0 ? 'nothing' : 'the program'}.`;
  return `${count} steps, ${changed === 0 ? 'none' : changed} of them changed the program.`;
}
