// Where an iteration is in the picture: on a line, in a plane, or in space seen from a corner.
import type { Point } from '../geometry';

/** Pixels, from the place of the first iteration; `depth` is greater for what is further away, 0 in the plane. */
export interface Projected extends Point {
  readonly depth: number;
}

export interface Viewpoint {
  /** How far the eye has gone round to the left, in degrees. */
  readonly turn: number;
  /** How far above the horizon it is, in degrees. */
  readonly height: number;
}

export const VIEWPOINT: Viewpoint = { turn: 32, height: 24 };

/** The first loop goes to the right, the second up, the third away from the eye. */
export function project(steps: readonly number[], spacing: number, viewpoint: Viewpoint): Projected {
  const [right = 0, up = 0, away = 0] = steps.map((step) => step * spacing);
  if (steps.length < 3) return { x: right, y: -up, depth: 0 };
  const turn = (viewpoint.turn * Math.PI) / 180;
  const height = (viewpoint.height * Math.PI) / 180;
  const depth = away * Math.cos(turn) - right * Math.sin(turn);
  return {
    x: right * Math.cos(turn) + away * Math.sin(turn),
    y: -(up * Math.cos(height) + depth * Math.sin(height)),
    depth: depth * Math.cos(height) - up * Math.sin(height),
  };
}
