// The view *Iteration space*: what it asks the server, and what it gives to its page.
import type { Server } from '../client';
import type { IterationSpace } from '../protocol';
import type { Place } from './cursor';
import { MOST_LOOPS, extentOf } from './extent';
import type { View } from './following-panel';
import { linesOf } from './lines';
import type { IterationSpaceOptions, IterationSpacePicture } from './messages';
import { nestsOf, type OutlineSymbol } from './nests';

/** So many points and so many arrows are drawn at most. */
const LIMIT = 2_000;

export class IterationSpaceView implements View {
  readonly viewType = 'affine-analyzer.iterationSpace';
  readonly title = 'Iteration Space';
  readonly page = 'iteration-space';
  readonly #server: Server;
  #options: IterationSpaceOptions = { symbols: {} };

  constructor(server: Server) {
    this.#server = server;
  }

  configure(options: IterationSpaceOptions): void {
    this.#options = options;
  }

  async picture({ document, position }: Place, signal: AbortSignal): Promise<IterationSpacePicture> {
    const options = this.#options;
    const textDocument = { uri: document.uri.toString() };
    const place = { textDocument, position, symbols: options.symbols, depth: options.depth ?? MOST_LOOPS };
    const ask = (extent: number, limit: number) => {
      const params = { ...place, extent, limit };
      return this.#server.request<IterationSpace | null>('affine/iterationSpace', params, signal);
    };
    const outline = this.#server.request<OutlineSymbol[] | null>(
      'textDocument/documentSymbol',
      { textDocument },
      signal,
    );
    // How much of each loop is shown depends on how many loops there are.
    const loops = options.extent === undefined ? ((await ask(1, 1))?.loops.length ?? 0) : 0;
    const space = await ask(extentOf(options, loops), LIMIT);
    const ranges = (space?.accesses ?? []).map(({ range }) => range);
    const nests = nestsOf((await outline) ?? []);
    return { file: document.fileName, space, nests, lines: linesOf(document, ranges), options };
  }
}
