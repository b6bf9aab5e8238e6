// The extension's beginning and end. Everything that knows MLIR is in the server.
import type * as vscode from 'vscode';
import { Server } from './client';
import { registerCodeLensCommand } from './code-lens';
import { registerExample } from './example';
import { registerExplain } from './explain';
import { registerServerCommands } from './server-commands';
import { Status } from './status';
import { registerTransformations } from './transform/commands';
import { registerViews } from './views/commands';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const status = new Status();
  server = new Server(context.extensionPath, (state) => {
    status.set(state);
  });
  context.subscriptions.push(
    status,
    server,
    registerServerCommands(server),
    registerCodeLensCommand(),
    registerExample(context.extensionUri),
    registerExplain(server),
    registerTransformations(server, context.extensionUri, context.workspaceState),
    registerViews(server, context.extensionUri, context.workspaceState),
  );
  // Not awaited: the commands have to work, above all when the server does not start.
  void server.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
  server = undefined;
}
