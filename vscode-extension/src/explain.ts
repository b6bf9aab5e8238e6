// The pages of diagnostics: from the code of a problem, from the light bulb, or from a list of all of them.
import * as vscode from 'vscode';
import { ServerNotRunning, type Server } from './client';
import type { KnownCode } from './protocol';

export const EXPLAIN = 'affine-analyzer.explainDiagnostic';
const SCHEME = 'affine-analyzer-page';

export function registerExplain(server: Server): vscode.Disposable {
  const pages: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: (uri, token) => {
      const code = uri.path.replace(/^\//, '').replace(/\.md$/, '');
      return server.request<string>('affine/explain', { code }, signalOf(token));
    },
  };
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, pages),
    vscode.commands.registerCommand('affine-analyzer.explainDiagnostic', async (code?: unknown) => {
      try {
        const chosen = typeof code === 'string' ? code : await choose(server);
        if (chosen !== undefined) await show(chosen);
      } catch (error) {
        if (!(error instanceof ServerNotRunning)) throw error;
        void vscode.window.showErrorMessage(error.message);
      }
    }),
  );
}

/** @param name of a page, perhaps with a heading in it, as `glossary#distance` */
async function show(name: string): Promise<void> {
  const [code, fragment = ''] = name.split('#');
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${code}.md`, fragment });
  // Opened first: the preview shows an empty page where a document cannot be read.
  const document = await vscode.workspace.openTextDocument(uri);
  try {
    await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  } catch {
    // The editor's own extension for Markdown may be turned off.
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }
}

/** Those at the cursor come first, then those of the file. */
async function choose(server: Server): Promise<string | undefined> {
  const all = await server.request<readonly KnownCode[]>('affine/diagnosticCodes', {}, new AbortController().signal);
  const editor = vscode.window.activeTextEditor;
  const problems = editor === undefined ? [] : vscode.languages.getDiagnostics(editor.document.uri);
  const here = codesOf(problems.filter(({ range }) => editor?.selection.intersection(range) !== undefined));
  const inFile = codesOf(problems).filter((code) => !here.includes(code));
  const others = all.map(({ code }) => code).filter((code) => !here.includes(code) && !inFile.includes(code));
  const rows = (title: string, codes: readonly string[]) => {
    const known = codes.flatMap((code) => all.find((it) => it.code === code) ?? []);
    const items = known.map((it) => ({ label: it.code, description: it.severity, detail: it.title }));
    const separator = { label: title, kind: vscode.QuickPickItemKind.Separator };
    return items.length === 0 ? [] : [separator, ...items];
  };
  const items = [...rows('at the cursor', here), ...rows('in this file', inFile), ...rows('all', others)];
  const options = { placeHolder: 'Explain a diagnostic', matchOnDetail: true };
  return (await vscode.window.showQuickPick<vscode.QuickPickItem>(items, options))?.label;
}

function codesOf(problems: readonly vscode.Diagnostic[]): string[] {
  const codes = problems.flatMap(({ code }) => (typeof code === 'object' ? String(code.value) : (code ?? [])));
  return [...new Set(codes.map(String))];
}

function signalOf(token: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  token.onCancellationRequested(() => {
    abort.abort();
  });
  return abort.signal;
}
