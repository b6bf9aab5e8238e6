// A graph with its places as elements.
import { arrowhead, round } from '../geometry';
import { html, svg } from '../svg';
import { CHARACTER, widthOf, type Placed, type PlacedEdge, type PlacedNode } from './layout';
import type { Strip } from './lanes';
import type { GraphNode } from './model';
import { routePath, shortened } from './route';

const HEAD = { length: 9, width: 8 };
const PIECE = 10;

export interface Drawing {
  readonly element: SVGSVGElement;
  /** In the order of the graph. */
  readonly nodes: readonly SVGGElement[];
  readonly edges: readonly SVGGElement[];
  /** Of the edges, above all lines. */
  readonly labels: readonly SVGGElement[];
}

/** @param edgeText what an edge says to those who cannot see it */
export function draw(placed: Placed, edgeText: (edge: PlacedEdge) => string): Drawing {
  const nodes = placed.nodes.map(drawNode);
  const edges = placed.edges.map((it) => drawEdge(it, edgeText(it)));
  const labels = placed.edges.map(drawLabel);
  const element = svg(
    'svg',
    {
      class: placed.hasRoomForLabels ? 'picture graph' : 'picture graph crowded',
      viewBox: `0 0 ${round(placed.width)} ${round(placed.height)}`,
      width: round(placed.width),
      height: round(placed.height),
      role: 'group',
      'aria-label': `${nodes.length} statements and ${edges.length} edges between them`,
    },
    svg('g', {}, ...edges),
    svg('g', {}, ...nodes),
    svg('g', {}, ...labels),
  );
  return { element, nodes, edges, labels };
}

/** What statements of each kind that is drawn look like. */
export function shapeKey(kinds: ReadonlySet<GraphNode['kind']>): HTMLElement {
  const names = { read: 'reads', write: 'writes', unanalysed: 'not analysed' } as const;
  const entries = (['read', 'write', 'unanalysed'] as const)
    .filter((kind) => kinds.has(kind))
    .map((kind) => {
      const size = { width: 34, height: 16 };
      const rect = svg('rect', { x: 1, y: 1, width: 32, height: 14, rx: cornerOf(kind) });
      const shape = svg(
        'svg',
        { class: 'sample', ...size, 'aria-hidden': 'true' },
        svg('g', { class: `node ${kind}` }, rect),
      );
      return html('span', { class: 'kind' }, shape, html('span', { class: 'quiet' }, names[kind]));
    });
  return html('div', { class: 'legend shapes', role: 'note', 'aria-label': 'Shapes of statements' }, ...entries);
}

/** How round a statement is drawn. */
function cornerOf(kind: GraphNode['kind']): number {
  return kind === 'write' ? 3 : 20;
}

function drawNode({ node, texts, x, y, width, height }: PlacedNode): SVGGElement {
  const first = y - ((texts.length - 1) * CHARACTER.height) / 2;
  return svg(
    'g',
    { class: `node ${node.kind}`, role: 'button', 'aria-label': texts.join(', ') },
    svg('rect', {
      x: round(x - width / 2),
      y: round(y - height / 2),
      width: round(width),
      height: round(height),
      rx: cornerOf(node.kind),
    }),
    ...texts.map((text, index) =>
      svg(
        'text',
        { class: index < texts.length - 1 ? '' : 'quiet', x: round(x), y: round(first + index * CHARACTER.height) },
        text,
      ),
    ),
  );
}

function drawEdge({ edge, points, strip }: PlacedEdge, text: string): SVGGElement {
  const route = shortened(points, HEAD.length);
  const path = routePath(strip?.isReversed === true ? route.toReversed() : route);
  const [end, before] = [route.at(-1), route.at(-2)];
  const head =
    end !== undefined && before !== undefined && edge.kind !== 'unanalysed'
      ? [
          svg('polygon', {
            class: 'head',
            points: arrowhead({ from: before, control: before, to: end }, HEAD.length, HEAD.width),
          }),
        ]
      : [];
  return svg(
    'g',
    {
      class: `arrow ${edge.kind}`,
      role: 'button',
      'aria-label': text,
      'data-kind': edge.kind,
      'data-source': edge.source,
      'data-sink': edge.sink,
    },
    svg('path', { class: 'reach', d: path }),
    svg('path', { class: 'line', d: path, style: strip === undefined ? undefined : dashes(strip) }),
    ...head,
  );
}

/** Pieces of the edges that share a line follow each other. */
function dashes({ index, count }: Strip): string {
  return `stroke-dasharray: ${PIECE} ${PIECE * (count - 1)}; stroke-dashoffset: ${-PIECE * index}`;
}

/** A label stands on its line, which is hidden behind it. */
function drawLabel({ edge, label }: PlacedEdge): SVGGElement {
  const first = label.y - ((edge.labels.length - 1) * CHARACTER.height) / 2;
  return svg(
    'g',
    { class: `caption ${edge.kind}`, 'aria-hidden': 'true' },
    svg('rect', {
      class: 'behind',
      x: round(label.x - widthOf(edge) / 2),
      y: round(first - CHARACTER.height / 2),
      width: round(widthOf(edge)),
      height: edge.labels.length * CHARACTER.height,
    }),
    ...edge.labels.map((part, index) =>
      svg('text', { class: 'label', x: round(label.x), y: round(first + index * CHARACTER.height) }, part),
    ),
  );
}
