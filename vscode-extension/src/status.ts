// The status bar item: what the server does at the moment, and in its tooltip which server that is.
import * as vscode from 'vscode';

export type ServerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly version: string | undefined; readonly path: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly reason: string };

const NAME = 'affine-analyzer';

export class Status implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(NAME, vscode.StatusBarAlignment.Right);
  readonly #onEditor = vscode.window.onDidChangeActiveTextEditor(() => {
    this.#showOrHide();
  });

  constructor() {
    this.#item.name = NAME;
    this.set({ kind: 'starting' });
  }

  set(state: ServerState): void {
    const { text, detail, severity, command } = present(state);
    const tooltip = new vscode.MarkdownString('', true);
    tooltip.isTrusted = { enabledCommands: [`${NAME}.restartServer`, `${NAME}.showOutput`] };
    tooltip.appendText(detail);
    tooltip.appendMarkdown(`\n\n[$(debug-restart) Restart](command:${NAME}.restartServer)`);
    tooltip.appendMarkdown(` · [$(output) Output](command:${NAME}.showOutput)`);
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: detail };
    this.#item.command = command;
    this.#item.backgroundColor =
      severity === undefined ? undefined : new vscode.ThemeColor(`statusBarItem.${severity}Background`);
    this.#showOrHide();
  }

  #showOrHide(): void {
    if (vscode.window.activeTextEditor?.document.languageId === 'mlir') this.#item.show();
    else this.#item.hide();
  }

  dispose(): void {
    this.#onEditor.dispose();
    this.#item.dispose();
  }
}

interface Presentation {
  readonly text: string;
  readonly detail: string;
  readonly severity?: 'warning' | 'error';
  readonly command: string;
}

export function present(state: ServerState): Presentation {
  const showOutput = `${NAME}.showOutput`;
  const restart = `${NAME}.restartServer`;
  switch (state.kind) {
    case 'starting':
      return { text: `$(loading~spin) ${NAME}`, detail: 'The server is starting.', command: showOutput };
    case 'running':
      return {
        text: NAME,
        detail: `${NAME} ${state.version ?? '(version unknown)'} is running.\n${state.path}`,
        command: showOutput,
      };
    case 'stopped':
      return {
        text: `$(warning) ${NAME}`,
        detail: 'The server is not running. Click to start it again.',
        severity: 'warning',
        command: restart,
      };
    case 'failed':
      return {
        text: `$(error) ${NAME}`,
        detail: `The server could not be started. ${state.reason} Click to try again.`,
        severity: 'error',
        command: restart,
      };
  }
}
