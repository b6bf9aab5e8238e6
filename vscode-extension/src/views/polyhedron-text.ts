// The document *Dependence polyhedron*: the constraint systems of an access and of its dependences, as text.
import type { ConstraintTable, Polyhedron, Range } from '../protocol';
import type { Lines } from './messages';

/** A rule of this width stands under each heading. */
const WIDTH = 78;

export function polyhedronText(polyhedron: Polyhedron, lines: Lines): string {
  const { range, tables, unknown, dependences } = polyhedron;
  const parts = [heading(`Access: ${statement(range, lines)}`, '='), ...systems(tables, unknown)];
  if (dependences.length === 0) parts.push('No dependence leaves or reaches it.\n');
  for (const { kind, source, sink, depth, tables: own, unknown: reason } of dependences) {
    const ends = [`from ${statement(source, lines)}`, `to   ${statement(sink, lines)}`];
    parts.push(heading([`${kind.toUpperCase()} at depth ${depth}`, ...ends].join('\n'), '='), ...systems(own, reason));
  }
  return parts.join('\n');
}

function statement({ start }: Range, lines: Lines): string {
  return `line ${start.line + 1}: ${lines[start.line] ?? ''}`;
}

function systems(tables: readonly ConstraintTable[], unknown: string | null): string[] {
  const texts = tables.map(({ title, names, tableau, isl }) =>
    [
      heading(title, '-'),
      ...(names.length > 0 ? [`Values: ${names.join(', ')}\n`] : []),
      aligned(tableau),
      isl,
      '',
    ].join('\n'),
  );
  return unknown === null ? texts : [...texts, `Not known: ${unknown}.\n`];
}

function heading(text: string, rule: string): string {
  return `${text}\n${rule.repeat(WIDTH)}\n`;
}

/** Rows of coefficients with their columns under each other. */
function aligned(tableau: string): string {
  const isRow = (line: string) => /^-?\d/.test(line) && / >?= 0$/.test(line);
  const rows = tableau.split('\n');
  const cells = rows.filter(isRow).map((row) => row.replace(/ >?= 0$/, '').split(' '));
  const widths: number[] = [];
  for (const row of cells) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) => {
      if (!isRow(row)) return row;
      const relation = / (>?= 0)$/.exec(row)?.[1] ?? '';
      const numbers = row.replace(/ >?= 0$/, '').split(' ');
      const padded = numbers.map((cell, column) => cell.padStart(widths[column] ?? 0));
      return `${padded.join('  ')}  ${relation.padStart(4)}`;
    })
    .join('\n');
}
