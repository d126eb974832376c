// Questions asked as people type: the last one counts, earlier answers are dropped.

export class Latest {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #abort: AbortController | null = null;

  /** Runs `work` after `delay` ms unless something newer is asked first. */
  ask(delay: number, work: (signal: AbortSignal) => Promise<void>): void {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    this.#timer = setTimeout(() => void work(abort.signal), delay);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#timer = null;
    this.#abort = null;
  }
}
