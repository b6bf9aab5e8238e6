// A read-only document that is about the file under the cursor, and changes with it.
import * as vscode from 'vscode';
import { ServerNotRunning, isOvertaken, type Server } from '../client';
import type { Cursor, Place } from './cursor';
import { Debounced } from './debounced';

export const SCHEME = 'affine-analyzer';
const REST_MS = 200;

export interface DocumentView {
  /** The name of its tab. */
  readonly path: string;
  /** Whether it says something else at another place of the same file. */
  readonly dependsOnPosition: boolean;
  text(place: Place, signal: AbortSignal): Promise<string>;
}

export class FollowedDocument implements vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly #view: DocumentView;
  readonly #cursor: Cursor;
  readonly #onDidChange: (uri: vscode.Uri) => void;
  readonly #refresh = new Debounced(REST_MS, (signal) => this.#ask(signal));
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
      }),
      cursor.onDidEdit((document) => {
        if (document === this.#place?.document) this.#refreshSoon();
      }),
      server.onDidStart(() => {
        this.#refreshSoon();
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
    if (signal.aborted || text === this.#text) return;
    this.#text = text;
    this.#onDidChange(this.uri);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#refresh.cancel();
  }
}
