// What a tool says of a source, among the problems of the editor until the source is another.
import * as vscode from 'vscode';
import type { PassRun, ToolMessage } from '../../passes/protocol';
import { toRange } from '../range';

const SEVERITIES: Readonly<Record<ToolMessage['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

export class Problems implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('affine-analyzer passes');
  readonly #subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) this.forget(document.uri);
  });

  show(uri: vscode.Uri, { tool, failures, diagnostics }: PassRun): void {
    const messages = [...failures.flatMap((it) => it.diagnostics), ...diagnostics];
    const shown = messages.flatMap(({ severity, message, range }) => {
      if (range === null) return [];
      const diagnostic = new vscode.Diagnostic(toRange(range), message, SEVERITIES[severity]);
      diagnostic.source = tool.path.slice(tool.path.search(/[^\\/]*$/));
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
