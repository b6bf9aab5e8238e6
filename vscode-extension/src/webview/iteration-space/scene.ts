// The whole picture of an iteration space as numbers, before it becomes elements of a page.
import { difference } from '../../distance';
import type { Coordinate, IterationArrow, IterationSpace } from '../../protocol';
import { curveBetween, type Curve, type Point } from '../geometry';
import { project, type Projected, type Viewpoint } from './projection';
import { axisOf, type Axis } from './scale';

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly axes: readonly SceneAxis[];
  /** Faint lines that show where points may be. */
  readonly grid: readonly (readonly [Point, Point])[];
  /** What is further away comes first. */
  readonly points: readonly ScenePoint[];
  /** In the order of the answer. */
  readonly arrows: readonly SceneArrow[];
}

export interface SceneAxis {
  readonly name: string;
  readonly from: Point;
  readonly to: Point;
  readonly label: Point;
  readonly ticks: readonly { readonly at: Point; readonly text: Point; readonly label: string }[];
}

export interface ScenePoint extends Point {
  readonly iteration: readonly Coordinate[];
  /** From 0 for the nearest to 1 for the furthest. */
  readonly distance: number;
}

export interface SceneArrow {
  readonly arrow: IterationArrow;
  /** As that of points. */
  readonly distance: number;
  readonly curve: Curve;
}

export const HEAD = { length: 8, width: 7 };
const SPACING = { least: 20, most: 56 };
/** What the longest side should measure. */
const SIDE = 520;
const MARGIN = { left: 30, right: 34, top: 38, bottom: 26 };
/** A letter of an axis's name is nearly as wide. */
const LETTER = 8.6;
/** How far an axis goes beyond its last value, and how far from the points it is. */
const BEYOND = 0.7;
const TICK_GAP = 20;
/** Arrows of several kinds between the same points are so far apart. */
const APART = 9;

export function sceneOf(space: IterationSpace, viewpoint: Viewpoint): Scene {
  const axes = space.loops.map((name, index) =>
    axisOf(
      name,
      space.ranges[index],
      space.points.flatMap((point) => point[index] ?? []),
    ),
  );
  const longest = Math.max(1, ...axes.map(({ steps }) => steps));
  const spacing = Math.min(SPACING.most, Math.max(SPACING.least, SIDE / longest));
  const place = (steps: readonly number[]) => project(steps, spacing, viewpoint);
  const placeOf = (iteration: readonly Coordinate[]) =>
    place(axes.map((axis, index) => axis.stepOf(iteration[index] ?? 0)));
  const radius = Math.max(3, Math.min(5.5, spacing / 8));

  const depths = space.points.map((iteration) => placeOf(iteration).depth);
  const [nearest, furthest] = [Math.min(...depths), Math.max(...depths)];
  const points = space.points
    .map((iteration) => ({ iteration, at: placeOf(iteration) }))
    .sort((a, b) => b.at.depth - a.at.depth)
    .map(({ iteration, at }) => ({ ...at, iteration, distance: share(at.depth, nearest, furthest) }));
  const bends = bendsOf(space.arrows, axes);
  const gap = { start: radius + 2, end: radius + 2 + HEAD.length };
  const arrows = space.arrows.map((arrow, index) => {
    const [from, to] = [placeOf(arrow.source), placeOf(arrow.sink)];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const { base, aside } = bends[index] ?? { base: 0, aside: 0 };
    const distance = share((from.depth + to.depth) / 2, nearest, furthest);
    return { arrow, distance, curve: curveBetween(from, to, base * Math.min(length, 3 * SPACING.most) + aside, gap) };
  });
  return fitted({ radius, axes: sceneAxes(axes, place), grid: gridOf(axes, place), points, arrows });
}

/** Arrows over other points bend around them, and those of several kinds between the same points away from each other. */
function bendsOf(arrows: readonly IterationArrow[], axes: readonly Axis[]): { base: number; aside: number }[] {
  const between = new Map<string, number[]>();
  arrows.forEach(({ source, sink }, index) => {
    const key = `${source.join()} ${sink.join()}`;
    between.set(key, [...(between.get(key) ?? []), index]);
  });
  const bends = arrows.map(({ source, sink }) => {
    const steps = axes.map((axis, index) => axis.stepOf(sink[index] ?? 0) - axis.stepOf(source[index] ?? 0));
    return { base: axes.length === 1 ? 0.3 : steps.reduce(gcd, 0) > 1 ? 0.16 : 0, aside: 0 };
  });
  for (const group of between.values()) {
    group.forEach((index, position) => {
      const bend = bends[index];
      if (bend !== undefined) bend.aside = (position - (group.length - 1) / 2) * APART;
    });
  }
  return bends;
}

