// A read-only document that is about the file under the cursor, and changes with it.
import * as vscode from 'vscode';
import { ServerNotRunning, isOvertaken, type Server } from '../client';
import type { Cursor, Place } from './cursor';
import { Debounced } from './debounced';

export const SCHEME = 'affine-analyzer';
const REST_MS = 200;
const MARK_MS = 60;

export interface DocumentView {
  /** The name of its tab. */
  readonly path: string;
  /** Whether it says something else at another place of the same file. */
  readonly dependsOnPosition: boolean;
  text(place: Place, signal: AbortSignal): Promise<string>;
  /** The line of the document that is about the cursor's place. */
  lineAt?(text: string, place: Place): number | undefined;
}

export class FollowedDocument implements vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly #view: DocumentView;
  readonly #cursor: Cursor;
  readonly #onDidChange: (uri: vscode.Uri) => void;
  readonly #refresh = new Debounced(REST_MS, (signal) => this.#ask(signal));
  readonly #marking = new Debounced(MARK_MS, () => {
    this.#mark();
    return Promise.resolve();
  });
  readonly #decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.selectionHighlightBackground'),
  });
  readonly #subscriptions: vscode.Disposable;
  #place: Place | undefined;
  #text = '';

  /** @param onDidChange is told when the document has another text */
  constructor(view: DocumentView, cursor: Cursor, server: Server, onDidChange: (uri: vscode.Uri) => void) {
    this.#view = view;
    this.#cursor = cursor;
    this.#onDidChange = onDidChange;
    this.uri = vscode.Uri.from({ scheme: SCHEME, path: view.path });
    this.#subscriptions = vscode.Disposable.from(
      cursor.onDidMove((place) => {
        const isOther = place.document !== this.#place?.document;
        this.#place = place;
        if (isOther || view.dependsOnPosition) this.#refreshSoon();
        else if (view.lineAt !== undefined) this.#marking.schedule();
      }),
      cursor.onDidEdit((document) => {
        if (document === this.#place?.document) this.#refreshSoon();
      }),
      server.onDidStart(() => {
        this.#refreshSoon();
      }),
      // The editor takes over a new text after it was told of it.
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.uri.toString()) this.#mark();
      }),
    );
  }

  get text(): string {
    return this.#text;
  }

  async show(): Promise<void> {
    this.#place = this.#cursor.place;
    const document = await vscode.workspace.openTextDocument(this.uri);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
    this.#refresh.run();
  }

  #refreshSoon(): void {
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === this.uri.toString());
    if (isOpen) this.#refresh.schedule();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    let text: string;
    try {
      const place = this.#place;
      text = place === undefined ? 'Put the cursor into an MLIR file.\n' : await this.#view.text(place, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isOvertaken(error)) {
        this.#refreshSoon();
        return;
      }
      text =
        error instanceof ServerNotRunning ? `${error.message}\n` : `The server could not answer: ${String(error)}\n`;
    }
    if (signal.aborted) return;
    if (text === this.#text) {
      this.#mark();
      return;
    }
    this.#text = text;
    this.#onDidChange(this.uri);
  }

  /** Marks the line that is about the place of the cursor, and brings it into view. */
  #mark(): void {
    if (this.#place === undefined) return;
    const line = this.#view.lineAt?.(this.#text, this.#place);
    if (line === undefined) return;
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() !== this.uri.toString()) continue;
      const range = new vscode.Range(line, 0, line, 0);
      editor.setDecorations(this.#decoration, [range]);
      editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#refresh.cancel();
    this.#marking.cancel();
    this.#decoration.dispose();
  }
}
