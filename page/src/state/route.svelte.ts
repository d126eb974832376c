// The address of the view as state. Back and forward work because every change is an entry.

import { parseRoute, printRoute, type Route } from "../lib/route";

class Router {
  current = $state.raw<Route>(parseRoute(location.hash));
  /** The hash that `current` was read from. */
  #hash = location.hash;

  constructor() {
    addEventListener("hashchange", () => this.#read(location.hash));
  }

  #read(hash: string): void {
    this.#hash = hash;
    this.current = parseRoute(hash);
  }

  /** Goes to a view; `replace` leaves no entry to come back to. */
  go(route: Partial<Route> & { view: string }, replace = false): void {
    const hash = printRoute({ id: "", query: {}, ...route });
    if (hash === location.hash) return;
    if (replace) {
      // Someone is on the way to another view, and its event has not come yet: let them go.
      if (location.hash !== this.#hash) return;
      history.replaceState(null, "", hash);
      // Read back, because browsers may write a character differently.
      this.#read(location.hash);
    } else {
      location.hash = hash;
    }
  }

  /** Changes parts of the query of this view. */
  set(changes: Record<string, string>, replace = false): void {
    const { view, id, query } = this.current;
    this.go({ view, id, query: { ...query, ...changes } }, replace);
  }
}

export const router = new Router();
