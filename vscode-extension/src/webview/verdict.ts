// Verdicts as people see them: a sign and a word, so that no colour is needed to tell them apart.
import { html } from './svg';

const SIGNS: Readonly<Record<string, string>> = {
  equal: '✓',
  reassociates: '≈',
  different: '✗',
  unknown: '?',
  'not-checked': '–',
};

export function verdict(kind: string, text: string): HTMLElement {
  const sign = html('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[kind] ?? '·');
  return html('span', { class: `verdict ${kind}` }, sign, ` ${text}`);
}
