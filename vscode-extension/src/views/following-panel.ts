// A panel beside the text whose picture follows the cursor and every edit.
import * as vscode from 'vscode';
import { ServerNotRunning, isOvertaken, type Server } from '../client';
import type { Range } from '../protocol';
import type { Cursor, Place } from './cursor';
import { Debounced } from './debounced';
import type { FromPage, IterationSpaceOptions, ToPage } from './messages';
import { exportPicture } from './export-picture';
import { openPanel, type Page } from './panel';
import { toRange } from './range';
import { showFromPage } from './show-from-page';

/** Long enough to let somebody type or move on, short enough to seem immediate. */
const REST_MS = 150;

export interface View extends Page {
  picture(place: Place, signal: AbortSignal): Promise<unknown>;
  configure?(options: IterationSpaceOptions): void;
}

export class FollowingPanel implements vscode.Disposable {
  readonly #view: View;
  readonly #extension: vscode.Uri;
  readonly #cursor: Cursor;
  readonly #refresh = new Debounced(REST_MS, (signal) => this.#draw(signal));
  readonly #subscriptions: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;
  #place: Place | undefined;
  #isFollowing = true;

  constructor(view: View, extension: vscode.Uri, cursor: Cursor, server: Server) {
    this.#view = view;
    this.#extension = extension;
    this.#cursor = cursor;
    this.#subscriptions = vscode.Disposable.from(
      cursor.onDidMove((place) => {
        if (!this.#isFollowing) return;
        this.#place = place;
        this.#refreshSoon();
      }),
      cursor.onDidEdit((document) => {
        if (document === this.#place?.document) this.#refreshSoon();
      }),
      server.onDidStart(() => {
        this.#refreshSoon();
      }),
    );
  }

  /** Opens the panel, or brings it to the front. */
  show(): void {
    this.#isFollowing = true;
    this.#place = this.#cursor.place;
    if (this.#panel === undefined) {
      this.#panel = this.#open();
    } else {
      this.#panel.reveal(undefined, true);
      this.#refresh.run();
    }
  }

  #open(): vscode.WebviewPanel {
    const panel = openPanel(this.#extension, this.#view);
    panel.webview.onDidReceiveMessage((message: FromPage) => this.#receive(message));
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#refresh.cancel();
    });
    return panel;
  }

  #refreshSoon(): void {
    // A page that is hidden is gone; it says that it is ready when it is there again.
    if (this.#panel?.visible === true) this.#refresh.schedule();
  }

  async #receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#refresh.run();
        break;
      case 'reveal':
        await this.#reveal(message.range);
        break;
      case 'pick':
        if (this.#place !== undefined) {
          const { line, character } = message.position;
          this.#place = { ...this.#place, position: new vscode.Position(line, character) };
          this.#refresh.run();
          await this.#reveal({ start: message.position, end: message.position });
        }
        break;
      case 'follow':
        this.#isFollowing = message.isFollowing;
        if (message.isFollowing) this.#place = this.#cursor.place;
        this.#refresh.run();
        break;
      case 'options':
        this.#view.configure?.(message.options);
        this.#refresh.run();
        break;
      case 'export':
        await exportPicture(this.#view.title, message.svg, this.#place?.document.uri);
        break;
    }
  }

  async #reveal(range: Range): Promise<void> {
    if (this.#place === undefined || this.#panel === undefined) return;
    const { document, viewColumn } = this.#place;
    await showFromPage(this.#panel, document.uri, {
      viewColumn: viewColumn ?? vscode.ViewColumn.One,
      selection: toRange(range),
    });
  }

  async #draw(signal: AbortSignal): Promise<void> {
    const message = await this.#message(signal);
    if (!signal.aborted && message !== undefined) await this.#panel?.webview.postMessage(message);
  }

  async #message(signal: AbortSignal): Promise<ToPage<unknown> | undefined> {
    const place = this.#place;
    if (place === undefined || place.document.isClosed) {
      return { type: 'nothing', reason: 'Put the cursor into an MLIR file.' };
    }
    try {
      const picture = await this.#view.picture(place, signal);
      return { type: 'picture', picture, isFollowing: this.#isFollowing };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (isOvertaken(error)) {
        this.#refreshSoon();
        return undefined;
      }
      if (error instanceof ServerNotRunning) return { type: 'nothing', reason: error.message };
      return { type: 'nothing', reason: `The server could not answer: ${String(error)}` };
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#refresh.cancel();
    this.#panel?.dispose();
  }
}
