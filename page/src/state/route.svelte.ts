// The address of the view as state. Back and forward work because every change is an entry.

import { parseRoute, printRoute, type Route } from "../lib/route";

class Router {
  current = $state.raw<Route>(parseRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.current = parseRoute(location.hash);
    });
  }

  /** Goes to a view; `replace` leaves no entry to come back to. */
  go(route: Partial<Route> & { view: string }, replace = false): void {
    const hash = printRoute({ id: "", query: {}, ...route });
    if (hash === location.hash) return;
    if (replace) {
      history.replaceState(null, "", hash);
      this.current = parseRoute(hash);
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
