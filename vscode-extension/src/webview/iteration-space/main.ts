// The page of the view *Iteration space*.
import { KINDS, carriedText, difference, distanceText } from '../../distance';
import type { Access, Dependence, IterationArrow, IterationSpace } from '../../protocol';
import type { IterationSpacePicture, Lines, ToPage } from '../../views/messages';
import { listen } from '../host';
import { countKinds, legend, sample } from '../kinds';
import { makeReachable } from '../roving';
import { lineText, reveal, statementLink, statementText } from '../statement';
import { html } from '../svg';
import { Tooltip } from '../tooltip';
import { controls } from './controls';
import { draw, type Drawing } from './draw';
import { notesOn } from './notes';
import { VIEWPOINT, type Viewpoint } from './projection';
import { sceneOf } from './scene';

const page = document.querySelector('main') ?? document.body;
const tooltip = new Tooltip();
let viewpoint: Viewpoint = VIEWPOINT;

listen<ToPage<IterationSpacePicture>>((message) => {
  tooltip.hide();
  if (message.type === 'nothing') {
    page.replaceChildren(html('p', { class: 'note' }, message.reason));
    return;
  }
  const { picture, isFollowing } = message;
  const head = controls(picture, isFollowing);
  const { space, lines } = picture;
  if (space === null) {
    const hint = 'There is no affine loop and no affine access at the cursor. Put it into a loop, or pick a nest.';
    page.replaceChildren(head, html('p', { class: 'note' }, hint));
  } else {
    page.replaceChildren(head, ...show(space, lines), tooltip.element);
  }
});

function show(space: IterationSpace, lines: Lines): HTMLElement[] {
  const notes = notesOn(space).map((note) => html('p', { class: 'note' }, note));
  if (space.points.length === 0) return notes;
  const frame = html('div', { class: 'frame' });
  const redraw = () => {
    const drawing = draw(sceneOf(space, viewpoint), space.loops);
    connect(drawing, space, lines, table);
    frame.replaceChildren(drawing.element);
  };
  const table = dependenceList(space, lines, (index) => {
    frame.classList.toggle('pointed', index !== undefined);
    frame.querySelectorAll('.arrow').forEach((mark, position) => {
      const isOf = index !== undefined && (space.arrows[position]?.dependences.includes(index) ?? false);
      mark.classList.toggle('lit', isOf);
    });
  });
  redraw();
  const kinds = legend(countKinds(space.arrows), frame);
  if (space.loops.length > 2) kinds.append(turn(redraw));
  return [kinds, ...notes, axisNames(space.loops), frame, table];
}

/** Which way each loop runs. It stays in view where the picture is larger than the page. */
function axisNames(loops: readonly string[]): HTMLElement {
  const ways = [
    ['→', 'to the right'],
    ['↑', 'upwards'],
    ['↗', 'away'],
  ] as const;
  const names = loops.flatMap((name, index) => {
    const [sign, way] = ways[index] ?? [];
    return sign === undefined
      ? []
      : html('span', { 'aria-label': `${name} ${way}` }, `${sign} `, html('code', {}, name));
  });
  return html('div', { class: 'axes' }, ...names);
}

function turn(redraw: () => void): HTMLElement {
  const slider = html('input', { type: 'range', min: 5, max: 85, value: viewpoint.turn });
  slider.addEventListener('input', () => {
    viewpoint = { ...viewpoint, turn: slider.valueAsNumber };
    redraw();
  });
  return html('label', { class: 'turn' }, 'Turn', slider);
}

/** Tooltips, highlights and jumps. */
function connect(drawing: Drawing, space: IterationSpace, lines: Lines, table: HTMLElement): void {
  const { element, arrows, points } = drawing;
  makeReachable(arrows, {
    onPoint: (index) => {
      const arrow = index === undefined ? undefined : space.arrows[index];
      element.classList.toggle('pointed', arrow !== undefined);
      arrows.forEach((mark, position) => {
        mark.classList.toggle('lit', position === index);
      });
      table.querySelectorAll('li').forEach((row, position) => {
        row.classList.toggle('lit', arrow?.dependences.includes(position) ?? false);
      });
      const mark = index === undefined ? undefined : arrows[index];
      if (arrow === undefined || mark === undefined) tooltip.hide();
      else tooltip.show(centreOf(mark), ...describe(arrow, space, lines));
    },
    onPress: (index) => {
      const arrow = space.arrows[index];
      const source = arrow === undefined ? undefined : sourceOf(arrow, space);
      if (source !== undefined) reveal(source);
    },
  });
  for (const point of points) {
    const iteration = point.dataset['iteration'];
    const touches = ({ source, sink }: IterationArrow) => [source.join(), sink.join()].includes(iteration ?? '');
    point.addEventListener('pointerenter', () => {
      element.classList.add('pointed');
      arrows.forEach((mark, index) => {
        const arrow = space.arrows[index];
        mark.classList.toggle('lit', arrow !== undefined && touches(arrow));
      });
      const names = space.loops.length === 1 ? (space.loops[0] ?? '') : `(${space.loops.join(', ')})`;
      const values = space.loops.length === 1 ? (iteration ?? '') : `(${(iteration ?? '').replaceAll(',', ', ')})`;
      const told = space.arrows.filter(({ sink }) => sink.join() === iteration).flatMap((it) => written(it, space));
      tooltip.show(centreOf(point), html('code', {}, `${names} = ${values}`), ...told.slice(0, MOST_TOLD));
    });
    point.addEventListener('pointerleave', () => {
      element.classList.remove('pointed');
      for (const mark of arrows) mark.classList.remove('lit');
      tooltip.hide();
    });
  }
}

