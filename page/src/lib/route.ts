// The view in the address: `#/study/ID?line=r:0:c&mode=ev`.

export interface Route {
  view: string;
  /** What follows the view in the path. */
  id: string;
  query: Record<string, string>;
}

export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#/, "").split("?", 2);
  const [view = "", ...rest] = path.split("/").filter((part) => part !== "");
  return {
    view: view === "" ? "equity" : view,
    id: rest.map(decodeURIComponent).join("/"),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** Values as they are read best in an address: colons and commas stay. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",");

export function printRoute({ view, id, query }: Route): string {
  const path = id === "" ? view : `${view}/${encode(id)}`;
  const search = Object.entries(query)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}=${encode(value)}`)
    .join("&");
  return `#/${path}${search === "" ? "" : `?${search}`}`;
}
