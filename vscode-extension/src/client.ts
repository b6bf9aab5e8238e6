// The language client: finds, starts and stops the server, and says how it is.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import {
  CloseAction,
  CodeActionResolveRequest,
  LSPErrorCodes,
  LanguageClient,
  ProposedFeatures,
  ResponseError,
  State,
  type ClientCapabilities,
  type CodeAction,
  type ErrorHandler,
  type FeatureState,
  type LanguageClientOptions,
  type ServerOptions,
  type StaticFeature,
} from 'vscode-languageclient/node';
import { provideCodeLenses } from './code-lens';
import { SECTION, isServerWanted, serverEnvironment, serverPathSetting, settingsForServer } from './config';
import { EXPLAIN } from './explain';
import { findServer } from './server-path';
import type { ServerState } from './status';

const NAME = 'affine-analyzer';

/** There is nobody to answer a request. */
export class ServerNotRunning extends Error {
  constructor() {
    super('The affine-analyzer server is not running.');
  }
}

/** Whether a request failed because the text has changed since; then it is worth asking again. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
}

export class Server implements vscode.Disposable {
  readonly #extensionFolder: string;
  readonly #report: (state: ServerState) => void;
  readonly #output = vscode.window.createOutputChannel(NAME);
  readonly #trace = vscode.window.createOutputChannel(`${NAME} trace`);
  readonly #started = new vscode.EventEmitter<void>();
  readonly #applying = new vscode.EventEmitter<void>();
  readonly #handlers = new Map<string, (argument: unknown) => Promise<void>>();
  #client: LanguageClient | undefined;
  /** Starts and stops follow each other: to stop a client that is still starting is an error. */
  #last: Promise<void> = Promise.resolve();

  constructor(extensionFolder: string, report: (state: ServerState) => void) {
    this.#extensionFolder = extensionFolder;
    this.#report = report;
  }

  /** The server runs, perhaps again. */
  readonly onDidStart = this.#started.event;

  /** An action is about to be applied to the document in front. */
  readonly onWillApply = this.#applying.event;

  get isRunning(): boolean {
    return this.#client?.isRunning() ?? false;
  }

  start(): Promise<void> {
    return this.#inOrder(() => this.#start());
  }

  restart(): Promise<void> {
    return this.#inOrder(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  stop(): Promise<void> {
    return this.#inOrder(() => this.#stop());
  }

  /**
   * @param signal cancels the request
   * @throws ServerNotRunning
   */
  async request<Answer>(method: string, params: object, signal: AbortSignal): Promise<Answer> {
    const client = this.#client;
    if (client?.isRunning() !== true) throw new ServerNotRunning();
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = () => {
      cancellation.cancel();
    };
    signal.addEventListener('abort', cancel);
    try {
      return await client.sendRequest<Answer>(method, params, cancellation.token);
    } finally {
      signal.removeEventListener('abort', cancel);
      cancellation.dispose();
    }
  }

  /**
   * Has the server run one of its commands.
   *
   * @throws ServerNotRunning
   */
  execute<Answer>(command: string, argument: object, signal: AbortSignal): Promise<Answer> {
    return this.request<Answer>('workspace/executeCommand', { command, arguments: [argument] }, signal);
  }

  /** Has something done with the answer to a command that the server offers, in a lens for example. */
  handle(command: string, handler: (argument: unknown) => Promise<void>): void {
    this.#handlers.set(command, handler);
  }

  /** Does the same with an argument that came another way. */
  async follow(command: string, argument: unknown): Promise<void> {
    await this.#handlers.get(command)?.(argument);
  }

  /** Has an edit applied, after those who want to know of it are told. */
  async apply(edit: vscode.WorkspaceEdit): Promise<boolean> {
    this.#applying.fire();
    return vscode.workspace.applyEdit(edit);
  }

  /**
   * Applies an action of the server.
   *
   * @throws ServerNotRunning
   */
  async take(action: CodeAction): Promise<void> {
    const client = this.#client;
    if (client?.isRunning() !== true) throw new ServerNotRunning();
    const { edit, command } =
      action.edit === undefined ? await client.sendRequest(CodeActionResolveRequest.type, action) : action;
    if (edit === undefined) return;
    const isApplied = await this.apply(await client.protocol2CodeConverter.asWorkspaceEdit(edit));
    if (isApplied && command !== undefined) await this.follow(command.command, command.arguments?.[0]);
  }

  /** The kinds of all actions of the server. */
  get actionKinds(): readonly string[] {
    const offered = this.#client?.initializeResult?.capabilities.codeActionProvider;
    return typeof offered === 'object' ? (offered.codeActionKinds ?? []) : [];
  }

  /** Tells the server that its settings are others, which the client does by itself only when a setting was changed. */
  async tellSettings(): Promise<void> {
    if (this.#client?.isRunning() !== true) return;
    await this.#client.sendNotification('workspace/didChangeConfiguration', {
      settings: { [SECTION]: settingsForServer() },
    });
  }

  showLog(): void {
    this.#output.show(true);
  }

  dispose(): void {
    this.#output.dispose();
    this.#trace.dispose();
    this.#started.dispose();
    this.#applying.dispose();
  }

  #inOrder(action: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(action).catch((error: unknown) => {
      this.#fail(String(error));
    });
    return this.#last;
  }

  async #start(): Promise<void> {
    if (!isServerWanted()) {
      this.#report({ kind: 'unwanted' });
      return;
    }
    this.#report({ kind: 'starting' });
    const server = findServer({
      setting: serverPathSetting(),
      extensionFolder: this.#extensionFolder,
      workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      home: homedir(),
      env: process.env,
      platform: process.platform,
    });
    if (!server.found) {
      this.#fail(server.reason);
      void offerSettings(server.reason);
      return;
    }

    this.#output.appendLine(`Starting ${server.path} (${server.source}).`);
    let hasRun = false;
    let crashes: ErrorHandler | undefined;
    const client: LanguageClient = new LanguageClient(SECTION, NAME, serverOptions(server.path), {
      ...this.#clientOptions(),
      errorHandler: {
        error: (...failure) => (crashes ??= client.createDefaultErrorHandler()).error(...failure),
        closed: () => {
          if (hasRun) return (crashes ??= client.createDefaultErrorHandler()).closed();
          // What ends before it has answered once would do so again.
          return { action: CloseAction.DoNotRestart, message: 'The server ended before it was ready.', handled: true };
        },
      },
      // The client says already that it has no connection.
      initializationFailedHandler: () => false,
    });
    client.registerFeature(new OwnAbilities());
    // Of what the protocol proposes: text that the editor shows before it is there.
    client.registerFeatures(ProposedFeatures.createAll(client));
    this.#client = client;
    client.onDidChangeState(({ newState }) => {
      if (client !== this.#client) return;
      if (newState === State.Running) {
        hasRun = true;
        const version = client.initializeResult?.serverInfo?.version;
        this.#output.appendLine(`${NAME} ${version ?? '(version unknown)'} is running.`);
        this.#report({ kind: 'running', version, path: server.path });
        this.#started.fire();
      } else if (hasRun) {
        this.#report({ kind: newState === State.Starting ? 'starting' : 'stopped' });
      }
    });
    let failure = 'it ended before it was ready';
    try {
      await client.start();
      // The client may call it a success although the server ended meanwhile.
      if (client.isRunning()) return;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    this.#fail(`${server.path} (${server.source}): ${failure}.`);
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    this.#report({ kind: 'stopped' });
    const wasRunning = client.isRunning();
    try {
      await client.dispose();
    } catch (error) {
      // A server that is gone already has nothing to stop; one that does not answer `shutdown` was killed.
      if (wasRunning) this.#output.appendLine(`The server did not stop in an orderly way: ${String(error)}`);
    }
  }

  #fail(reason: string): void {
    this.#output.appendLine(`The server could not be started. ${reason}`);
    this.#report({ kind: 'failed', reason });
  }

  #clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [
        { scheme: 'file', language: 'mlir' },
        { scheme: 'untitled', language: 'mlir' },
      ],
      // Hovers link to pages.
      markdown: { isTrusted: { enabledCommands: [EXPLAIN] } },
      initializationOptions: settingsForServer,
      // Sent to servers that do not register for changes; one that does may still ask for what it needs.
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      synchronize: { configurationSection: SECTION },
      middleware: {
        resolveCodeAction: (action, token, next) => {
          this.#applying.fire();
          return next(action, token);
        },
        provideCodeLenses,
        executeCommand: (command, args, next) =>
          this.#handlers.get(command)?.(args[0]) ?? (next(command, args) as unknown),
        workspace: {
          configuration: (params, token, next) =>
            params.items.every(({ section }) => section === SECTION)
              ? params.items.map(() => settingsForServer())
              : next(params, token),
        },
      },
      outputChannel: this.#output,
      traceOutputChannel: this.#trace,
    };
  }
}

/** Tells the server what this editor can do beyond the protocol. */
class OwnAbilities implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const own = { explainCommand: EXPLAIN, choosesActions: true };
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), ...own };
    // The editor runs the command of an action that it has resolved; its client does not say so.
    capabilities.textDocument?.codeAction?.resolveSupport?.properties.push('command');
  }

  initialize(): void {
    // Nothing is registered for it.
  }

  getState(): FeatureState {
    return { kind: 'static' };
  }

  clear(): void {
    // It holds nothing.
  }
}

function serverOptions(command: string): ServerOptions {
  return { command, args: ['server', '--stdio'], options: { env: { ...process.env, ...serverEnvironment() } } };
}

async function offerSettings(reason: string): Promise<void> {
  const openSettings = 'Open Settings';
  const message = `The affine-analyzer server was not found. ${reason}`;
  if ((await vscode.window.showErrorMessage(message, openSettings)) === openSettings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', `${SECTION}.server.path`);
  }
}
