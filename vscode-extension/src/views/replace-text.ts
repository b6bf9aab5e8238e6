// A document takes another text: one edit, which one undo takes back.
import * as vscode from 'vscode';

/** @returns whether it was done */
export function replaceText(document: vscode.TextDocument, text: string): Thenable<boolean> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  edit.replace(document.uri, new vscode.Range(document.positionAt(0), end), text);
  return vscode.workspace.applyEdit(edit);
}
