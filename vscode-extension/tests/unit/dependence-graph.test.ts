// The dependence graph as numbers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Access, FunctionGraph } from '../../src/protocol';
import type { Point } from '../../src/webview/geometry';
import { filtered, memrefsOf } from '../../src/webview/dependence-graph/filter';
import { place } from '../../src/webview/dependence-graph/layout';
import { graphOf } from '../../src/webview/dependence-graph/model';
import { notesOn } from '../../src/webview/dependence-graph/notes';
import { routePath, shortened } from '../../src/webview/dependence-graph/route';
import { adi } from './adi';
import { dependence } from './sample-space';

function access(id: number): Access {
  const range = { start: { line: id, character: 4 }, end: { line: id, character: 15 } };
  return { id, op: 'affine.load', kind: id % 2 === 0 ? 'read' : 'write', memref: '%m', range, loops: ['%i', '%j'] };
}

function functionOf(count: number, edges: FunctionGraph['edges']): FunctionGraph {
  const nodes = Array.from({ length: count }, (_, id) => access(id));
  return { name: 'f', nodes, edges, edgesLeftOut: 0, notComputed: [], unanalysed: [] };
}

describe('graphs', () => {
  test('depths of one pair and kind are one edge', () => {
    const edges = [
      dependence({ depth: 1 }),
      dependence({
        depth: 2,
        components: [
          { lb: 0, ub: 0 },
          { lb: 1, ub: null },
        ],
      }),
      dependence({ kind: 'waw' }),
    ];
    const graph = graphOf(functionOf(2, edges), 0);
    assert.deepEqual(
      graph.edges.map(({ kind, labels }) => [kind, ...labels]),
      [
        ['raw', '(2, 0)', '(0, [1, *])'],
        ['waw', '(2, 0)'],
      ],
    );
  });

  test('many depths are counted', () => {
    const edges = Array.from({ length: 5 }, (_, index) => dependence({ depth: index + 1 }));
    assert.deepEqual(graphOf(functionOf(2, edges), 0).edges[0]?.labels, ['(2, 0)', '(2, 0)', '(2, 0)', 'and 2 more']);
  });

  test('of many statements the nearest to the cursor are drawn, and the others counted', () => {
    const edges = Array.from({ length: 99 }, (_, id) => dependence({ source: id, sink: id + 1 }));
    const graph = graphOf(functionOf(100, edges), 99);
    assert.equal(graph.nodes.length, 60);
    assert.equal(graph.nodesLeftOut, 40);
    assert.equal(graph.nodes[0]?.id, 'a40');
    assert.equal(graph.edges.length + graph.edgesLeftOut, 99);
    assert.equal(graph.edges.length, 59);
  });

  test('statements without edges are listed and not drawn', () => {
    const graph = graphOf(functionOf(4, [dependence({ source: 1, sink: 3 })]), 0);
    assert.deepEqual(
      [graph.nodes, graph.independent].map((nodes) => nodes.map(({ id }) => id)),
      [
        ['a1', 'a3'],
        ['a0', 'a2'],
      ],
    );
    assert.equal(graph.nodesLeftOut, 0);
  });

  test('what is not analysed is dependent on what it may touch', () => {
    const call = { ...access(2), op: 'func.call', reads: true, writes: true, unknown: 'a call', accesses: [0, 1] };
    const graph = graphOf({ ...functionOf(2, []), unanalysed: [call] }, 0);
    assert.deepEqual(
      graph.edges.map(({ source, sink, kind }) => [source, sink, kind]),
      [
        ['u0', 'a0', 'unanalysed'],
        ['u0', 'a1', 'unanalysed'],
      ],
    );
  });
});