/** An iteration is told of no more elements. */
const MOST_TOLD = 8;

/** Where the sink of an arrow has a value from. */
function written(arrow: IterationArrow, space: IterationSpace): HTMLElement[] {
  const element = elementText(arrow, space);
  if (arrow.kind !== 'raw' || element === undefined) return [];
  const source = sourceOf(arrow, space);
  const where = source === undefined ? '' : ` by ${lineText(source)}`;
  return [html('div', {}, 'reads ', html('code', {}, element), `, written in (${arrow.source.join(', ')})${where}`)];
}

/** `%0[3, 4]` */
function elementText(arrow: IterationArrow, space: IterationSpace): string | undefined {
  const source = sourceOf(arrow, space);
  return arrow.element === null || source === undefined ? undefined : `${source.memref}[${arrow.element.join(', ')}]`;
}

function sourceOf({ dependences }: IterationArrow, space: IterationSpace): Access | undefined {
  const dependence = space.dependences[dependences[0] ?? -1];
  return space.accesses.find(({ id }) => id === dependence?.source);
}

function centreOf(mark: Element): { x: number; y: number } {
  const { left, top, width, height } = mark.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** The vector, the iterations and both statements. */
function describe(arrow: IterationArrow, space: IterationSpace, lines: Lines): HTMLElement[] {
  const access = (id: number | undefined) => space.accesses.find((it) => it.id === id);
  const statements = arrow.dependences.map((index) => {
    const [source, sink] = [access(space.dependences[index]?.source), access(space.dependences[index]?.sink)];
    if (source === undefined || sink === undefined) return html('div');
    return html(
      'div',
      { class: 'ends' },
      html('code', {}, statementText(source, lines)),
      html('span', { class: 'quiet' }, lineText(source)),
      html('code', {}, `→ ${statementText(sink, lines)}`),
      html('span', { class: 'quiet' }, lineText(sink)),
    );
  });
  const distance = `distance (${difference(arrow.source, arrow.sink).join(', ')})`;
  const element = elementText(arrow, space);
  const way = `(${arrow.source.join(', ')}) → (${arrow.sink.join(', ')})`;
  return [
    html('div', { class: `title ${arrow.kind}` }, sample(arrow.kind), `${arrow.kind.toUpperCase()} · ${distance}`),
    html('div', { class: 'quiet' }, `(${space.loops.join(', ')}): ${way}`),
    ...(element === undefined ? [] : [html('div', {}, 'element ', html('code', {}, element))]),
    ...statements,
  ];
}

/** All dependences of the picture, with ways to both statements. */
function dependenceList(
  space: IterationSpace,
  lines: Lines,
  onPoint: (index: number | undefined) => void,
): HTMLElement {
  const loops = space.nest.map(({ name }) => name);
  const rows = space.dependences.map((dependence, index) => {
    const ends = [dependence.source, dependence.sink].flatMap((id) => space.accesses.find((it) => it.id === id) ?? []);
    const [source, sink] = ends.map((access) => statementLink(access, lines));
    const row = html(
      'li',
      { class: dependence.kind },
      sample(dependence.kind),
      html('b', {}, dependence.kind.toUpperCase()),
      html('span', { class: 'vector' }, distanceText(dependence)),
      html('span', { class: 'quiet' }, carried(dependence, loops, space.loops.length)),
      html('span', { class: 'way' }, source ?? '', ' → ', sink ?? ''),
    );
    for (const [event, pointed] of [
      ['pointerenter', index],
      ['focusin', index],
      ['pointerleave', undefined],
      ['focusout', undefined],
    ] as const) {
      row.addEventListener(event, () => {
        onPoint(pointed);
      });
    }
    return row;
  });
  if (rows.length === 0) return html('p', { class: 'note' }, 'No iteration of these loops depends on another.');
  const summary = KINDS.map((kind) => {
    const count = space.dependences.filter((it) => it.kind === kind).length;
    return `${count} ${kind.toUpperCase()}`;
  });
  return html(
    'section',
    {},
    html('h2', {}, 'Statements', html('span', { class: 'quiet' }, ` ${summary.join(' · ')}`)),
    html('ul', { class: 'dependences' }, ...rows),
  );
}

function carried(dependence: Dependence, loops: readonly string[], shown: number): string {
  const text = carriedText(dependence, loops);
  return dependence.depth > shown ? `${text}: inside one point` : text;
}
