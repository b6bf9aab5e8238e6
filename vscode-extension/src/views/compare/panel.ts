// The panel *Comparison*: what two programs compute, function by function.
import * as vscode from 'vscode';
import { ServerNotRunning, type Server } from '../../client';
import { statementsOf, type Comparison, type FunctionComparison, type Side } from '../../comparison';
import type { Range } from '../../protocol';
import { isAnalysed } from '../cursor';
import { fileName } from '../file-name';
import { linesOf } from '../lines';
import type { ComparisonPicture, FromComparisonPage } from '../messages';
import { openPanel } from '../panel';
import { toRange } from '../range';
import { showFromPage } from '../show-from-page';
import type { VirtualTexts } from '../virtual-texts';
import { functionsIn } from './functions';
import { savedText, subjectName, type Pair, type Subject } from './subject';

const PAGE = { viewType: 'affine-analyzer.comparison', title: 'Comparison', page: 'comparison' };

export class ComparisonPanel implements vscode.Disposable {
  readonly #server: Server;
  readonly #extension: vscode.Uri;
  readonly #texts: VirtualTexts;
  #panel: vscode.WebviewPanel | undefined;
  #pair: Pair | undefined;
  #column: vscode.ViewColumn | undefined;
  #picture: ComparisonPicture | undefined;
  #running: AbortController | undefined;
  /** The saved version that was compared, where one was. */
  #saved: vscode.Uri | undefined;
  /** Texts that are here for this comparison. */
  #own: vscode.Uri[] = [];

  constructor(server: Server, extension: vscode.Uri, texts: VirtualTexts) {
    this.#server = server;
    this.#extension = extension;
    this.#texts = texts;
  }

  /** @param column where documents are opened */
  show(pair: Pair, column: vscode.ViewColumn | undefined): void {
    this.#pair = pair;
    this.#column = column;
    if (this.#panel === undefined) this.#panel = this.#open();
    else this.#panel.reveal(undefined, true);
    void this.#compare();
  }

  #open(): vscode.WebviewPanel {
    const panel = openPanel(this.#extension, PAGE);
    panel.webview.onDidReceiveMessage((message: FromComparisonPage) => this.#receive(message));
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#running?.abort();
      this.#forgetTexts();
    });
    return panel;
  }

  async #receive(message: FromComparisonPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        await this.#tell();
        break;
      case 'again':
        await this.#compare();
        break;
      case 'cancel':
        this.#running?.abort();
        break;
      case 'revealIn':
        await this.#reveal(message.side, message.range);
        break;
      case 'diff':
        await this.#diff();
        break;
    }
  }

  async #compare(): Promise<void> {
    const pair = this.#pair;
    if (pair === undefined) return;
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const names = { before: subjectName(pair.before), after: subjectName(pair.after) };
    this.#forgetTexts();
    this.#picture = { names, state: { kind: 'running' } };
    await this.#tell();
    const state = await this.#state(pair, running.signal);
    // Another comparison has begun.
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#picture = { names, state };
    await this.#tell();
  }

  async #state(pair: Pair, signal: AbortSignal): Promise<ComparisonPicture['state']> {
    try {
      const before = await this.#document(pair.before);
      const after = await this.#document(pair.after);
      const argument = (subject: Subject, document: vscode.TextDocument) => ({
        // The server knows nothing of documents that are texts of this editor alone.
        ...(isAnalysed(document) ? { uri: document.uri.toString() } : { text: document.getText() }),
        ...(subject.function === undefined ? {} : { function: subject.function }),
      });
      const wanted = { before: argument(pair.before, before), after: argument(pair.after, after) };
      const { functions } = await this.#server.execute<Comparison>('affine.compare', wanted, signal);
      const lines = { before: linesFor(functions, before, 'before'), after: linesFor(functions, after, 'after') };
      return { kind: 'done', functions, lines };
    } catch (error) {
      if (signal.aborted) return { kind: 'failed', reason: 'The comparison was cancelled.' };
      if (error instanceof ServerNotRunning) return { kind: 'failed', reason: error.message };
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', reason: `They could not be compared: ${reason}.` };
    }
  }

  async #document({ uri, isSaved }: Subject): Promise<vscode.TextDocument> {
    if (!isSaved) return vscode.workspace.openTextDocument(uri);
    this.#saved = this.#add(fileName(uri), await savedText(uri));
    return vscode.workspace.openTextDocument(this.#saved);
  }

  #add(name: string, text: string): vscode.Uri {
    const uri = this.#texts.add(name, text);
    this.#own.push(uri);
    return uri;
  }

  #forgetTexts(): void {
    for (const uri of this.#own) this.#texts.remove(uri);
    this.#own = [];
    this.#saved = undefined;
  }

  /** Where the text of a side stands. */
  #uri({ uri, isSaved }: Subject): vscode.Uri {
    return isSaved ? (this.#saved ?? uri) : uri;
  }

  async #reveal(side: Side, range: Range): Promise<void> {
    if (this.#pair === undefined || this.#panel === undefined) return;
    await showFromPage(this.#panel, this.#uri(this.#pair[side]), {
      viewColumn: this.#column ?? vscode.ViewColumn.One,
      selection: toRange(range),
    });
  }

  async #diff(): Promise<void> {
    if (this.#pair === undefined || this.#picture === undefined) return;
    const { before, after } = this.#pair;
    const { names } = this.#picture;
    const title = `${names.before} ↔ ${names.after}`;
    const options = { viewColumn: this.#column ?? vscode.ViewColumn.One, preview: true };
    const [left, right] = [await this.#side(before), await this.#side(after)];
    await vscode.commands.executeCommand('vscode.diff', left, right, title, options);
  }

  /** A function alone where one function was compared. */
  async #side(subject: Subject): Promise<vscode.Uri> {
    const uri = this.#uri(subject);
    if (subject.function === undefined) return uri;
    const document = await vscode.workspace.openTextDocument(uri);
    const functions = await functionsIn(this.#server, document, AbortSignal.timeout(5_000));
    const found = functions.find(({ name }) => name === subject.function);
    if (found === undefined) return uri;
    return this.#add(`${found.name}.mlir`, `${document.getText(toRange(found.range))}\n`);
  }

  async #tell(): Promise<void> {
    await this.#panel?.webview.postMessage(this.#picture);
  }

  dispose(): void {
    this.#running?.abort();
    this.#panel?.dispose();
  }
}

function linesFor(functions: readonly FunctionComparison[], document: vscode.TextDocument, side: Side) {
  const statements = functions.flatMap((it) => statementsOf(it, side));
  return linesOf(
    document,
    statements.map(({ range }) => range),
  );
}
