// Marks in the gutter of functions that differ from the version in git's HEAD: whether they still compute the same.
import * as vscode from 'vscode';
import { ServerNotRunning, isOvertaken, type Server } from '../client';
import { SECTION } from '../config';
import type { Changes, ChangedFunction } from '../protocol';
import { isAnalysed } from './cursor';
import { Debounced } from './debounced';

const SETTING = 'proof.gutter';
/** Typing pauses when no key was hit for so long. */
const PAUSE_MS = 1_000;

type Verdict = ChangedFunction['verdict'];

export function registerProofMarks(server: Server, extension: vscode.Uri): vscode.Disposable {
  const icon = (verdict: Verdict) =>
    vscode.window.createTextEditorDecorationType({
      gutterIconPath: vscode.Uri.joinPath(extension, 'images', `proof-${verdict}.svg`),
      gutterIconSize: 'contain',
    });
  const types: Readonly<Record<Verdict, vscode.TextEditorDecorationType>> = {
    equal: icon('equal'),
    different: icon('different'),
    unknown: icon('unknown'),
  };
  const mark = (editor: vscode.TextEditor, functions: readonly ChangedFunction[]) => {
    for (const [verdict, type] of Object.entries(types)) {
      editor.setDecorations(type, functions.filter((it) => it.verdict === verdict).map(decoration));
    }
  };
  const look = new Debounced(PAUSE_MS, async (signal) => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || !isAnalysed(editor.document)) return;
    const { document } = editor;
    if (!vscode.workspace.getConfiguration(SECTION, document).get<boolean>(SETTING, true)) {
      mark(editor, []);
      return;
    }
    const { version } = document;
    try {
      const { functions } = await server.execute<Changes>('affine.changes', { uri: document.uri.toString() }, signal);
      if (!signal.aborted && document.version === version) mark(editor, functions);
    } catch (error) {
      if (signal.aborted || isOvertaken(error) || error instanceof ServerNotRunning) return;
      throw error;
    }
  });
  const schedule = () => {
    look.schedule();
  };
  schedule();
  return vscode.Disposable.from(
    ...Object.values(types),
    server.onDidStart(schedule),
    vscode.window.onDidChangeActiveTextEditor(schedule),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document) schedule();
    }),
    // The commit that is checked out may be another one then.
    vscode.workspace.onDidSaveTextDocument(schedule),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) schedule();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SECTION}.${SETTING}`)) schedule();
    }),
    new vscode.Disposable(() => {
      look.cancel();
    }),
  );
}

/** On the line of its head, which shows the verdict when the pointer is there. */
function decoration({ range, text }: ChangedFunction): vscode.DecorationOptions {
  const { line, character } = range.start;
  const hoverMessage = new vscode.MarkdownString('Against `HEAD`:').appendCodeblock(text, 'text');
  return { range: new vscode.Range(line, 0, line, character), hoverMessage };
}
