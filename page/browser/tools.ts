// What the browser tests share: a page of their own, spots, and waiting for solves.

import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";

export const LONG = Number(process.env["QUASAR_WAIT"] ?? 240_000);

/** A river that is solved in a moment. */
export const RIVER = {
  board: "Td9d6hQc2s",
  pot: 200,
  stack: 900,
  oop: "QQ-66,ATs+,KQs,JTs",
  ip: "JJ-22,AQs-A2s,KJs+,QTs+",
  bet: "50%, 100%",
  raise: "3x",
  target: 0.5,
};

/** A turn with few hands, so that a walk to the river is short of work. */
export const TURN = {
  board: "Td9d6hQc",
  pot: 200,
  stack: 300,
  oop: "QQ-TT,AKs,JTs",
  ip: "JJ-99,AQs,KJs",
  bet: "100%",
  raise: "a",
  target: 3,
};

export const OMAHA = {
  game: "plo4",
  board: "Td9d6h2cAs",
  pot: 100,
  stack: 300,
  oop: "4%",
  ip: "4%",
  bet: "pot",
  raise: "pot",
  target: 3,
};

export interface Tools {
  readonly page: Page;
  readonly context: BrowserContext;
  open(hash: string): Promise<void>;
}

/** A window for the tests of a file. Every mistake that the page logs fails its test. */
export function useBrowser(): Tools {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const mistakes: string[] = [];
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
    context = await browser.newContext({ viewport: { width: 1400, height: 950 }, colorScheme: "light" });
    context.setDefaultTimeout(LONG);
    page = await context.newPage();
    page.on("pageerror", (error) => mistakes.push(error.message));
  });
  afterAll(async () => {
    await browser.close();
    expect(mistakes).toEqual([]);
  });
  return {
    get page() {
      return page;
    },
    get context() {
      return context;
    },
    open: async (hash) => {
      await page.goto(`${inject("base")}/${hash}`);
      await page.locator("main").waitFor();
    },
  };
}

export async function api<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${inject("base")}/api/v1${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Solves a spec and waits until that is done; the same spec is solved once. */
export async function solved(spec: unknown): Promise<string> {
  const { id } = await api<{ id: string }>("/solves", spec);
  for (;;) {
    const { state, error } = await api<{ state: string; error?: string }>(`/solves/${id}`);
    if (state === "done") return id;
    if (state === "failed" || state === "cancelled") throw new Error(`${state}: ${error}`);
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** Waits until a text is what it should be; says what it was if it never is. */
export async function shows(page: Page, selector: string, text: string): Promise<void> {
  try {
    await page.waitForFunction(
      ([where, wanted]) => document.querySelector(where!)?.textContent?.trim() === wanted,
      [selector, text] as const,
      { timeout: LONG },
    );
  } catch (error) {
    const found = await page.evaluate((where) => document.querySelector(where)?.textContent?.trim(), selector);
    throw new Error(`${selector} shows ${found}, not ${text}, at ${page.url()}`, { cause: error });
  }
}

/** As the page writes a share in percent. */
export const percent = (value: number): string => (value * 100).toFixed(1);

/** As the page writes chips. */
export const chips = (value: number): string =>
  new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
