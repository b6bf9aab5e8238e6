// A file takes the text of a step.
import * as vscode from 'vscode';
import { fileName } from '../file-name';
import { replaceText } from '../replace-text';

/**
 * @param known the text that the file had when the steps began; of another one somebody is asked first
 * @returns what the file has then, or `undefined` if it was left alone
 */
export async function keepText(uri: vscode.Uri, text: string, known: string | undefined): Promise<string | undefined> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== known && !(await isWanted(fileName(uri)))) return undefined;
  if (!(await replaceText(document, text))) return undefined;
  return document.getText();
}

async function isWanted(name: string): Promise<boolean> {
  const replace = 'Replace';
  const message = `${name} has changed since the passes began.`;
  const detail = 'What was changed is not in the text of the step, and would be lost. Undo would bring it back.';
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, replace)) === replace;
}
