// The page of the view *Dependence graph*.
import { carriedText, distanceText } from '../../distance';
import type { FunctionGraph } from '../../protocol';
import type { DependenceGraphPicture, Lines, ToPage } from '../../views/messages';
import { followSwitch } from '../follow';
import { listen, tell } from '../host';
import { countKinds, legend, sample } from '../kinds';
import { makeReachable } from '../roving';
import { standaloneSvg } from '../standalone';
import { lineText, reveal, statementLink, statementText } from '../statement';
import { html } from '../svg';
import { Tooltip } from '../tooltip';
import { draw, shapeKey, type Drawing } from './draw';
import { filtered, memrefsOf } from './filter';
import { place } from './layout';
import { graphOf, type Graph, type GraphEdge, type GraphNode } from './model';
import { notesOn } from './notes';
import { Toolbar } from './toolbar';

const page = document.querySelector('main') ?? document.body;
const tooltip = new Tooltip();
/** Longer lines of a statement are cut. */
const MOST_CHARACTERS = 40;

/** A function as it is drawn. */
interface Shown {
  readonly graph: Graph;
  readonly drawing: Drawing;
  readonly frame: HTMLElement;
  /** What is said about statements, for who searches. */
  readonly texts: readonly string[];
  readonly parts: readonly HTMLElement[];
}

let picture: DependenceGraphPicture | undefined;
let shown: readonly Shown[] = [];
/** What the drawing was made of; the cursor alone changes nothing but its mark. */
let drawn = '';
let next = 0;

const toolbar = new Toolbar({
  onFilter: () => {
    show();
  },
  onSearch: () => {
    next = 0;
    find();
  },
  onNext: goToNext,
  onExport: () => {
    const [first] = shown;
    if (first !== undefined) tell({ type: 'export', svg: standaloneSvg(first.drawing.element) });
  },
});
const head = html('div', { class: 'controls' });
const body = html('div');

listen<ToPage<DependenceGraphPicture>>((message) => {
  tooltip.hide();
  if (message.type === 'nothing') {
    drawn = '';
    page.replaceChildren(html('p', { class: 'note' }, message.reason));
    return;
  }
  picture = message.picture;
  const functions = accessingFunctions(picture);
  head.replaceChildren(html('b', {}, functions.map(nameOf).join(', ')), followSwitch(message.isFollowing));
  if (!page.contains(body)) page.replaceChildren(head, toolbar.element, body, tooltip.element);
  toolbar.offer(memrefsOf(functions));
  show();
});

function accessingFunctions({ graph }: DependenceGraphPicture): FunctionGraph[] {
  return graph.functions.filter(({ nodes, unanalysed }) => nodes.length + unanalysed.length > 0);
}

