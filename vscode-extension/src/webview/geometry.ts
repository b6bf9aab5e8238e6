// Points and curves of a picture, in pixels; y grows downwards.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Curve {
  readonly from: Point;
  readonly control: Point;
  readonly to: Point;
}

/**
 * A curve from one mark to another that bends to the left of its way.
 *
 * @param bend how far its middle is off the straight line
 * @param gap how far from the centres of the marks it starts and ends
 */
export function curveBetween(from: Point, to: Point, bend: number, gap: { start: number; end: number }): Curve {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const normal = { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
  // The curve comes half as far as its control point.
  const control = {
    x: (from.x + to.x) / 2 + 2 * bend * normal.x,
    y: (from.y + to.y) / 2 + 2 * bend * normal.y,
  };
  return { from: towards(from, control, gap.start), control, to: towards(to, control, gap.end) };
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(distance / length, 0.45);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

export function curvePath({ from, control, to }: Curve): string {
  return `M${pair(from)}Q${pair(control)} ${pair(to)}`;
}

/** The corners of an arrowhead at the end of a curve. */
export function arrowhead({ control, to }: Curve, length: number, width: number): string {
  const size = Math.hypot(to.x - control.x, to.y - control.y) || 1;
  const along = { x: (to.x - control.x) / size, y: (to.y - control.y) / size };
  const back = { x: to.x, y: to.y };
  const tip = { x: back.x + along.x * length, y: back.y + along.y * length };
  const side = { x: (-along.y * width) / 2, y: (along.x * width) / 2 };
  return [tip, { x: back.x + side.x, y: back.y + side.y }, { x: back.x - side.x, y: back.y - side.y }]
    .map(pair)
    .join(' ');
}

export function pair({ x, y }: Point): string {
  return `${round(x)},${round(y)}`;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
