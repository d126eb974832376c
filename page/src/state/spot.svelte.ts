// The spot that every view shows and the solve form edits.

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

  reset(): void {
    this.change(structuredClone(EXAMPLE));
  }
}

export const spot = new SpotState();
