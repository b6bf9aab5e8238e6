// The texts of a run as documents, which the diff editor shows.
import type { Uri } from 'vscode';
import type { PassRun } from '../../passes/protocol';
import { textBefore } from '../../passes/steps';
import type { VirtualTexts } from '../virtual-texts';

export class StepDocuments {
  readonly #texts: VirtualTexts;
  readonly #run: PassRun;
  readonly #name: string;
  readonly #uris = new Map<number, Uri>();

  /** @param file the name of what the passes ran on */
  constructor(texts: VirtualTexts, run: PassRun, file: string) {
    this.#texts = texts;
    this.#run = run;
    this.#name = file.replace(/\.mlir$/, '');
  }

  before(number: number): Uri {
    return this.after(number - 1);
  }

  /** @param number 0 for the text that the first step began with */
  after(number: number): Uri {
    const known = this.#uris.get(number);
    if (known !== undefined) return known;
    const what = number === 0 ? 'before' : `step ${number}`;
    const uri = this.#texts.add(`${this.#name}, ${what}.mlir`, textBefore(this.#run, number + 1));
    this.#uris.set(number, uri);
    return uri;
  }

  forget(): void {
    for (const uri of this.#uris.values()) this.#texts.remove(uri);
    this.#uris.clear();
  }
}
