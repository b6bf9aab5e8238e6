// The document *Syntax tree*: the lossless tree of the whole file, with a mark at what the cursor is on.
import * as vscode from 'vscode';
import type { Server } from '../client';
import type { Place } from './cursor';
import type { DocumentView } from './followed-document';
import { lineOfTree } from './tree-place';

export class SyntaxTreeView implements DocumentView {
  readonly path = 'Syntax Tree';
  readonly dependsOnPosition = false;
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  text({ document }: Place, signal: AbortSignal): Promise<string> {
    const params = { textDocument: { uri: document.uri.toString() } };
    return this.#server.request<string>('affine/syntaxTree', params, signal);
  }

  lineAt(tree: string, { document, position }: Place): number | undefined {
    const before = document.getText(new vscode.Range(new vscode.Position(0, 0), position));
    return lineOfTree(tree, new TextEncoder().encode(before).length);
  }
}
