// Ranges of the server as the editor has them.
import * as vscode from 'vscode';
import type { Range } from '../protocol';

export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
