// A program to try things out on, in a document of its own.
import * as vscode from 'vscode';

export function registerExample(extension: vscode.Uri): vscode.Disposable {
  return vscode.commands.registerCommand('affine-analyzer.openExample', async () => {
    const file = vscode.Uri.joinPath(extension, 'walkthrough', 'stencil.mlir');
    const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const document = await vscode.workspace.openTextDocument({ language: 'mlir', content });
    const editor = await vscode.window.showTextDocument(document);
    const loop = document.positionAt(content.indexOf('affine.for'));
    editor.selection = new vscode.Selection(loop, loop);
  });
}