/** Draws the picture, where it is another one, and marks the statement at the cursor. */
function show(): void {
  if (picture === undefined) return;
  const { lines, line } = picture;
  const all = accessingFunctions(picture);
  const functions = all.map((it) => filtered(it, toolbar.filter));
  // Of a large function the part around the cursor is drawn.
  const graphs = functions.map((it) => graphOf(it, line));
  const key = JSON.stringify([functions, graphs.map(({ nodes }) => nodes.map(({ id }) => id)), lines]);
  if (key !== drawn) {
    drawn = key;
    shown = functions.map((whole, index) => {
      const unfiltered = filtered(all[index] ?? whole, { ...toolbar.filter, onlyFlow: false });
      const hidden = unfiltered.edges.length - whole.edges.length;
      return draws(whole, graphs[index] ?? graphOf(whole, line), lines, hidden);
    });
    const hint = html('p', { class: 'note' }, 'No affine access is in the function at the cursor.');
    body.replaceChildren(...(shown.length > 0 ? shown.flatMap(({ parts }) => parts) : [hint]));
    toolbar.zoom.watch(shown.map(({ frame, drawing }) => ({ frame, picture: drawing.element })));
    find();
  }
  for (const { graph, drawing } of shown) {
    graph.nodes.forEach(({ statement }, index) => {
      const isHere = statement.range.start.line === line;
      drawing.nodes[index]?.classList.toggle('here', isHere);
      if (isHere) {
        drawing.nodes[index]?.setAttribute('aria-current', 'true');
        drawing.nodes[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      } else drawing.nodes[index]?.removeAttribute('aria-current');
    });
  }
}

/** Marks the statements that have the text that is searched. */
function find(): void {
  const wanted = toolbar.searched.trim().toLowerCase();
  let count = 0;
  for (const { drawing, texts } of shown) {
    drawing.element.classList.toggle('searched', wanted !== '');
    texts.forEach((text, index) => {
      const isFound = wanted !== '' && text.toLowerCase().includes(wanted);
      drawing.nodes[index]?.classList.toggle('found', isFound);
      if (isFound) count += 1;
    });
  }
  toolbar.tellFound(wanted === '' ? undefined : count);
}

function goToNext(): void {
  const found = shown.flatMap(({ drawing }) => drawing.nodes.filter((it) => it.classList.contains('found')));
  found[next % found.length]?.scrollIntoView({ block: 'center', inline: 'center' });
  next += 1;
}

function nameOf({ name }: FunctionGraph): string {
  return name === '' ? 'outside any function' : `@${name}`;
}

function draws(whole: FunctionGraph, graph: Graph, lines: Lines, hidden: number): Shown {
  const placed = place(graph, (node) => textsOf(node, lines));
  const drawing = draw(placed, ({ edge }) => edgeText(edge, graph, lines));
  connect(drawing, graph, lines, placed.hasRoomForLabels);
  const frame = html('div', { class: 'frame' }, drawing.element);
  const notes = notesOn(graph, whole, hidden).map((note) => html('p', { class: 'note' }, note));
  const kinds = legend(countKinds(whole.edges), frame);
  const texts = graph.nodes.map(({ statement }) => `${statementText(statement, lines)} ${lineText(statement)}`);
  const key = shapeKey(new Set(graph.nodes.map(({ kind }) => kind)));
  const others = independentList(graph, lines, hidden > 0);
  return { graph, drawing, frame, texts, parts: [kinds, key, ...notes, frame, ...others] };
}

function independentList({ independent }: Graph, lines: Lines, isFiltered: boolean): HTMLElement[] {
  if (independent.length === 0) return [];
  const links = independent.map(({ statement }) => html('li', {}, statementLink(statement, lines)));
  const title = isFiltered ? 'No value from or to others' : 'Independent of all others';
  return [html('section', {}, html('h2', {}, title), html('ul', { class: 'dependences' }, ...links))];
}

/** What it does, what to, and where. */
function textsOf({ statement }: GraphNode, lines: Lines): string[] {
  const text = statementText(statement, lines);
  const end = text.indexOf(statement.op) + statement.op.length;
  const parts = [text.slice(0, end), text.slice(end).trim()].filter((part) => part !== '');
  const cut = parts.map((part) => (part.length > MOST_CHARACTERS ? `${part.slice(0, MOST_CHARACTERS - 1)}…` : part));
  return [...cut, `${lineText(statement)} · ${loopsText(statement.loops)}`];
}

function loopsText(loops: readonly string[]): string {
  const [outermost, innermost] = [loops[0], loops.at(-1)];
  if (outermost === undefined || innermost === undefined) return 'in no loop';
  return loops.length > 2 ? `in ${outermost} … ${innermost}` : `in ${loops.join(', ')}`;
}

function connect(
  { element, nodes, edges, labels }: Drawing,
  graph: Graph,
  lines: Lines,
  hasRoomForLabels: boolean,
): void {
  const light = (isLit: (edge: GraphEdge) => boolean) => {
    element.classList.add('pointed');
    graph.edges.forEach((edge, index) => {
      for (const mark of [edges[index], labels[index]]) mark?.classList.toggle('lit', isLit(edge));
    });
  };
  const dim = () => {
    element.classList.remove('pointed');
    for (const mark of [...edges, ...labels]) mark.classList.remove('lit');
    tooltip.hide();
  };
  makeReachable(nodes, {
    onPoint: (index) => {
      const node = index === undefined ? undefined : graph.nodes[index];
      if (node === undefined) dim();
      else light(({ source, sink }) => source === node.id || sink === node.id);
    },
    onPress: (index) => {
      const node = graph.nodes[index];
      if (node !== undefined) reveal(node.statement);
    },
  });
  // A label stands for its edge.
  labels.forEach((label, index) => {
    for (const event of ['pointerenter', 'pointerleave', 'click']) {
      label.addEventListener(event, () => edges[index]?.dispatchEvent(new MouseEvent(event)));
    }
  });
  makeReachable(edges, {
    onPoint: (index) => {
      const [edge, mark] = index === undefined ? [] : [graph.edges[index], edges[index]];
      if (edge === undefined || mark === undefined) {
        dim();
        return;
      }
      const together = hasRoomForLabels ? [edge] : graph.edges.filter((it) => isBetweenSame(it, edge));
      light((it) => together.includes(it));
      const { left, top, width, height } = mark.getBoundingClientRect();
      const told = together.flatMap((it) => describe(it, graph, lines));
      tooltip.show({ x: left + width / 2, y: top + height / 2 }, ...told);
    },
    onPress: (index) => {
      const edge = graph.edges[index];
      const node = graph.nodes.find(({ id }) => id === edge?.source);
      if (node !== undefined) reveal(node.statement);
    },
  });
}

/** Where edges share a line, all of them are pointed at. */
function isBetweenSame(a: GraphEdge, b: GraphEdge): boolean {
  return (a.source === b.source && a.sink === b.sink) || (a.source === b.sink && a.sink === b.source);
}

function endsOf({ source, sink }: GraphEdge, { nodes }: Graph): GraphNode[] {
  return [source, sink].flatMap((id) => nodes.find((node) => node.id === id) ?? []);
}

function describe(edge: GraphEdge, graph: Graph, lines: Lines): HTMLElement[] {
  const ends = endsOf(edge, graph).map(({ statement }, index) => [
    html('code', {}, `${index === 0 ? '' : '→ '}${statementText(statement, lines)}`),
    html('span', { class: 'quiet' }, lineText(statement)),
  ]);
  if (edge.kind === 'unanalysed') {
    const node = graph.nodes.find(({ id }) => id === edge.source);
    const reason = node?.kind === 'unanalysed' ? node.statement.unknown : '';
    return [html('div', { class: 'title' }, `not analysed: ${reason}`), html('div', { class: 'ends' }, ...ends.flat())];
  }
  const { kind } = edge;
  return [
    html('div', { class: `title ${kind}` }, sample(kind), kind.toUpperCase()),
    ...dependenceTexts(edge, graph).map((text) => html('div', {}, text)),
    html('div', { class: 'ends' }, ...ends.flat()),
  ];
}

/** A line per depth. */
function dependenceTexts(edge: GraphEdge, graph: Graph): string[] {
  const loops = endsOf(edge, graph)[0]?.statement.loops ?? [];
  return edge.dependences.map((it) => {
    const flow = it.flow === false ? ' · written again before it is read' : '';
    const reason = it.unknown === undefined ? '' : `: ${it.unknown}`;
    return `distance ${distanceText(it)}${reason} · ${carriedText(it, loops)}${flow}`;
  });
}

function edgeText(edge: GraphEdge, graph: Graph, lines: Lines): string {
  const [from, to] = endsOf(edge, graph).map(
    ({ statement }) => `${statementText(statement, lines)} in ${lineText(statement)}`,
  );
  const what = edge.kind === 'unanalysed' ? 'may touch the same memory' : edge.kind.toUpperCase();
  return [`${what} from ${from ?? ''} to ${to ?? ''}`, ...dependenceTexts(edge, graph)].join('; ');
}
