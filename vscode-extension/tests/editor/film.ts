// Frames of a moving picture, each shown for a time of its own, so that the machine may be as slow as it is.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Workbench } from './workbench';

/** One picture and how long it is shown. */
export interface Frame {
  readonly file: string;
  readonly milliseconds: number;
}

const TYPED_MS = 110;

/** Hovers and menus take that long to appear in full. */
const FADING_MS = 700;

export class Film {
  readonly #frames: Frame[] = [];

  /** @param folder where the frames go, with their times in `frames.json` */
  constructor(
    private readonly workbench: Workbench,
    private readonly folder: string,
  ) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  /** Shows what is on the screen, once it is at rest. */
  async show(milliseconds: number): Promise<void> {
    await this.workbench.page.waitForTimeout(FADING_MS);
    await this.#shoot(milliseconds);
  }

  async #shoot(milliseconds: number): Promise<void> {
    const file = `${String(this.#frames.length).padStart(3, '0')}.png`;
    // The cursor blinks: in the frames it is always there.
    await this.workbench.page.screenshot({ path: path.join(this.folder, file), scale: 'css', caret: 'initial' });
    this.#frames.push({ file, milliseconds });
  }

  /** Types key by key. */
  async type(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.workbench.page.keyboard.press(key);
      await this.#shoot(TYPED_MS);
    }
  }

  end(): void {
    writeFileSync(path.join(this.folder, 'frames.json'), JSON.stringify(this.#frames));
  }
}