function gcd(a: number, b: number): number {
  let [greater, lesser] = [Math.abs(a), Math.abs(b)];
  while (lesser > 0) [greater, lesser] = [lesser, greater % lesser];
  return greater;
}

function share(value: number, least: number, greatest: number): number {
  return greatest > least ? (value - least) / (greatest - least) : 0;
}

type Place = (steps: readonly number[]) => Projected;

/** Axes run beside the points, so that no line crosses them. */
function sceneAxes(axes: readonly Axis[], place: Place): SceneAxis[] {
  return axes.map(({ name, steps, ticks }, index) => {
    // The third is at the far end of the first, where its numbers have room.
    const beside = (other: number) => (index === 2 && other === 0 ? (axes[0]?.steps ?? 0) + BEYOND : -BEYOND);
    const at = (step: number) => place(axes.map((_, other) => (other === index ? step : beside(other))));
    const [from, to] = [at(-BEYOND), at(steps + BEYOND)];
    const outwards = outwardsOf(index, axes.length, from, to);
    return {
      name,
      from,
      to,
      // In space the third axis begins where the first ends.
      label: index === 0 && axes.length > 2 ? moved(to, outwards, TICK_GAP) : moved(to, unit(from, to), 16),
      ticks: ticks.map(({ step, label }) => ({
        at: at(step),
        text: moved(at(step), outwards, TICK_GAP * (index === 0 ? 0.85 : 0.7)),
        label,
      })),
    };
  });
}

/** To which side of an axis its numbers stand. */
function outwardsOf(index: number, count: number, from: Point, to: Point): Point {
  if (index === 1) return { x: -1, y: 0 };
  if (count < 3) return { x: 0, y: 1 };
  const along = unit(from, to);
  return { x: -along.y, y: along.x };
}

function unit(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

function moved(point: Point, direction: Point, by: number): Point {
  return { x: point.x + direction.x * by, y: point.y + direction.y * by };
}

/** In the plane a line per tick; in space the floor. */
function gridOf(axes: readonly Axis[], place: Place): [Point, Point][] {
  if (axes.length < 2) return [];
  const [first, second] = axes.length === 2 ? [0, 1] : [0, 2];
  const lines = (along: number, across: number): [Point, Point][] =>
    (axes[across]?.ticks ?? []).map(({ step }) => {
      const at = (end: number) =>
        place(axes.map((_, index) => (index === along ? end : index === across ? step : -BEYOND)));
      return [at(-BEYOND), at((axes[along]?.steps ?? 0) + BEYOND)];
    });
  return [...lines(first, second), ...lines(second, first)];
}

/** Moves everything so that it begins at the margin, and says how large it is. */
function fitted(scene: Omit<Scene, 'width' | 'height'>): Scene {
  const all = [
    ...scene.axes.flatMap(({ from, to, ticks }) => [from, to, ...ticks.map(({ text }) => text)]),
    ...scene.points,
    ...scene.arrows.flatMap(({ curve }) => [curve.from, middle(curve), curve.to]),
  ];
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const by = { x: MARGIN.left - left, y: MARGIN.top - top };
  const move = <P extends Point>(point: P): P => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  return {
    ...scene,
    width: right - left + MARGIN.left + MARGIN.right + LETTER * Math.max(...scene.axes.map(({ name }) => name.length)),
    height: bottom - top + MARGIN.top + MARGIN.bottom,
    axes: scene.axes.map((axis) => ({
      ...axis,
      from: move(axis.from),
      to: move(axis.to),
      label: move(axis.label),
      ticks: axis.ticks.map((tick) => ({ ...tick, at: move(tick.at), text: move(tick.text) })),
    })),
    grid: scene.grid.map(([from, to]) => [move(from), move(to)]),
    points: scene.points.map(move),
    arrows: scene.arrows.map(({ arrow, distance, curve: { from, control, to } }) => ({
      arrow,
      distance,
      curve: { from: move(from), control: move(control), to: move(to) },
    })),
  };
}

function middle({ from, control, to }: Curve): Point {
  return { x: (from.x + 2 * control.x + to.x) / 4, y: (from.y + 2 * control.y + to.y) / 4 };
}

/** `RAW · distance (2, 0) · from iteration (%i, %j) = (0, 0) to (2, 0)` */
export function arrowText(arrow: IterationArrow, loops: readonly string[]): string {
  const distance = `(${difference(arrow.source, arrow.sink).join(', ')})`;
  const names = `(${loops.join(', ')})`;
  const from = `(${arrow.source.join(', ')})`;
  return `${arrow.kind.toUpperCase()} · distance ${distance} · ${names} from ${from} to (${arrow.sink.join(', ')})`;
}
