// The status line of the last transformation: whether it computes the same. A click compares both texts.
import * as vscode from 'vscode';
import type { Server } from '../../client';
import type { Applied } from '../../protocol';
import { fileName } from '../file-name';
import type { VirtualTexts } from '../virtual-texts';
import type { ComparisonPanel } from './panel';

const COMMAND = 'affine-analyzer.compareApplied';
/** How long it is shown. */
const MILLISECONDS = 30_000;

export function registerApplied(server: Server, panel: ComparisonPanel, texts: VirtualTexts): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('affine-analyzer.applied', vscode.StatusBarAlignment.Left);
  item.name = 'affine-analyzer: Last Transformation';
  let timer: NodeJS.Timeout | undefined;
  /** The document before, and its text. */
  let before: { readonly document: vscode.TextDocument; readonly text: string } | undefined;
  let virtual: vscode.Uri | undefined;
  server.handle('affine.applied', (argument) => {
    const known = argument as Applied | null;
    clearTimeout(timer);
    if (known === null) {
      item.hide();
      return Promise.resolve();
    }
    item.text = known.text;
    item.tooltip = `${known.detail}. Click to compare the text with the one before.`;
    item.command = COMMAND;
    item.show();
    timer = setTimeout(() => {
      item.hide();
    }, MILLISECONDS);
    return Promise.resolve();
  });
  return vscode.Disposable.from(
    item,
    server.onWillApply(() => {
      const document = vscode.window.activeTextEditor?.document;
      if (document !== undefined) before = { document, text: document.getText() };
    }),
    vscode.commands.registerCommand(COMMAND, () => {
      if (before === undefined) return;
      const { document, text } = before;
      if (virtual !== undefined) texts.remove(virtual);
      virtual = texts.add(`earlier ${fileName(document.uri)}`, text);
      const pair = { before: { uri: virtual, isSaved: false }, after: { uri: document.uri, isSaved: false } };
      panel.show(pair, vscode.window.activeTextEditor?.viewColumn);
    }),
    new vscode.Disposable(() => {
      clearTimeout(timer);
    }),
  );
}
