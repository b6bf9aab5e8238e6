// The command *Compare With…*.
import * as vscode from 'vscode';
import { ServerNotRunning, type Server } from '../../client';
import type { Cursor } from '../cursor';
import type { VirtualTexts } from '../virtual-texts';
import { registerApplied } from './applied';
import { choosePair } from './choose';
import { ComparisonPanel } from './panel';

export function registerComparison(
  server: Server,
  extension: vscode.Uri,
  cursor: Cursor,
  texts: VirtualTexts,
): vscode.Disposable {
  const panel = new ComparisonPanel(server, extension, texts);
  return vscode.Disposable.from(
    panel,
    registerApplied(server, panel, texts),
    vscode.commands.registerCommand('affine-analyzer.compareWith', async () => {
      const { place } = cursor;
      if (place === undefined) {
        void vscode.window.showInformationMessage('Put the cursor into an MLIR file.');
        return;
      }
      try {
        const pair = await choosePair(server, place);
        if (pair !== undefined) panel.show(pair, place.viewColumn);
      } catch (error) {
        if (!(error instanceof ServerNotRunning)) throw error;
        void vscode.window.showErrorMessage(error.message);
      }
    }),
  );
}
