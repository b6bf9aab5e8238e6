// The view *Dependence graph*: the function around the cursor.
import type { Server } from '../client';
import type { DependenceGraph } from '../protocol';
import type { Place } from './cursor';
import type { View } from './following-panel';
import { linesOf } from './lines';
import type { DependenceGraphPicture } from './messages';

export class DependenceGraphView implements View {
  readonly viewType = 'affine-analyzer.dependenceGraph';
  readonly title = 'Dependence Graph';
  readonly page = 'dependence-graph';
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  async picture({ document, position }: Place, signal: AbortSignal): Promise<DependenceGraphPicture> {
    const params = { textDocument: { uri: document.uri.toString() }, range: { start: position, end: position } };
    const graph = await this.#server.request<DependenceGraph>('affine/dependenceGraph', params, signal);
    const ranges = graph.functions.flatMap(({ nodes, unanalysed }) => [...nodes, ...unanalysed]).map((it) => it.range);
    return { file: document.fileName, graph, lines: linesOf(document, ranges), line: position.line };
  }
}
