// Kinds of dependences: how many there are, and which of them are shown.
import { KINDS, KIND_NAMES } from '../distance';
import type { DependenceKind } from '../protocol';
import { html, svg } from './svg';

/** Kinds that somebody has switched off. Kept while pictures come and go. */
const hidden = new Set<DependenceKind>();

/** A line in the look of the kind. Dashes tell kinds apart where colours do not. */
export function sample(kind: DependenceKind): SVGSVGElement {
  return svg(
    'svg',
    { class: `sample ${kind}`, width: 34, height: 10, 'aria-hidden': 'true' },
    svg('path', { class: 'line', d: 'M1,5H26' }),
    svg('polygon', { class: 'head', points: '33,5 25,1.5 25,8.5' }),
  );
}

/** The legend, which switches kinds on and off in `picture`. */
export function legend(counts: Readonly<Record<DependenceKind, number>>, picture: Element): HTMLElement {
  const entries = KINDS.map((kind) => {
    const box = html('input', { type: 'checkbox', id: `kind-${kind}` });
    box.checked = !hidden.has(kind);
    const show = () => {
      if (box.checked) hidden.delete(kind);
      else hidden.add(kind);
      picture.classList.toggle(`without-${kind}`, !box.checked);
    };
    box.addEventListener('change', show);
    show();
    const name = html('span', { class: 'quiet' }, ` ${KIND_NAMES[kind]}`);
    const text = html('span', {}, kind.toUpperCase(), name, html('b', {}, ` ${counts[kind]}`));
    return html('label', { class: `kind ${kind}` }, box, sample(kind), text);
  });
  return html('div', { class: 'legend', role: 'group', 'aria-label': 'Kinds of dependences' }, ...entries);
}

export function countKinds(items: readonly { readonly kind: DependenceKind }[]): Record<DependenceKind, number> {
  const counts = { raw: 0, war: 0, waw: 0 };
  for (const { kind } of items) counts[kind] += 1;
  return counts;
}
