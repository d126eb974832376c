// The spot that every view shows and the solve form edits.

import type { JobSpot } from "../lib/job";
import { EXAMPLE, type Spot } from "../lib/spot";
import { remember, remembered } from "./settings.svelte";

class SpotState {
  current = $state<Spot>({ ...structuredClone(EXAMPLE), ...remembered<Partial<Spot>>("spot", {}) });

  change(fields: Partial<Spot>): void {
    Object.assign(this.current, fields);
    this.keep();
  }

  keep(): void {
    remember("spot", $state.snapshot(this.current));
  }
}

export const spot = new SpotState();

/** The spot of the solve that a view shows, while it does. */
class ShownSpot {
  current = $state.raw<JobSpot | null>(null);

  /** Shows a spot until the function that it returns is called. */
  show(spot: JobSpot | null, flop = ""): () => void {
    const shown = spot === null || flop === "" ? spot : { ...spot, board: flop };
    this.current = shown;
    return () => {
      if (this.current === shown) this.current = null;
    };
  }
}

export const shownSpot = new ShownSpot();
