// The picture of an iteration space as numbers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { curveBetween, type Point } from '../../src/webview/geometry';
import { notesOn } from '../../src/webview/iteration-space/notes';
import { VIEWPOINT, project } from '../../src/webview/iteration-space/projection';
import { axisOf, tickEvery } from '../../src/webview/iteration-space/scale';
import { arrowText, sceneOf, type Scene } from '../../src/webview/iteration-space/scene';
import { forbidding } from '../../src/webview/refusal/forbidding';
import { arrow, box, dependence } from './sample-space';

function at(scene: Scene, iteration: readonly (number | string)[]): Point {
  const found = scene.points.find((point) => point.iteration.join() === iteration.join());
  assert.ok(found, `no point (${iteration.join()})`);
  return found;
}

/** How near a curve comes to a point. */
function clearance({ from, control, to }: Scene['arrows'][number]['curve'], point: Point): number {
  const distances = Array.from({ length: 101 }, (_, index) => {
    const t = index / 100;
    const on = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
    return Math.hypot(on(from.x, control.x, to.x) - point.x, on(from.y, control.y, to.y) - point.y);
  });
  return Math.min(...distances);
}

describe('scales', () => {
  test('a tick per value where there is room', () => {
    const { steps, ticks } = axisOf('%i', { least: 3, greatest: 6, lastShown: 6, step: 1 }, [3, 4, 5, 6]);
    assert.equal(steps, 3);
    assert.deepEqual(
      ticks.map(({ label }) => label),
      ['3', '4', '5', '6'],
    );
  });

  test('fewer ticks than values of long axes, at round distances', () => {
    assert.deepEqual([3, 12, 13, 30, 70, 500, 100_000].map(tickEvery), [1, 1, 2, 5, 10, 50, 10_000]);
  });

  test('steps of a loop are steps of its axis', () => {
    const { steps, ticks, stepOf } = axisOf('%i', { least: 1, greatest: 9, lastShown: 9, step: 4 }, [1, 5, 9]);
    assert.equal(steps, 2);
    assert.equal(stepOf(9), 2);
    assert.deepEqual(
      ticks.map(({ label }) => label),
      ['1', '5', '9'],
    );
  });

  test('values that numbers cannot hold keep their digits and distances', () => {
    const least = '9223372036854775800';
    const { ticks, stepOf } = axisOf('%i', undefined, [least, '9223372036854775802']);
    assert.equal(stepOf('9223372036854775802'), 2);
    assert.deepEqual(
      ticks.map(({ label }) => label),
      [least, '9223372036854775801', '9223372036854775802'],
    );
  });
});

