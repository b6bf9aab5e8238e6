// *Optimize*: the best sequences of transformations of the nest or function at the cursor, at once, step by step, as a
// difference, or as a table of what they are predicted to cost.
import * as vscode from 'vscode';
import { ServerNotRunning, type Server } from '../client';
import type { Optimization, Sequence } from '../protocol';
import type { Cursor, Place } from './cursor';
import type { VirtualTexts } from './virtual-texts';

const NEXT = 'Next Step';
const APPLY = 'Apply';

export function registerOptimize(server: Server, cursor: Cursor, texts: VirtualTexts): vscode.Disposable {
  const withOptimization = async (use: (place: Place, found: Optimization) => Promise<void>) => {
    const { place } = cursor;
    if (place === undefined) {
      void vscode.window.showInformationMessage('Put the cursor into an MLIR file.');
      return;
    }
    try {
      const found = await optimization(server, place);
      if (found === undefined) return;
      if (found === null || found.proposals.length === 0) {
        void vscode.window.showInformationMessage('Nothing better is known here.');
        return;
      }
      await use(place, found);
    } catch (error) {
      if (!(error instanceof ServerNotRunning)) throw error;
      void vscode.window.showErrorMessage(error.message);
    }
  };
  return vscode.Disposable.from(
    // The server looks for sequences only where these alone are asked for; the menu of the editor shows them.
    vscode.commands.registerCommand('affine-analyzer.optimize', () =>
      vscode.commands.executeCommand('editor.action.codeAction', {
        kind: 'refactor.rewrite.affine.optimize',
        apply: 'never',
      }),
    ),
    vscode.commands.registerCommand('affine-analyzer.optimizeStepByStep', () =>
      withOptimization(async ({ document }, found) => {
        const chosen = await choose(found, `Optimize @${found.name} step by step`);
        if (chosen !== undefined) await stepByStep(document, found, chosen);
      }),
    ),
    vscode.commands.registerCommand('affine-analyzer.previewOptimization', () =>
      withOptimization(async ({ document }, found) => {
        const chosen = await choose(found, `See what would become of @${found.name}`);
        if (chosen !== undefined) await preview(document, found, chosen, texts);
      }),
    ),
    vscode.commands.registerCommand('affine-analyzer.showPredictedCosts', () =>
      withOptimization(async ({ viewColumn }, found) => {
        const uri = texts.add(`Predicted costs of @${found.name}`, found.costs);
        const document = await vscode.workspace.openTextDocument(uri);
        await vscode.window.showTextDocument(document, {
          viewColumn: viewColumn === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside,
          preserveFocus: true,
        });
      }),
    ),
  );
}

/** `undefined` where somebody has thought better of it; `null` where there is no function. */
async function optimization(server: Server, { document, position }: Place): Promise<Optimization | null | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'Looking for the best sequence of transformations',
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (_, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => {
      abort.abort();
    });
    const params = { textDocument: { uri: document.uri.toString() }, position };
    try {
      return await server.request<Optimization | null>('affine/optimize', params, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return undefined;
      throw error;
    }
  });
}

async function choose({ proposals }: Optimization, placeHolder: string): Promise<Sequence | undefined> {
  const choices = proposals.map((sequence) => ({
    label: sequence.title,
    detail: sequence.steps.map((step) => `${step.title} (${step.why})`).join('; '),
    sequence,
  }));
  const chosen = await vscode.window.showQuickPick(choices, { placeHolder });
  return chosen?.sequence;
}

/** The file beside what it would become, and one edit if the user wants that. */
async function preview(
  document: vscode.TextDocument,
  { name, range }: Optimization,
  { title, steps }: Sequence,
  texts: VirtualTexts,
): Promise<void> {
  const text = steps.at(-1)?.text;
  if (text === undefined) return;
  const place = new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
  const { version } = document;
  const before = document.getText(new vscode.Range(new vscode.Position(0, 0), place.start));
  const after = document.getText(new vscode.Range(place.end, document.lineAt(document.lineCount - 1).range.end));
  const uri = texts.add(`@${name} optimized.mlir`, before + text + after);
  await vscode.commands.executeCommand('vscode.diff', document.uri, uri, `@${name}: ${title}`);
  const answer = await vscode.window.showInformationMessage(`@${name}: ${title}`, APPLY);
  if (answer !== APPLY) return;
  if (document.version !== version) {
    void vscode.window.showWarningMessage('The file was edited in between: nothing is applied.');
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, place, text);
  await vscode.workspace.applyEdit(edit);
}

/** Each step is an edit of its own, which one undo takes back. */
async function stepByStep(document: vscode.TextDocument, { range }: Optimization, { steps }: Sequence): Promise<void> {
  const start = new vscode.Position(range.start.line, range.start.character);
  let end = new vscode.Position(range.end.line, range.end.character);
  let text = document.getText(new vscode.Range(start, end));
  for (const [index, step] of steps.entries()) {
    const place = new vscode.Range(start, end);
    if (document.getText(place) !== text) {
      void vscode.window.showWarningMessage('The function was edited in between: the other steps are left out.');
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, place, step.text);
    if (!(await vscode.workspace.applyEdit(edit))) return;
    text = step.text;
    end = document.positionAt(document.offsetAt(start) + text.length);
    const done = `Step ${String(index + 1)} of ${String(steps.length)}: ${step.title} (${step.why})`;
    if (index + 1 === steps.length) {
      void vscode.window.showInformationMessage(`${done}. That was the last one.`);
    } else if ((await vscode.window.showInformationMessage(done, NEXT, 'Stop')) !== NEXT) {
      return;
    }
  }
}
