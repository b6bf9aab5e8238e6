// Does something when nobody has asked for it anew for a while, and lets go of what it was doing before.

export class Debounced {
  readonly #delayMs: number;
  readonly #action: (signal: AbortSignal) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: AbortController | undefined;

  /** @param action stops, or is not listened to any more, when the signal is aborted */
  constructor(delayMs: number, action: (signal: AbortSignal) => Promise<void>) {
    this.#delayMs = delayMs;
    this.#action = action;
  }

  schedule(): void {
    this.cancel();
    this.#timer = setTimeout(() => {
      this.run();
    }, this.#delayMs);
  }

  /** Without waiting. */
  run(): void {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    void this.#action(running.signal);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = undefined;
  }
}
