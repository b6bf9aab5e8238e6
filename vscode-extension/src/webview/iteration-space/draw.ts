// The scene of an iteration space as elements.
import { arrowhead, curvePath, round } from '../geometry';
import { keepLegible, svg } from '../svg';
import { HEAD, arrowText, type Scene, type SceneAxis } from './scene';

export interface Drawing {
  readonly element: SVGSVGElement;
  /** One per arrow of the answer, in its order. */
  readonly arrows: readonly SVGGElement[];
  readonly points: readonly SVGCircleElement[];
}

export function draw(scene: Scene, loops: readonly string[]): Drawing {
  const arrows = scene.arrows.map(({ arrow, curve, distance }) => {
    const path = curvePath(curve);
    return svg(
      'g',
      {
        class: `arrow ${arrow.kind}`,
        'stroke-opacity': round(1 - 0.6 * distance),
        'fill-opacity': round(1 - 0.6 * distance),
        role: 'button',
        'aria-label': arrowText(arrow, loops),
        'data-kind': arrow.kind,
        'data-source': arrow.source.join(),
        'data-sink': arrow.sink.join(),
      },
      svg('path', { class: 'reach', d: path }),
      svg('path', { class: 'line', d: path }),
      svg('polygon', { class: 'head', points: arrowhead(curve, HEAD.length, HEAD.width) }),
    );
  });
  const points = scene.points.map(({ x, y, iteration, distance }) =>
    svg('circle', {
      class: 'point',
      cx: round(x),
      cy: round(y),
      r: round(scene.radius * (1 - 0.35 * distance)),
      'fill-opacity': round(1 - 0.45 * distance),
      'data-iteration': iteration.join(),
    }),
  );
  const grid = scene.grid.map(([from, to]) => svg('line', { class: 'grid', ...ends(from, to) }));
  const element = svg(
    'svg',
    {
      class: 'picture',
      viewBox: `0 0 ${round(scene.width)} ${round(scene.height)}`,
      width: round(scene.width),
      height: round(scene.height),
      role: 'group',
      'aria-label': `${points.length} iterations of (${loops.join(', ')}) and ${arrows.length} arrows between them`,
    },
    svg('g', { 'aria-hidden': 'true' }, ...grid, ...scene.axes.map(drawAxis)),
    svg('g', {}, ...points),
    svg('g', {}, ...arrows),
  );
  keepLegible(element);
  return { element, arrows, points };
}

function drawAxis({ name, from, to, label, ticks }: SceneAxis): SVGGElement {
  const isRightwards = to.x - from.x > Math.abs(to.y - from.y);
  return svg(
    'g',
    { class: 'axis' },
    svg('line', ends(from, to)),
    svg('polygon', { points: arrowhead({ from, control: from, to }, HEAD.length, HEAD.width) }),
    svg('text', { class: isRightwards ? 'name beside' : 'name', x: round(label.x), y: round(label.y) }, name),
    ...ticks.map(({ text, label: value }) => svg('text', { x: round(text.x), y: round(text.y) }, value)),
  );
}

function ends(from: { x: number; y: number }, to: { x: number; y: number }) {
  return { x1: round(from.x), y1: round(from.y), x2: round(to.x), y2: round(to.y) };
}
