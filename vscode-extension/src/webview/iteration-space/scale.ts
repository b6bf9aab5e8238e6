// From values of an induction variable to steps from its first value, and which of them are written at the axis.
import type { Coordinate, InductionRange } from '../../protocol';

/** So many values of an axis are written at most. */
const MOST_TICKS = 13;

export interface Axis {
  readonly name: string;
  /** How many steps there are after the first value. */
  readonly steps: number;
  readonly ticks: readonly Tick[];
  /** Steps from the first value; values may be too great for numbers, their differences are not. */
  readonly stepOf: (value: Coordinate) => number;
}

export interface Tick {
  readonly step: number;
  readonly label: string;
}

/** @param values those that points have on this axis */
export function axisOf(name: string, range: InductionRange | undefined, values: readonly Coordinate[]): Axis {
  const width = BigInt(Math.max(1, range?.step ?? 1));
  const all = values.map((value) => BigInt(value));
  const first = all.reduce((a, b) => (a < b ? a : b), all[0] ?? 0n);
  const last = all.reduce((a, b) => (a > b ? a : b), first);
  const steps = Number((last - first) / width);
  const every = tickEvery(steps);
  const ticks: Tick[] = [];
  for (let step = 0; step <= steps; step += every) {
    ticks.push({ step, label: String(first + BigInt(step) * width) });
  }
  return { name, steps, ticks, stepOf: (value) => Number(BigInt(value) - first) / Number(width) };
}

/** 1, 2, 5, 10, 20, … steps, so that there are not too many ticks. */
export function tickEvery(steps: number): number {
  for (let power = 1; ; power *= 10) {
    const every = [1, 2, 5].map((factor) => factor * power).find((it) => steps / it < MOST_TICKS);
    if (every !== undefined) return every;
  }
}
