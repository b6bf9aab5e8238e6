// The panel *Run Passes…* of one file: a pipeline, its steps, and what is done with their texts.
import * as vscode from 'vscode';
import type { Server } from '../../client';
import type { Side } from '../../comparison';
import type { PassRun, Passes, Step, ToolMessage } from '../../passes/protocol';
import { reportHtml } from '../../passes/report';
import type { Range } from '../../protocol';
import type { Place } from '../cursor';
import { fileName } from '../file-name';
import type { FromPassesPage, PassesSetup, PassesState, ToPassesPage } from '../messages';
import { openPanel } from '../panel';
import { toRange } from '../range';
import { showFromPage } from '../show-from-page';
import type { VirtualTexts } from '../virtual-texts';
import type { History } from './history';
import { keepText } from './keep';
import { pictureOf } from './picture';
import type { Problems } from './problems';
import { StepDocuments } from './step-documents';

const PAGE = { viewType: 'affine-analyzer.passes', page: 'passes' };

export interface Surroundings {
  readonly server: Server;
  readonly extension: vscode.Uri;
  readonly texts: VirtualTexts;
  readonly problems: Problems;
  readonly history: History;
}

/** What the next run begins with, if not with the file. */
type Input =
  | { readonly kind: 'step'; readonly name: string; readonly text: string }
  | { readonly kind: 'document'; readonly document: vscode.TextDocument };

export class PassLab implements vscode.Disposable {
  readonly #surroundings: Surroundings;
  readonly #uri: vscode.Uri;
  readonly #column: vscode.ViewColumn;
  readonly #panel: vscode.WebviewPanel;
  #tools: Pick<PassesSetup, 'problem' | 'tool' | 'passes'> = { problem: null, tool: null, passes: [] };
  #pipeline: string;
  #input: Input | undefined;
  #state: PassesState['state'] = { kind: 'idle' };
  #isClosed = false;
  #running: AbortController | undefined;
  #run: PassRun | undefined;
  /** What the last run began with. */
  #source: vscode.Uri | undefined;
  /** The file's text when the steps began, of which *Keep in File* is the last one. */
  #fileText: string | undefined;
  #documents: StepDocuments | undefined;

