// The functions of a file, out of its outline.
import type * as vscode from 'vscode';
import type { Server } from '../../client';
import type { Position, Range } from '../../protocol';

export interface NamedFunction {
  /** Without `@`. */
  readonly name: string;
  readonly range: Range;
}

interface OutlineSymbol {
  readonly name: string;
  readonly kind: number;
  readonly range: Range;
  readonly children?: readonly OutlineSymbol[];
}

/** LSP's number for functions. */
const FUNCTION = 12;

export async function functionsIn(
  server: Server,
  document: vscode.TextDocument,
  signal: AbortSignal,
): Promise<NamedFunction[]> {
  const params = { textDocument: { uri: document.uri.toString() } };
  const outline = await server.request<OutlineSymbol[] | null>('textDocument/documentSymbol', params, signal);
  return functionsOf(outline ?? []);
}

/** In text order, also those inside modules. */
export function functionsOf(symbols: readonly OutlineSymbol[]): NamedFunction[] {
  return symbols.flatMap((symbol) =>
    symbol.kind === FUNCTION
      ? [{ name: symbol.name.replace(/^@/, ''), range: symbol.range }]
      : functionsOf(symbol.children ?? []),
  );
}

export function functionAt(functions: readonly NamedFunction[], { line, character }: Position) {
  const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.character <= b.character);
  const position = { line, character };
  return functions.find(({ range }) => isBefore(range.start, position) && isBefore(position, range.end));
}
