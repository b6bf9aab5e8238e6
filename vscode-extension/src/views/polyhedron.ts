// The document *Dependence polyhedron*: what is behind the access at the cursor and behind its dependences.
import type { Server } from '../client';
import type { Polyhedron } from '../protocol';
import type { Place } from './cursor';
import type { DocumentView } from './followed-document';
import { linesOf } from './lines';
import { polyhedronText } from './polyhedron-text';

export class PolyhedronView implements DocumentView {
  readonly path = 'Dependence Polyhedron';
  readonly dependsOnPosition = true;
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  async text({ document, position }: Place, signal: AbortSignal): Promise<string> {
    const params = { textDocument: { uri: document.uri.toString() }, position };
    const polyhedron = await this.#server.request<Polyhedron | null>('affine/polyhedron', params, signal);
    if (polyhedron === null) return 'There is no affine access at the cursor. Put it on a load or a store.\n';
    const ranges = polyhedron.dependences.flatMap(({ source, sink }) => [source, sink]);
    return polyhedronText(polyhedron, linesOf(document, [polyhedron.range, ...ranges]));
  }
}