  constructor(surroundings: Surroundings, { document, viewColumn }: Place, onClose: () => void) {
    this.#surroundings = surroundings;
    this.#uri = document.uri;
    this.#column = viewColumn ?? vscode.ViewColumn.One;
    this.#pipeline = surroundings.history.of(this.#uri.toString())[0] ?? '';
    const title = `Passes: ${fileName(this.#uri)}`;
    this.#panel = openPanel(surroundings.extension, { ...PAGE, title }, true);
    this.#panel.webview.onDidReceiveMessage((message: FromPassesPage) => this.#receive(message));
    const restarts = surroundings.server.onDidStart(() => this.#askForPasses());
    this.#panel.onDidDispose(() => {
      restarts.dispose();
      this.#isClosed = true;
      this.#running?.abort();
      this.#forgetRun();
      onClose();
    });
    void this.#askForPasses();
  }

  reveal(): void {
    this.#panel.reveal();
  }

  async #receive(message: FromPassesPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        await this.#tellSetup();
        await this.#tellInput();
        await this.#tellState();
        break;
      case 'again':
        await this.#askForPasses();
        break;
      case 'openSettings':
        await vscode.commands.executeCommand('workbench.action.openSettings', 'affine-analyzer.passes.tool');
        break;
      case 'typed':
        this.#pipeline = message.pipeline;
        break;
      case 'run':
        this.#pipeline = message.pipeline;
        await this.#start();
        break;
      case 'cancel':
        this.#running?.abort();
        break;
      case 'export':
        await this.#export();
        break;
      case 'useFile':
        this.#input = undefined;
        await this.#tellInput();
        break;
      case 'openStep':
        await this.#openStep(this.#step(message.number));
        break;
      case 'startFrom':
        await this.#startFrom(this.#step(message.number));
        break;
      case 'editStep':
        await this.#editStep(this.#step(message.number));
        break;
      case 'keepStep':
        await this.#keepStep(this.#step(message.number));
        break;
      case 'revealInStep':
        await this.#revealInStep(message.number, message.side, message.range);
        break;
      case 'revealInput':
        if (this.#source !== undefined) await this.#show(this.#source, message.range);
        break;
    }
  }

  async #askForPasses(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(60_000);
      const { tool, passes } = await this.#surroundings.server.execute<Passes>('affine.passes', {}, signal);
      this.#tools = { problem: null, tool, passes };
    } catch (error) {
      this.#tools = { problem: messageOf(error), tool: null, passes: [] };
    }
    await this.#tellSetup();
  }

  async #start(): Promise<void> {
    const { server, texts, problems, history } = this.#surroundings;
    const pipeline = this.#pipeline.trim();
    if (pipeline === '') return;
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#state = { kind: 'running', pipeline };
    await this.#tellState();
    await history.add(this.#uri.toString(), pipeline);
    await this.#tellSetup();
    const isLast = () => this.#running === running && !this.#isClosed;
    try {
      const { text, uri } = await this.#readInput();
      const run = await server.execute<PassRun>('affine.runPasses', { text, pipeline }, running.signal);
      if (!isLast()) return;
      this.#forgetRun();
      this.#run = run;
      this.#documents = new StepDocuments(texts, run, fileName(this.#uri));
      this.#source = uri;
      if (uri !== undefined) problems.show(uri, messagesOf(run), run.tool.path.replace(/^.*[\\/]/, ''));
      // Another tool has been chosen meanwhile.
      if (run.tool.path !== this.#tools.tool?.path) void this.#askForPasses();
      this.#state = { kind: 'done', run: pictureOf(run), selected: null };
    } catch (error) {
      if (!isLast()) return;
      const reason = running.signal.aborted ? 'The run was cancelled.' : messageOf(error);
      this.#state = { kind: 'failed', reason };
    }
    this.#running = undefined;
    await this.#tellState();
  }

  /** The text that a run begins with, and the document that it is the text of. */
  async #readInput(): Promise<{ text: string; uri: vscode.Uri | undefined }> {
    const input = this.#input;
    if (input?.kind === 'step') return { text: input.text, uri: undefined };
    if (input?.kind === 'document' && !input.document.isClosed) {
      return { text: input.document.getText(), uri: input.document.uri };
    }
    if (input !== undefined) {
      this.#input = undefined;
      await this.#tellInput();
    }
    const document = await vscode.workspace.openTextDocument(this.#uri);
    this.#fileText = document.getText();
    return { text: this.#fileText, uri: this.#uri };
  }

  #step(number: number): Step {
    const step = this.#run?.steps.find((it) => it.number === number);
    if (step === undefined) throw new RangeError(`There is no step ${number}.`);
    return step;
  }

  #forgetRun(): void {
    this.#documents?.forget();
    if (this.#source !== undefined) this.#surroundings.problems.forget(this.#source);
    this.#source = undefined;
  }

  async #openStep({ number, pass }: Step): Promise<void> {
    if (this.#documents === undefined) return;
    if (this.#state.kind === 'done') this.#state = { ...this.#state, selected: number };
    const title = `${fileName(this.#uri)}: ${number}. ${pass}`;
    // The keyboard stays in the panel, for the next step.
    const options = { viewColumn: this.#column, preserveFocus: true, preview: true };
    const [before, after] = [this.#documents.before(number), this.#documents.after(number)];
    await vscode.commands.executeCommand('vscode.diff', before, after, title, options);
  }

  async #startFrom({ number, pass, text }: Step): Promise<void> {
    this.#input = { kind: 'step', name: `step ${number}, ${pass}`, text };
    await this.#tellInput();
  }

  async #editStep({ text }: Step): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: 'mlir', content: text });
    this.#input = { kind: 'document', document };
    await this.#show(document.uri);
    await this.#tellInput();
  }

  async #keepStep({ text }: Step): Promise<void> {
    const kept = await keepText(this.#uri, text, this.#fileText);
    if (kept === undefined) return;
    await this.#show(this.#uri);
    this.#fileText = kept;
    this.#input = undefined;
    await this.#tellInput();
  }

  async #revealInStep(number: number, side: Side, range: Range): Promise<void> {
    const uri = this.#documents?.[side](number);
    if (uri !== undefined) await this.#show(uri, range);
  }

  async #show(uri: vscode.Uri, range?: Range): Promise<void> {
    const selection = range === undefined ? {} : { selection: toRange(range) };
    await showFromPage(this.#panel, uri, { viewColumn: this.#column, ...selection });
  }

  async #export(): Promise<void> {
    if (this.#run === undefined) return;
    const name = fileName(this.#uri);
    const place = vscode.Uri.joinPath(this.#uri, '..', `${name.replace(/\.mlir$/, '')}.passes.html`);
    const target = await vscode.window.showSaveDialog({
      ...(this.#uri.scheme === 'file' ? { defaultUri: place } : {}),
      filters: { HTML: ['html'] },
      title: 'Export the Run as HTML',
    });
    if (target === undefined) return;
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(reportHtml(this.#run, name)));
    const open = 'Open';
    const message = `The run is in ${fileName(target)}.`;
    if ((await vscode.window.showInformationMessage(message, open)) === open) await vscode.env.openExternal(target);
  }

  async #tellSetup(): Promise<void> {
    await this.#tell({
      type: 'setup',
      file: fileName(this.#uri),
      ...this.#tools,
      history: this.#surroundings.history.of(this.#uri.toString()),
      pipeline: this.#pipeline,
    });
  }

  async #tellInput(): Promise<void> {
    const input = this.#input;
    const name =
      input === undefined
        ? fileName(this.#uri)
        : input.kind === 'step'
          ? input.name
          : `the edited step in ${fileName(input.document.uri)}`;
    await this.#tell({ type: 'input', name, isFile: input === undefined });
  }

  async #tellState(): Promise<void> {
    await this.#tell({ type: 'state', state: this.#state });
  }

  async #tell(message: ToPassesPage): Promise<void> {
    // What comes after the panel was closed is for nobody.
    if (!this.#isClosed) await this.#panel.webview.postMessage(message);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function messagesOf({ failures, diagnostics }: PassRun): ToolMessage[] {
  return [...failures.flatMap((it) => it.diagnostics), ...diagnostics];
}
