// The page that says why a transformation is refused: the reason whole, the places that forbid it, the iterations with the
// arrow in the way, and what would make it possible.
import * as vscode from 'vscode';
import type { Server } from '../client';
import type { IterationSpace, Place as Named, Offer, Remedy } from '../protocol';
import { applyTransformation } from '../transform/apply';
import { forbidding } from '../webview/refusal/forbidding';
import type { Place } from './cursor';
import { extentOf } from './extent';
import { linesOf } from './lines';
import type { FromRefusalPage, RefusalPicture } from './messages';
import { openPanel } from './panel';
import { toRange } from './range';
import { showFromPage } from './show-from-page';

const PAGE = { viewType: 'affine-analyzer.refusal', title: 'Why Not', page: 'refusal' };

/** So many points and so many arrows are drawn at most. */
const LIMIT = 2_000;

/** So many iterations of each loop show an arrow without its page being scrolled. */
const FEW = 6;

/** More loops are not shown. */
const LOOPS = 3;

export class RefusalPanel implements vscode.Disposable {
  readonly #server: Server;
  readonly #extension: vscode.Uri;
  #panel: vscode.WebviewPanel | undefined;
  #place: Place | undefined;
  #picture: RefusalPicture | undefined;

  constructor(server: Server, extension: vscode.Uri) {
    this.#server = server;
    this.#extension = extension;
  }

  /** @param remedies those that make this transformation possible */
  async show(place: Place, offer: Offer, remedies: readonly Remedy[]): Promise<void> {
    const places = offer.data?.forbiddenBy ?? [];
    const space = await this.#space(place.document, places);
    const ranges = [...places, ...(space?.accesses ?? [])].map(({ range }) => range);
    const lines = linesOf(place.document, ranges);
    const reason = offer.disabled?.reason ?? '';
    this.#place = place;
    this.#picture = { title: offer.title, reason, places, remedies, space, lines };
    if (this.#panel === undefined) this.#panel = this.#open();
    else this.#panel.reveal(undefined, true);
    await this.#post();
  }

  #open(): vscode.WebviewPanel {
    const panel = openPanel(this.#extension, PAGE);
    panel.webview.onDidReceiveMessage((message: FromRefusalPage) => this.#receive(panel, message));
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    return panel;
  }

  /** The iterations around the first place, as few as have the arrow that is in the way; `null` where none has. */
  async #space(document: vscode.TextDocument, places: readonly Named[]): Promise<IterationSpace | null> {
    const position = places[0]?.range.start;
    const params = { textDocument: { uri: document.uri.toString() }, position, symbols: {}, depth: LOOPS };
    const { signal } = new AbortController();
    const ask = (extent: number, limit: number) =>
      this.#server.request<IterationSpace | null>('affine/iterationSpace', { ...params, extent, limit }, signal);
    if (position === undefined) return null;
    const loops = (await ask(1, 1))?.loops.length ?? 0;
    for (const extent of loops === 0 ? [] : [FEW, extentOf({ symbols: {} }, loops)]) {
      const space = await ask(extent, LIMIT);
      if (space !== null && forbidding(space, places) !== undefined) return space;
    }
    return null;
  }

  async #receive(panel: vscode.WebviewPanel, message: FromRefusalPage): Promise<void> {
    const place = this.#place;
    if (message.type === 'ready') await this.#post();
    if (place === undefined) return;
    const { document, position, viewColumn = vscode.ViewColumn.One } = place;
    if (message.type === 'reveal') {
      await showFromPage(panel, document.uri, { viewColumn, selection: toRange(message.range) });
    }
    if (message.type === 'apply') {
      await applyTransformation(this.#server, { document, position, action: message.id });
      // What it says is about the text before.
      panel.dispose();
    }
  }

  async #post(): Promise<void> {
    if (this.#picture !== undefined) await this.#panel?.webview.postMessage(this.#picture);
  }

  dispose(): void {
    this.#panel?.dispose();
  }
}
