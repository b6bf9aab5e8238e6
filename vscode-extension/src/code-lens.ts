// What a click on a lens above a loop does. The server says what the loop is like; where to look at it is the editor's.
import * as vscode from 'vscode';
import type { ProvideCodeLensesSignature } from 'vscode-languageclient';

const COMMAND = 'affine-analyzer.lookAtLoop';

/** Gives a command to lenses that the server sends without one. */
export async function provideCodeLenses(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
  next: ProvideCodeLensesSignature,
): Promise<vscode.CodeLens[] | undefined> {
  const lenses = await next(document, token);
  for (const lens of lenses ?? []) {
    if (lens.command?.command !== '') continue;
    lens.command = {
      ...lens.command,
      command: COMMAND,
      arguments: [document.uri, lens.range.start],
      tooltip: 'Show the iterations, the dependences, or what can be done with this loop',
    };
  }
  return lenses ?? undefined;
}

interface Choice extends vscode.QuickPickItem {
  readonly command: string;
}

const CHOICES: readonly Choice[] = [
  {
    label: '$(graph-scatter) Iteration space',
    description: 'its iterations as points, dependences as arrows',
    command: 'affine-analyzer.showIterationSpace',
  },
  {
    label: '$(type-hierarchy) Dependence graph',
    description: 'the statements of the function and what depends on what',
    command: 'affine-analyzer.showDependenceGraph',
  },
  {
    label: '$(wand) Transform…',
    description: 'fuse, tile, interchange, unroll, vectorize where it is legal',
    command: 'editor.action.refactor',
  },
];

export function registerCodeLensCommand(): vscode.Disposable {
  return vscode.commands.registerCommand('affine-analyzer.lookAtLoop', async (uri?: unknown, position?: unknown) => {
    if (uri instanceof vscode.Uri && position instanceof vscode.Position) {
      await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
    }
    const chosen = await vscode.window.showQuickPick(CHOICES, { placeHolder: 'Look at the loop' });
    if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command);
  });
}
