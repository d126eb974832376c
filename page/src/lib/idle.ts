// Work that can wait until the page has nothing else to do.

const SOON = 200;

export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => work());
  else setTimeout(work, SOON);
}
