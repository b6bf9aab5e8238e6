// The command *Run Passes…*. Nothing is run for a workspace that is not trusted.
import * as vscode from 'vscode';
import type { Server } from '../../client';
import type { Cursor } from '../cursor';
import type { VirtualTexts } from '../virtual-texts';
import { History } from './history';
import { PassLab } from './lab';
import { Problems } from './problems';

export function registerPasses(
  server: Server,
  extension: vscode.Uri,
  cursor: Cursor,
  texts: VirtualTexts,
  memento: vscode.Memento,
): vscode.Disposable {
  const labs = new Map<string, PassLab>();
  const problems = new Problems('affine-analyzer passes');
  const history = new History(memento);
  const closeLabs = new vscode.Disposable(() => {
    for (const lab of labs.values()) lab.dispose();
  });
  return vscode.Disposable.from(
    closeLabs,
    problems,
    vscode.commands.registerCommand('affine-analyzer.runPasses', async () => {
      const { place } = cursor;
      if (place === undefined) {
        void vscode.window.showInformationMessage('Put the cursor into an MLIR file.');
        return;
      }
      if (!vscode.workspace.isTrusted) {
        await explainTrust();
        return;
      }
      const key = place.document.uri.toString();
      const open = labs.get(key);
      if (open !== undefined) {
        open.reveal();
        return;
      }
      const lab = new PassLab({ server, extension, texts, problems, history }, place, () => {
        labs.delete(key);
      });
      labs.set(key, lab);
    }),
  );
}

async function explainTrust(): Promise<void> {
  const manage = 'Manage Workspace Trust';
  const message = 'Run Passes… starts a program on files of the workspace, which is not done in Restricted Mode.';
  if ((await vscode.window.showWarningMessage(message, manage)) === manage) {
    await vscode.commands.executeCommand('workbench.trust.manage');
  }
}