describe('projection', () => {
  test('one loop goes right, the second up', () => {
    assert.deepEqual(project([2], 10, VIEWPOINT), { x: 20, y: -0, depth: 0 });
    assert.deepEqual(project([2, 3], 10, VIEWPOINT), { x: 20, y: -30, depth: 0 });
  });

  test('the third goes away from the eye', () => {
    const [near, far] = [project([0, 0, 0], 10, VIEWPOINT), project([0, 0, 1], 10, VIEWPOINT)];
    assert.ok(far.depth > near.depth);
    assert.ok(far.y < near.y, 'what is further away on the floor is higher in the picture');
    assert.ok(far.x > near.x);
  });

  test('seen from the front and the horizon, space is the plane', () => {
    const { x, y } = project([2, 3, 7], 10, { turn: 0, height: 0 });
    assert.deepEqual([x, -y], [20, 30]);
  });

  test('no two of the iterations that are shown by default fall on each other', () => {
    const places = box([4, 4, 4]).points.map((point) => project(point.map(Number), 56, VIEWPOINT));
    places.forEach((a, index) => {
      for (const b of places.slice(index + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 5, JSON.stringify([a, b]));
    });
  });
});

describe('scenes', () => {
  test('everything is inside', () => {
    for (const sizes of [[1], [9], [9, 9], [3, 20], [4, 4, 4], [1, 1, 1]]) {
      const scene = sceneOf(box(sizes), VIEWPOINT);
      const marks = [
        ...scene.points,
        ...scene.axes.flatMap(({ from, to, ticks }) => [from, to, ...ticks.map((it) => it.text)]),
      ];
      for (const { x, y } of marks) {
        assert.ok(x >= 0 && x <= scene.width && y >= 0 && y <= scene.height, `${x}, ${y} of ${sizes.join()}`);
      }
    }
  });

  test('an arrow over a point bends around it', () => {
    const scene = sceneOf(box([3, 1], [arrow('raw', [0, 0], [2, 0])]), VIEWPOINT);
    const [drawn] = scene.arrows;
    assert.ok(drawn && clearance(drawn.curve, at(scene, [1, 0])) > scene.radius + 2);
  });

  test('an arrow that meets no point is straight', () => {
    const scene = sceneOf(box([3, 3], [arrow('raw', [0, 0], [1, 1])]), VIEWPOINT);
    const { from, control, to } = scene.arrows[0]?.curve ?? assert.fail();
    const turned = (control.x - from.x) * (to.y - from.y) - (control.y - from.y) * (to.x - from.x);
    assert.ok(Math.abs(turned) < 1e-6);
  });

  test('arrows of several kinds between the same points lie side by side', () => {
    const arrows = [arrow('raw', [0, 0], [1, 0]), arrow('war', [0, 0], [1, 0])];
    const scene = sceneOf(box([2, 1], arrows), VIEWPOINT);
    const [a, b] = scene.arrows.map(({ curve }) => curve.control.y);
    assert.ok(a !== undefined && b !== undefined && Math.abs(a - b) > 8);
  });

  test('points further away come first', () => {
    const { points } = sceneOf(box([2, 2, 2]), VIEWPOINT);
    const distances = points.map(({ distance }) => distance);
    assert.deepEqual(
      distances,
      [...distances].sort((a, b) => b - a),
    );
    assert.deepEqual([distances[0], distances.at(-1)], [1, 0]);
  });

  test('a curve leaves room for marks and heads', () => {
    const { from, to } = curveBetween({ x: 0, y: 0 }, { x: 100, y: 0 }, 0, { start: 5, end: 10 });
    assert.deepEqual([from.x, to.x], [5, 90]);
  });

  test('an arrow says its kind, vector and iterations', () => {
    assert.equal(
      arrowText(arrow('war', [3, 4], [5, '4']), ['%i', '%j']),
      'WAR · distance (2, 0) · (%i, %j) from (3, 4) to (5, 4)',
    );
  });
});

describe('notes', () => {
  test('all is shown: none', () => {
    assert.deepEqual(notesOn(box([3, 3])), []);
  });

  test('what is left out is said', () => {
    const space = box([4, 3]);
    const ranges = [{ least: 0, greatest: 98, lastShown: 7, step: 2 }, ...space.ranges.slice(1)];
    assert.deepEqual(notesOn({ ...space, ranges, truncated: true, arrowsTruncated: true, symbols: { '%n': 8 } }), [
      'Only a part is shown: %i from 0 to 6 of 0 to 98.',
      'Dependences that lead out of this part, or are too many, have no arrows.',
      'Drawn for %n = 8.',
    ]);
    assert.deepEqual(notesOn({ ...space, truncated: true }), ['Only the first 12 iterations are shown.']);
  });

  test('loops inside, nothing at all, and what is not known', () => {
    const nest = [...box([1, 1]).nest];
    assert.deepEqual(notesOn({ ...box([2]), nest }), ['Dependences of %j are projected onto the loops outside.']);
    assert.deepEqual(notesOn(box([0])), ['There is no iteration.']);
    assert.deepEqual(notesOn({ ...box([0]), unknown: ['a bound is no affine expression'] }), [
      'Not known: a bound is no affine expression.',
    ]);
  });
});

describe('what is in the way', () => {
  const range = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 9 } });
  const place = (line: number) => ({ range: range(line), message: '' });
  const access = (id: number) => ({ id, op: 'x', kind: 'read' as const, memref: '%m', range: range(id), loops: [] });
  const space = {
    ...box(
      [3],
      [
        { kind: 'raw', source: [0], sink: [1], element: null, dependences: [0] },
        { kind: 'raw', source: [1], sink: [2], element: null, dependences: [1] },
      ],
    ),
    accesses: [access(4), access(7)],
    dependences: [dependence({ source: 4, sink: 4 }), dependence({ source: 7, sink: 4 })],
  };

  test('is the arrow between both places', () => {
    assert.equal(forbidding(space, [place(7), place(4)]), space.arrows[1]);
    assert.equal(forbidding(space, [place(4), place(7)]), space.arrows[1]);
    assert.equal(forbidding(space, [place(4), place(4)]), space.arrows[0]);
  });

  test('is nothing where no arrow is between them', () => {
    assert.equal(forbidding(space, [place(7), place(7)]), undefined);
    assert.equal(forbidding(space, [place(4)]), undefined);
    assert.equal(forbidding(space, []), undefined);
  });
});
