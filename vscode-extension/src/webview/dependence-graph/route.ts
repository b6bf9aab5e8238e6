// A smooth way along the points that the layout gives an edge.
import { pair, type Point } from '../geometry';

/** Through the middles of the segments, drawn towards the corners between them; the last stretch is straight. */
export function routePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (first === undefined || last === undefined) return '';
  const parts = [`M${pair(first)}`];
  rest.forEach((corner, index) => {
    const next = rest[index + 1];
    parts.push(`Q${pair(corner)} ${pair(next === undefined ? last : between(corner, next))}`);
  });
  return rest.length === 0 ? `${parts.join('')}L${pair(last)}` : parts.join('');
}

/** The points with the end drawn back, which leaves room for an arrowhead. */
export function shortened(points: readonly Point[], by: number): Point[] {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (last === undefined || before === undefined) return [...points];
  const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
  const share = Math.min(by / length, 0.9);
  const end = { x: last.x + (before.x - last.x) * share, y: last.y + (before.y - last.y) * share };
  return [...points.slice(0, -1), end];
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