describe('what the server leaves out', () => {
  const edges = [dependence({ source: 0, sink: 1 })];
  const whole = functionOf(3, edges);

  test('edges are counted, and no statement is called independent', () => {
    const part = { ...whole, edgesLeftOut: 7 };
    const graph = graphOf(part, 0);
    assert.equal(graph.edgesLeftOut, 7);
    assert.deepEqual([graph.independent.length, graph.nodesLeftOut], [0, 1]);
    assert.ok(notesOn(graph, part).includes('7 edges are not shown.'));
  });

  test('accesses of operations that are not analysed are counted as edges', () => {
    const call = { ...access(2), op: 'func.call', reads: true, writes: true, unknown: 'a call', accesses: [0] };
    const graph = graphOf({ ...whole, unanalysed: [{ ...call, accessesLeftOut: 2 }] }, 0);
    assert.equal(graph.edgesLeftOut, 2);
    assert.deepEqual(graph.independent, []);
  });

  test('pairs that are not computed are told with their reason', () => {
    const part = { ...functionOf(3, []), notComputed: [{ memrefs: ['%a', '%b'], pairs: 14, unknown: 'too many' }] };
    assert.deepEqual(notesOn(graphOf(part, 0), part), [
      '14 pairs of accesses of %a, %b are not computed and may be dependent: too many.',
    ]);
  });

  test('where nothing is left out nothing is said', () => {
    assert.deepEqual(notesOn(graphOf(whole, 0), whole), []);
    const independent = functionOf(3, []);
    assert.deepEqual(notesOn(graphOf(independent, 0), independent), ['No access depends on another.']);
  });
});

describe('layout', () => {
  const edges = [dependence({}), dependence({ source: 1, sink: 1 }), dependence({ source: 1, sink: 2, kind: 'war' })];
  const placed = place(graphOf(functionOf(3, edges), 0), ({ id }) => [id, 'line']);

  test('boxes do not overlap and are inside', () => {
    placed.nodes.forEach((a, index) => {
      assert.ok(a.x - a.width / 2 >= 0 && a.x + a.width / 2 <= placed.width);
      assert.ok(a.y - a.height / 2 >= 0 && a.y + a.height / 2 <= placed.height);
      for (const b of placed.nodes.slice(index + 1)) {
        const apart = Math.abs(a.x - b.x) * 2 >= a.width + b.width || Math.abs(a.y - b.y) * 2 >= a.height + b.height;
        assert.ok(apart, `${a.node.id} and ${b.node.id}`);
      }
    });
  });

  test('an edge from a statement to itself goes round beside it', () => {
    const loop = placed.edges.find(({ edge }) => edge.source === edge.sink);
    const box = placed.nodes.find(({ node }) => node.id === loop?.edge.source);
    assert.ok(loop && box);
    const right = box.x + box.width / 2;
    assert.deepEqual([loop.points[0]?.x, loop.points.at(-1)?.x], [right, right]);
    assert.ok(loop.points.slice(1, -1).every(({ x }) => x > right) && loop.label.x > right);
    assert.ok(loop.label.x <= placed.width);
  });

  test('sources are above their sinks, and every edge has a way and a label', () => {
    const [first, second, third] = placed.nodes.map(({ y }) => y);
    assert.ok(first !== undefined && second !== undefined && third !== undefined && first < second && second < third);
    for (const { points, label } of placed.edges) {
      assert.ok(points.length >= 2);
      assert.ok(label.x > 0 && label.y > 0);
    }
  });
});

test('pieces that do not hang together stand in rows', () => {
  const edges = Array.from({ length: 6 }, (_, index) => dependence({ source: 2 * index, sink: 2 * index + 1 }));
  const graph = graphOf(functionOf(12, edges), 0);
  const placed = place(graph, ({ id }) => [`${id} and a statement of some length`]);
  assert.ok(placed.width <= 700, String(placed.width));
  assert.deepEqual(
    placed.nodes.map(({ node }) => node.id),
    graph.nodes.map(({ id }) => id),
  );
  assert.deepEqual(
    placed.edges.map(({ edge }) => edge),
    graph.edges,
  );
  for (const { edge, points } of placed.edges) {
    const source = placed.nodes.find(({ node }) => node.id === edge.source);
    const start = points[0];
    assert.ok(source && start && Math.abs(start.x - source.x) <= source.width / 2 + 1);
    assert.ok(Math.abs(start.y - source.y) <= source.height / 2 + 1);
  }
});

describe('ways', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 0, y: 10 },
    { x: 10, y: 20 },
  ];

  test('corners are rounded', () => {
    assert.equal(routePath(points), 'M0,0Q0,10 10,20');
    assert.equal(routePath(points.slice(0, 2)), 'M0,0L0,10');
    assert.equal(routePath([]), '');
  });

  test('the end is drawn back', () => {
    assert.deepEqual(shortened(points.slice(0, 2), 4).at(-1), { x: 0, y: 6 });
  });
});

