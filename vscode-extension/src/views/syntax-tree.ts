// The document *Syntax tree*: the lossless tree of the whole file.
import type { Server } from '../client';
import type { Place } from './cursor';
import type { DocumentView } from './followed-document';

export class SyntaxTreeView implements DocumentView {
  readonly path = 'Syntax Tree';
  readonly dependsOnPosition = false;
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  text({ document }: Place, signal: AbortSignal): Promise<string> {
    const params = { textDocument: { uri: document.uri.toString() } };
    return this.#server.request<string>('affine/syntaxTree', params, signal);
  }
}
