// The steps of a run, one under the other.
import { nameText, outcomeOf, outcomeText, type FunctionComparison } from '../../comparison';
import { foldedText, neighbour, reasonText, rowsOf, verdictText } from '../../passes/steps';
import type { PassRunPicture, StepPicture } from '../../views/messages';
import { button } from '../button';
import { tell } from '../host';
import { makeReachable } from '../roving';
import { html } from '../svg';
import { verdict } from '../verdict';
import { witnessElements } from '../witness';

const ACTIONS = [
  ['Start from here', 'startFrom'],
  ['Edit step', 'editStep'],
  ['Keep in file', 'keepStep'],
] as const;

interface StepElements {
  readonly row: HTMLElement;
  readonly head: HTMLButtonElement;
  readonly actions: HTMLElement;
}

export class Timeline {
  readonly element: HTMLElement;
  readonly #run: PassRunPicture;
  readonly #steps = new Map<number, StepElements>();
  #selected: number | undefined;

  constructor(run: PassRunPicture, selected: number | null) {
    this.#run = run;
    const rows = rowsOf(run.steps).map((row) => (row.kind === 'step' ? this.#row(row.step) : this.#folded(row.steps)));
    this.element = html('ol', { class: 'rows timeline', 'aria-label': 'Steps' }, ...rows);
    const numbers = [...this.#steps.keys()];
    makeReachable(
      [...this.#steps.values()].map(({ head }) => head),
      {
        onPoint: () => undefined,
        onPress: (index) => {
          const number = numbers[index];
          if (number !== undefined) this.#open(number);
        },
      },
    );
    if (selected !== null) this.#select(selected);
  }

  /** To the next step that changed something, or the one before. */
  go(direction: 1 | -1): void {
    const number = neighbour(this.#run.steps, this.#selected, direction);
    if (number === undefined) return;
    this.#steps.get(number)?.head.focus();
    this.#open(number);
  }

  #open(number: number): void {
    this.#select(number);
    tell({ type: 'openStep', number });
  }

  #select(number: number): void {
    this.#selected = number;
    for (const [other, { row, head, actions }] of this.#steps) {
      const isSelected = other === number;
      row.classList.toggle('selected', isSelected);
      actions.hidden = !isSelected;
      if (isSelected) head.setAttribute('aria-current', 'step');
      else head.removeAttribute('aria-current');
    }
  }

  #row(step: StepPicture): HTMLElement {
    const { number, pass, on } = step;
    const isWrong = number === this.#run.wrong;
    const head = html(
      'button',
      { type: 'button', class: 'head-of-step', title: 'Open the difference' },
      html('span', { class: 'number' }, `${number}.`),
      html('code', {}, pass),
      html('span', { class: 'quiet' }, on === null ? '' : `on ${on}`),
      verdict(step.verdict, verdictText(step.verdict)),
      ...(isWrong ? [html('span', { class: 'first' }, 'first wrong step')] : []),
    );
    const actions = html(
      'div',
      { class: 'buttons' },
      ...ACTIONS.map(([text, type]) =>
        button(text, () => {
          tell({ type, number });
        }),
      ),
    );
    actions.hidden = true;
    const reasons = step.reasons.map((it) => html('p', { class: 'told quiet' }, reasonText(it)));
    const told = [...step.functions.flatMap((it) => functionElements(it, step)), ...reasons];
    const row = html('li', { class: `row step${isWrong ? ' wrong' : ''}` }, head, ...told, actions);
    this.#steps.set(number, { row, head, actions });
    return row;
  }

  #folded(steps: readonly StepPicture[]): HTMLElement {
    const names = steps.map(({ pass }) => pass).join(', ');
    const summary = html('summary', {}, `${foldedText(steps.length)} `, html('code', {}, names));
    const rows = html('ol', { class: 'rows' }, ...steps.map((step) => this.#row(step)));
    return html('li', { class: 'row folded' }, html('details', {}, summary, rows));
  }
}

/** What is to be said beside the verdict of the whole step. */
function functionElements(comparison: FunctionComparison, { number, lines }: StepPicture): HTMLElement[] {
  const { name, reason, witness } = comparison;
  const outcome = outcomeOf(comparison);
  if (outcome === 'equal') return [];
  const why = reason === undefined ? '' : `: ${reason}`;
  const what = html('p', { class: 'told' }, html('code', {}, nameText(name)), ` ${outcomeText(outcome)}${why}`);
  if (witness === undefined) return [what];
  const details = witnessElements(witness, lines, (side, range) => {
    tell({ type: 'revealInStep', number, side, range });
  });
  return [what, ...details];
}