describe('what is wanted of a graph', () => {
  const whole = adi();

  test('one memref: its accesses and what depends on what among them', () => {
    const [, memref] = memrefsOf([whole]);
    const part = filtered(whole, { memref, onlyFlow: false });
    assert.ok(part.nodes.length > 1 && part.nodes.every((it) => it.memref === memref));
    const ids = new Set(part.nodes.map(({ id }) => id));
    assert.ok(part.edges.length > 0 && part.edges.every(({ source, sink }) => ids.has(source) && ids.has(sink)));
  });

  test('flow of values: no dependence but those, and none that is known to carry nothing', () => {
    const edges = [
      dependence({ source: 0, sink: 1, flow: true }),
      dependence({ source: 0, sink: 2, flow: false }),
      dependence({ source: 1, sink: 2 }),
      dependence({ source: 1, sink: 2, kind: 'waw' }),
    ];
    const part = filtered(functionOf(3, edges), { memref: undefined, onlyFlow: true });
    assert.deepEqual(part.edges, [edges[0], edges[2]]);
  });

  test('an operation that is not analysed stays with the memref that it may touch', () => {
    const call = { ...access(2), op: 'func.call', reads: true, writes: true, unknown: 'a call', accesses: [0] };
    const graph = functionOf(2, []);
    const nodes = graph.nodes.map((node) => ({ ...node, memref: `%m${node.id}` }));
    const only = (memref: string) =>
      filtered({ ...graph, nodes, unanalysed: [call] }, { memref, onlyFlow: false }).unanalysed.length;
    assert.deepEqual([only('%m0'), only('%m1')], [1, 0]);
  });
});

describe('a dense graph', () => {
  const graph = graphOf(adi(), 0);
  const placed = place(graph, ({ statement }) => [statement.op, 'line 12 · in %t, %i, %j']);

  test('has all its statements and edges', () => {
    assert.equal(graph.nodes.length, 32);
    assert.equal(graph.edges.length, 114);
    assert.equal(placed.edges.length, 114);
    assert.ok(!placed.hasRoomForLabels);
  });

  test('its lines cross less than a fourth as often as edges that are laid out one by one', () => {
    const lines = placed.edges.filter(({ strip }) => strip === undefined || strip.index === 0);
    const crossings = crossingsBetween(lines.map(({ points }) => points));
    assert.ok(crossings <= 27, `${crossings} crossings of ${lines.length} lines`);
  });

  test('edges between the same statements share a line, each in its direction', () => {
    const shared = placed.edges.filter(({ strip }) => strip !== undefined);
    assert.ok(shared.length > 0);
    for (const { edge, points, strip } of shared) {
      const [start] = points;
      const source = placed.nodes.find(({ node }) => node.id === edge.source);
      assert.ok(start && source && Math.abs(start.y - source.y) <= source.height / 2 + 1, strip?.index.toString());
    }
  });
});

test('in a small graph they run beside each other', () => {
  const edges = [dependence({ source: 0, sink: 1 }), dependence({ source: 1, sink: 0, kind: 'war' })];
  const placed = place(graphOf(functionOf(2, edges), 0), ({ id }) => [id]);
  const [down, up] = placed.edges.map(({ points }) => points);
  assert.ok(down && up);
  assert.equal(crossingsBetween([down, up]), 0);
  assert.ok(Math.abs((down[0]?.x ?? 0) - (up.at(-1)?.x ?? 0)) >= 8);
  assert.ok((down[0]?.y ?? 0) < (up[0]?.y ?? 0));
});

function crossingsBetween(ways: readonly (readonly Point[])[]): number {
  const side = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  const cross = (a: Point, b: Point, c: Point, d: Point) =>
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
  const pieces = ways.map((way) => way.slice(1).map((to, index) => [way[index] ?? to, to] as const));
  return pieces
    .flatMap((some, index) => pieces.slice(index + 1).map((others) => [some, others] as const))
    .flatMap(([some, others]) => some.map(([a, b]) => others.filter(([c, d]) => cross(a, b, c, d)).length))
    .reduce((sum, count) => sum + count, 0);
}
