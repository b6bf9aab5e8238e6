// The pipelines that were run on a file, as the workspace remembers them.
import type { Memento } from 'vscode';

const KEY = 'passes.history';
const MOST_PIPELINES = 20;
const MOST_FILES = 100;

type Entries = readonly (readonly [file: string, pipelines: readonly string[]])[];

export class History {
  readonly #memento: Pick<Memento, 'get' | 'update'>;

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
  }

  /** The last one first. */
  of(file: string): readonly string[] {
    return this.#entries().find(([name]) => name === file)?.[1] ?? [];
  }

  async add(file: string, pipeline: string): Promise<void> {
    const pipelines = [pipeline, ...this.of(file).filter((it) => it !== pipeline)].slice(0, MOST_PIPELINES);
    const others = this.#entries().filter(([name]) => name !== file);
    await this.#memento.update(KEY, [[file, pipelines], ...others].slice(0, MOST_FILES));
  }

  #entries(): Entries {
    return this.#memento.get<Entries>(KEY, []);
  }
}
