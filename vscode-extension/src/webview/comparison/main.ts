// The page of the view *Comparison*: a row per function.
import { nameText, outcomeOf, outcomeText, summaryText, type FunctionComparison, type Side } from '../../comparison';
import type { Range } from '../../protocol';
import type { ComparisonPicture } from '../../views/messages';
import { button } from '../button';
import { listen, tell } from '../host';
import { html } from '../svg';
import { verdict } from '../verdict';
import { witnessElements } from '../witness';
import { proofElements } from './matched';

const page = document.querySelector('main') ?? document.body;

listen<ComparisonPicture>(({ names, state }) => {
  const isRunning = state.kind === 'running';
  const head = html(
    'div',
    { class: 'controls' },
    html('span', {}, html('b', {}, names.before), ' → ', html('b', {}, names.after)),
    html(
      'span',
      { class: 'buttons' },
      button('Open diff', () => {
        tell({ type: 'diff' });
      }),
      isRunning
        ? button('Cancel', () => {
            tell({ type: 'cancel' });
          })
        : button('Compare again', () => {
            tell({ type: 'again' });
          }),
    ),
  );
  const status = html('p', { class: isRunning ? 'working' : 'summary', role: 'status' }, statusText(state));
  const rows = state.kind === 'done' ? state.functions.map((it) => row(it, state.lines)) : [];
  page.replaceChildren(head, status, html('ul', { class: 'rows' }, ...rows));
});

function statusText(state: ComparisonPicture['state']): string {
  if (state.kind === 'running') return 'Comparing…';
  if (state.kind === 'failed') return state.reason;
  return state.functions.length === 0
    ? 'No function of one has the name of one of the other.'
    : summaryText(state.functions);
}

type Done = Extract<ComparisonPicture['state'], { kind: 'done' }>;

function row(comparison: FunctionComparison, lines: Done['lines']): HTMLElement {
  const { name, reason, witness } = comparison;
  const outcome = outcomeOf(comparison);
  const reveal = (side: Side, range: Range) => {
    tell({ type: 'revealIn', side, range });
  };
  const details =
    witness === undefined ? proofElements(comparison, lines, reveal) : witnessElements(witness, lines, reveal);
  return html(
    'li',
    { class: 'row' },
    html('h2', {}, html('code', {}, nameText(name)), ' ', verdict(outcome, outcomeText(outcome))),
    ...(reason === undefined ? [] : [html('p', { class: 'quiet' }, `Not known: ${reason}.`)]),
    ...details,
  );
}
