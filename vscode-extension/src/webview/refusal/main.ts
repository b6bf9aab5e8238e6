// The page that says why a transformation is refused.
import type { IterationSpace } from '../../protocol';
import type { RefusalPicture } from '../../views/messages';
import { button } from '../button';
import { listen, tell } from '../host';
import { draw } from '../iteration-space/draw';
import { notesOn } from '../iteration-space/notes';
import { VIEWPOINT } from '../iteration-space/projection';
import { arrowText, sceneOf } from '../iteration-space/scene';
import { link } from '../statement';
import { html } from '../svg';
import { forbidding } from './forbidding';

const page = document.querySelector('main') ?? document.body;

listen<RefusalPicture>((picture) => {
  const { title, reason, places, remedies, space, lines } = picture;
  const links = places.map(({ range, message }) => {
    const text = lines[range.start.line] ?? message;
    const show = () => {
      tell({ type: 'reveal', range });
    };
    return html(
      'li',
      {},
      link(text, `line ${range.start.line + 1}`, show),
      html('span', { class: 'quiet' }, ` ${message}`),
    );
  });
  const ways = remedies.map(({ id, title, allows }) => {
    const apply = button(title, () => {
      tell({ type: 'apply', id });
    });
    return html('li', {}, apply, html('span', { class: 'quiet' }, ` then: ${allows.join(' · ')}`));
  });
  page.replaceChildren(
    html('h1', {}, title),
    html('p', { class: 'refusal' }, 'Not possible: ', ...withCode(reason), '.'),
    ...(links.length > 0 ? [html('ul', { class: 'places' }, ...links)] : []),
    ...(ways.length > 0
      ? [html('h2', {}, 'What would make it possible'), html('ul', { class: 'remedies' }, ...ways)]
      : []),
    ...(space === null ? [] : iterations(space, picture)),
  );
  page.querySelector('.forbids')?.scrollIntoView({ block: 'nearest' });
});

/** A text in which backquotes are around code. */
function withCode(text: string): (string | HTMLElement)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html('code', {}, part) : part));
}

/** The iterations with the arrow in the way, if one is among those that are shown. */
function iterations(space: IterationSpace, picture: RefusalPicture): HTMLElement[] {
  const arrow = forbidding(space, picture.places);
  if (arrow === undefined) return [];
  const { element, arrows } = draw(sceneOf(space, VIEWPOINT), space.loops);
  element.classList.add('pointed');
  space.arrows.forEach((it, index) => {
    const mark = arrows[index];
    mark?.setAttribute('role', 'img');
    mark?.classList.toggle('forbids', it === arrow);
    mark?.classList.toggle('lit', it === arrow);
  });
  return [
    html('h2', {}, 'The iterations'),
    html('p', {}, arrowText(arrow, space.loops)),
    html('div', { class: 'frame' }, element),
    ...notesOn(space).map((note) => html('p', { class: 'note' }, note)),
  ];
}
