// Has the server transform the loop at a place, and takes its edits over.
import * as vscode from 'vscode';
import { ResponseError } from 'vscode-languageclient/node';
import { ServerNotRunning, type Server } from '../client';
import type { Position, Transformation } from '../protocol';
import { toRange } from '../views/range';

export interface Wanted {
  readonly document: vscode.TextDocument;
  readonly position: Position;
  /** A kind of actions, or the id of one. */
  readonly action: string;
  readonly set?: Readonly<Record<string, string>>;
}

export async function applyTransformation(server: Server, { document, position, action, set = {} }: Wanted) {
  const { version } = document;
  const argument = { uri: document.uri.toString(), position, action, set };
  try {
    const answer = await server.execute<Transformation>('affine.transform', argument, new AbortController().signal);
    if (document.version !== version) {
      void vscode.window.showWarningMessage('The text was edited in between: nothing was transformed.');
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    for (const { range, newText } of answer.edits) edit.replace(document.uri, toRange(range), newText);
    if (await server.apply(edit)) await server.follow('affine.applied', answer.applied);
  } catch (error) {
    if (!(error instanceof ServerNotRunning) && !(error instanceof ResponseError)) throw error;
    void vscode.window.showErrorMessage(`Not possible here: ${error.message}`);
  }
}
