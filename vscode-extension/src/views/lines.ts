// The text around what the server names by its range.
import type { Range } from '../protocol';
import type { Lines } from './messages';

interface Text {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** The lines where the ranges begin. A text that is newer than the answer may be shorter. */
export function linesOf(text: Text, ranges: readonly Range[]): Lines {
  const lines: Record<number, string> = {};
  for (const { start } of ranges) {
    if (start.line < text.lineCount) lines[start.line] = text.lineAt(start.line).text.trim();
  }
  return lines;
}
