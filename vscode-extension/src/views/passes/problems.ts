// What a tool says of a source, among the problems of the editor until the source is another.
import * as vscode from 'vscode';
import type { ToolMessage } from '../../passes/protocol';
import { toRange } from '../range';

const SEVERITIES: Readonly<Record<ToolMessage['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

export class Problems implements vscode.Disposable {
  readonly #collection: vscode.DiagnosticCollection;
  readonly #subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) this.forget(document.uri);
  });

  constructor(name: string) {
    this.#collection = vscode.languages.createDiagnosticCollection(name);
  }

  /** @param source which program says so */
  show(uri: vscode.Uri, messages: readonly ToolMessage[], source: string): void {
    const shown = messages.flatMap(({ severity, message, range }) => {
      if (range === null) return [];
      const diagnostic = new vscode.Diagnostic(toRange(range), message, SEVERITIES[severity]);
      diagnostic.source = source;
      return [diagnostic];
    });
    this.#collection.set(uri, shown);
  }

  forget(uri: vscode.Uri): void {
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#collection.dispose();
  }
}
