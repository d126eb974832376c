// Whether the server answers. A lost connection is tried again until it is back.

const TRY_AGAIN_MS = 1_000;

class Connection {
  lost = $state(false);
  /** The server wants a token that the page does not have. */
  locked = $state(false);
  /** Counts how often the connection came back; views ask again when it changes. */
  returns = $state(0);
  #timer: ReturnType<typeof setTimeout> | null = null;

  lose(): void {
    this.lost = true;
    this.#timer ??= setTimeout(() => void this.#try(), TRY_AGAIN_MS);
  }

  found(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.lost) return;
    this.lost = false;
    this.returns++;
  }

  async #try(): Promise<void> {
    this.#timer = null;
    try {
      const response = await fetch("/health", { cache: "no-store" });
      if (response.ok) this.found();
      else this.lose();
    } catch {
      this.lose();
    }
  }
}

export const connection = new Connection();
