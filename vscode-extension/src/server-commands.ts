// Commands about the server as a whole, and the offer to restart it when it was configured anew.
import * as vscode from 'vscode';
import type { Server } from './client';
import { isServerWanted, needsRestart } from './config';

export function registerServerCommands(server: Server): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand('affine-analyzer.restartServer', () => server.restart()),
    vscode.commands.registerCommand('affine-analyzer.showLog', () => {
      server.showLog();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.tellSettings()),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (needsRestart(change)) await restartWhenWanted(server);
    }),
  );
}

async function restartWhenWanted(server: Server): Promise<void> {
  if (server.isRunning && isServerWanted()) {
    const restart = 'Restart Server';
    const message = 'The settings that the affine-analyzer server is started with have changed.';
    if ((await vscode.window.showInformationMessage(message, restart)) !== restart) return;
  }
  await server.restart();
}
