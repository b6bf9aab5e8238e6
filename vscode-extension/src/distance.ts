// Distance vectors and names of dependences as people read them, in the same words as the server's hovers.
import type { Component, Coordinate, Dependence, DependenceKind } from './protocol';

export const KINDS: readonly DependenceKind[] = ['raw', 'war', 'waw'];

export const KIND_NAMES: Readonly<Record<DependenceKind, string>> = {
  raw: 'read after write',
  war: 'write after read',
  waw: 'write after write',
};

/** `(2, 0)`, or with least and greatest components `([1, 7], [-1, *])`: as the server writes vectors. */
export function distanceText({ components, unknown }: Dependence): string {
  if (unknown !== undefined) return 'not known';
  return components.length === 0 ? 'no common loop' : `(${components.map(componentText).join(', ')})`;
}

function componentText({ lb, ub }: Component): string {
  return lb !== null && lb === ub ? String(lb) : `[${lb ?? '*'}, ${ub ?? '*'}]`;
}

/** The components of t − s. */
export function difference(source: readonly Coordinate[], sink: readonly Coordinate[]): string[] {
  return sink.map((to, index) => String(BigInt(to) - BigInt(source[index] ?? 0)));
}

/** `carried by %i (depth 1)`; loop-independent where no loop carries it. */
export function carriedText(dependence: Dependence, loops: readonly string[]): string {
  const { depth, components } = dependence;
  if (depth > components.length) return 'loop-independent';
  return `carried by ${loops[depth - 1] ?? 'a loop'} (depth ${depth})`;
}
