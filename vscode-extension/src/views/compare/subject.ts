// What is compared: a document or its saved version, all of it or one function.
import * as vscode from 'vscode';
import { fileName } from '../file-name';

export interface Subject {
  readonly uri: vscode.Uri;
  /** Whether it is what stands on the disk, not what the editor has. */
  readonly isSaved: boolean;
  /** Without `@`. */
  readonly function?: string;
}

export interface Pair {
  readonly before: Subject;
  readonly after: Subject;
}

/** As it is on the disk. */
export async function savedText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

export function subjectName({ uri, isSaved, function: name }: Subject): string {
  const file = fileName(uri);
  return `${name === undefined ? '' : `@${name} in `}${file}${isSaved ? ' (saved)' : ''}`;
}
