// A witness in a page: the input, the place that differs, what both programs have there and which statements wrote it.
import { inputText, placeText, statementOf, valueText, type Side, type Witness } from '../comparison';
import type { Range } from '../protocol';
import type { Lines } from '../views/messages';
import { lineText, link } from './statement';
import { html } from './svg';

export function witnessElements(
  witness: Witness,
  lines: Readonly<Record<Side, Lines>>,
  reveal: (side: Side, range: Range) => void,
): HTMLElement[] {
  const { difference } = witness;
  const sideRow = (side: Side) => {
    const statement = statementOf(difference, side);
    const way =
      statement === undefined
        ? html('span', { class: 'quiet' }, difference.fault === undefined ? 'no statement wrote it' : '')
        : link(lines[side][statement.range.start.line] ?? '', lineText(statement), () => {
            reveal(side, statement.range);
          });
    const value = html('code', { class: 'value' }, valueText(difference, side));
    return html('tr', {}, html('th', { scope: 'row' }, side), html('td', {}, value), html('td', {}, way));
  };
  const place = placeText(difference);
  return [
    html('p', { class: 'input' }, 'With ', html('code', {}, inputText(witness))),
    html(
      'table',
      { class: 'witness' },
      ...(place === '' ? [] : [html('caption', {}, html('code', {}, place))]),
      sideRow('before'),
      sideRow('after'),
    ),
  ];
}
