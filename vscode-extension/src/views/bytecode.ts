// Files of MLIR's bytecode: a page that says what they are, and the way to their text.
import * as vscode from 'vscode';
import type { Server } from '../client';
import { escapeHtml } from '../html';
import { fileName } from './file-name';

const VIEW = 'affine-analyzer.bytecode';
const READ = 'affine-analyzer.readBytecode';

export function registerBytecode(server: Server): vscode.Disposable {
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: ({ uri }, panel) => {
      panel.webview.options = { enableCommandUris: [READ] };
      panel.webview.html = pageOf(uri);
    },
  };
  return vscode.Disposable.from(
    vscode.window.registerCustomEditorProvider(VIEW, provider),
    vscode.commands.registerCommand(READ, async (uri: unknown) => {
      if (typeof uri === 'string') await read(server, uri);
    }),
  );
}

function pageOf(uri: vscode.Uri): string {
  const command = `command:${READ}?${encodeURIComponent(JSON.stringify([uri.toString()]))}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
    <title>Bytecode</title>
  </head>
  <body>
    <p>${escapeHtml(fileName(uri))} is bytecode of MLIR, which is not text.</p>
    <p><a href="${escapeHtml(command)}">Open as text</a> runs the tool that is set as <code>affine-analyzer.passes.tool</code>, or mlir-opt, on it.</p>
  </body>
</html>`;
}

async function read(server: Server, uri: string): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showErrorMessage('Bytecode is read by your tool, which is run in trusted workspaces only.');
    return;
  }
  try {
    const { text } = await server.execute<{ text: string }>(
      'affine.readBytecode',
      { uri },
      new AbortController().signal,
    );
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'mlir', content: text }));
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}
