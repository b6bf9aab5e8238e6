// What a proof says of statements: those of both programs that compute the same, or the two that are not shown to.
import { statementOf, type FunctionComparison, type Side } from '../../comparison';
import type { Range } from '../../protocol';
import type { Lines } from '../../views/messages';
import { lineText, link } from '../statement';
import { html } from '../svg';

type Reveal = (side: Side, range: Range) => void;
type OfBoth = Pick<FunctionComparison, 'beforeStatement' | 'afterStatement'>;

const SIDES: readonly Side[] = ['before', 'after'];

export function proofElements(
  comparison: FunctionComparison,
  lines: Readonly<Record<Side, Lines>>,
  reveal: Reveal,
): HTMLElement[] {
  const { matched = [] } = comparison;
  const cells = (pair: OfBoth) =>
    SIDES.map((side) => {
      const statement = statementOf(pair, side);
      if (statement === undefined) return html('td', {});
      const code = (lines[side][statement.range.start.line] ?? '').replace(/\s*:\s*(?:memref|vector)<.*$/, '');
      return html(
        'td',
        {},
        link(code, lineText(statement), () => {
          reveal(side, statement.range);
        }),
      );
    });
  const heads = ['before', 'after'].map((it) => html('th', { scope: 'col' }, it));
  if (SIDES.some((side) => statementOf(comparison, side) !== undefined)) {
    return [
      html(
        'table',
        { class: 'witness matched' },
        html('caption', {}, 'Not shown to compute the same'),
        html('tr', {}, ...heads),
        html('tr', {}, ...cells(comparison)),
      ),
    ];
  }
  if (matched.length === 0) return [];
  const rows = matched.map((it) =>
    html('tr', {}, ...cells(it), html('td', {}, html('code', {}, it.relation.join(', ') || 'all iterations'))),
  );
  return [
    html(
      'details',
      {},
      html(
        'summary',
        {},
        `Why: ${matched.length} ${matched.length === 1 ? 'pair' : 'pairs'} of statements compute the same`,
      ),
      html(
        'table',
        { class: 'witness matched' },
        html('tr', {}, ...heads, html('th', { scope: 'col' }, 'in the iterations where')),
        ...rows,
      ),
      html('p', { class: 'quiet' }, "The variables of the second program end with '."),
    ),
  ];
}
