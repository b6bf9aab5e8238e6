// The way from a page to the text that it is about.
import * as vscode from 'vscode';

/** The editor looks four times a second whether a page has the keyboard. */
const LATE_MS = 500;

/**
 * Shows a text that somebody has asked for in a page, and gives it the keyboard.
 *
 * That the page was clicked may be seen only then. The editor would take the page for what is active, though the cursor is
 * in the text; so the text is shown once more.
 */
export async function showFromPage(
  panel: vscode.WebviewPanel,
  uri: vscode.Uri,
  options: vscode.TextDocumentShowOptions,
): Promise<void> {
  await vscode.window.showTextDocument(uri, options);
  const seenLate = panel.onDidChangeViewState(() => {
    if (panel.active) void vscode.window.showTextDocument(uri, options);
  });
  setTimeout(() => {
    seenLate.dispose();
  }, LATE_MS);
}
