// The page of the view *Dependence graph*.
import { carriedText, distanceText } from '../../distance';
import type { FunctionGraph } from '../../protocol';
import type { DependenceGraphPicture, Lines, ToPage } from '../../views/messages';
import { followSwitch } from '../follow';
import { listen } from '../host';
import { countKinds, legend, sample } from '../kinds';
import { makeReachable } from '../roving';
import { lineText, reveal, statementLink, statementText } from '../statement';
import { html } from '../svg';
import { Tooltip } from '../tooltip';
import { draw, type Drawing } from './draw';
import { place } from './layout';
import { graphOf, type Graph, type GraphEdge, type GraphNode } from './model';
import { notesOn } from './notes';

const page = document.querySelector('main') ?? document.body;
const tooltip = new Tooltip();
/** Longer lines of a statement are cut. */
const MOST_CHARACTERS = 40;

listen<ToPage<DependenceGraphPicture>>((message) => {
  tooltip.hide();
  if (message.type === 'nothing') {
    page.replaceChildren(html('p', { class: 'note' }, message.reason));
    return;
  }
  const { graph, lines, line } = message.picture;
  const follow = followSwitch(message.isFollowing);
  const functions = graph.functions.filter(({ nodes, unanalysed }) => nodes.length + unanalysed.length > 0);
  const shown = functions.flatMap((it) => show(it, lines, line));
  const hint = 'No affine access is in the function at the cursor.';
  page.replaceChildren(
    html('div', { class: 'controls' }, html('b', {}, functions.map(nameOf).join(', ')), follow),
    ...(shown.length > 0 ? shown : [html('p', { class: 'note' }, hint)]),
    tooltip.element,
  );
});

function nameOf({ name }: FunctionGraph): string {
  return name === '' ? 'outside any function' : `@${name}`;
}

function show(whole: FunctionGraph, lines: Lines, line: number): HTMLElement[] {
  const graph = graphOf(whole, line);
  const drawing = draw(
    place(graph, (node) => textsOf(node, lines)),
    ({ edge }) => edgeText(edge, graph, lines),
  );
  connect(drawing, graph, lines);
  const frame = html('div', { class: 'frame' }, drawing.element);
  const notes = notesOn(graph, whole).map((note) => html('p', { class: 'note' }, note));
  const kinds = legend(countKinds(whole.edges), frame);
  return [kinds, ...notes, frame, ...independentList(graph, lines)];
}

function independentList({ independent }: Graph, lines: Lines): HTMLElement[] {
  if (independent.length === 0) return [];
  const links = independent.map(({ statement }) => html('li', {}, statementLink(statement, lines)));
  return [
    html('section', {}, html('h2', {}, 'Independent of all others'), html('ul', { class: 'dependences' }, ...links)),
  ];
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

function connect({ element, nodes, edges }: Drawing, graph: Graph, lines: Lines): void {
  const light = (isLit: (edge: GraphEdge) => boolean) => {
    element.classList.add('pointed');
    graph.edges.forEach((edge, index) => edges[index]?.classList.toggle('lit', isLit(edge)));
  };
  const dim = () => {
    element.classList.remove('pointed');
    for (const mark of edges) mark.classList.remove('lit');
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
  makeReachable(edges, {
    onPoint: (index) => {
      const [edge, mark] = index === undefined ? [] : [graph.edges[index], edges[index]];
      if (edge === undefined || mark === undefined) {
        dim();
        return;
      }
      light((it) => it === edge);
      const { left, top, width, height } = mark.getBoundingClientRect();
      tooltip.show({ x: left + width / 2, y: top + height / 2 }, ...describe(edge, graph, lines));
    },
    onPress: (index) => {
      const edge = graph.edges[index];
      const node = graph.nodes.find(({ id }) => id === edge?.source);
      if (node !== undefined) reveal(node.statement);
    },
  });
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
