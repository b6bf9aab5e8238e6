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
  const texts = tables.map(({ title, names, columns, tableau, isl }) =>
    [
      heading(title, '-'),
      ...(names.length > 0 ? [`Values: ${names.join(', ')}\n`] : []),
      aligned(tableau, columns),
      isl,
      '',
    ].join('\n'),
  );
  return unknown === null ? texts : [...texts, `Not known: ${unknown}.\n`];
}

function heading(text: string, rule: string): string {
  return `${text}\n${rule.repeat(WIDTH)}\n`;
}

/** Rows of coefficients with their columns under each other, and the columns' names above them. */
function aligned(tableau: string, columns: readonly string[]): string {
  const isRow = (line: string) => /^-?\d/.test(line) && / >?= 0$/.test(line);
  const rows = tableau.split('\n');
  const cellsOf = (row: string) => row.replace(/ >?= 0$/, '').split(' ');
  const heads = [...columns, '1'];
  const widths = heads.map(({ length }) => length);
  for (const row of rows.filter(isRow)) {
    cellsOf(row).forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  const padded = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ');
  const lines = rows.map((row) => {
    if (!isRow(row)) return row;
    const relation = / (>?= 0)$/.exec(row)?.[1] ?? '';
    return `${padded(cellsOf(row))}  ${relation.padStart(4)}`;
  });
  const first = rows.findIndex(isRow);
  return (first < 0 ? lines : lines.toSpliced(first, 0, padded(heads))).join('\n');
}
