// The language status item: what the server does at the moment, and which server that is.
import * as vscode from 'vscode';

export type ServerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly version: string | undefined; readonly path: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unwanted' }
  | { readonly kind: 'failed'; readonly reason: string };

const NAME = 'affine-analyzer';

export class Status implements vscode.Disposable {
  readonly #item = vscode.languages.createLanguageStatusItem(NAME, { language: 'mlir' });

  constructor() {
    this.#item.name = NAME;
    this.set({ kind: 'starting' });
  }

  set(state: ServerState): void {
    const { text, detail, severity, isBusy, label, command } = present(state);
    this.#item.text = text;
    this.#item.detail = detail;
    this.#item.busy = isBusy;
    this.#item.severity = vscode.LanguageStatusSeverity[severity];
    this.#item.command = command;
    this.#item.accessibilityInformation = { label };
  }

  dispose(): void {
    this.#item.dispose();
  }
}

interface Presentation {
  readonly text: string;
  readonly detail: string;
  readonly severity: 'Information' | 'Warning' | 'Error';
  readonly isBusy: boolean;
  /** All of it, for those who hear it. */
  readonly label: string;
  readonly command: vscode.Command;
}

export function present(state: ServerState): Presentation {
  const showLog = { title: 'Show Log', command: `${NAME}.showLog` };
  const restart = { title: 'Restart Server', command: `${NAME}.restartServer` };
  switch (state.kind) {
    case 'starting': {
      const label = `${NAME}: the server is starting`;
      return { text: NAME, detail: 'starting', severity: 'Information', isBusy: true, label, command: showLog };
    }
    case 'running': {
      const text = `${NAME} ${state.version ?? '(version unknown)'}`;
      const label = `${text} is running: ${state.path}`;
      return { text, detail: 'running', severity: 'Information', isBusy: false, label, command: restart };
    }
    case 'stopped': {
      const label = `${NAME}: the server is not running`;
      return { text: NAME, detail: 'not running', severity: 'Warning', isBusy: false, label, command: restart };
    }
    case 'unwanted': {
      const label = `${NAME}: files are highlighted, and no server runs`;
      const setting = `${NAME}.server.enable`;
      const command = { title: 'Open Settings', command: 'workbench.action.openSettings', arguments: [setting] };
      return { text: NAME, detail: 'highlighting alone', severity: 'Information', isBusy: false, label, command };
    }
    case 'failed': {
      const label = `${NAME}: the server could not be started. ${state.reason}`;
      const detail = `could not be started. ${state.reason}`;
      return { text: NAME, detail, severity: 'Error', isBusy: false, label, command: restart };
    }
  }
}
