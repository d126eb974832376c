import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { OMAHA, RIVER, TURN, api, solved, useBrowser } from "./tools.ts";

const tools = useBrowser();
const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));
mkdirSync(folder, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Look {
  name: string;
  hash: () => Promise<string>;
  ready: string;
  /** Whether the README shows it. */
  shown?: boolean;
}

/** The pictures of the README are made anew when someone asks for them, and nothing else then. */
const pictures = process.env["QUASAR_PICTURES"] === "1" ? fileURLToPath(new URL("../../docs/pictures/", import.meta.url)) : null;

/** Two flops are enough to check; a picture has the 25 that stand for all. */
const FLOPS =
  pictures === null
    ? { spot: { pot: 200, stack: 100, oop: "QQ", ip: "JJ", bet: "a", raise: "a", iterations: 2, check_every: 2 }, flops: ["8h7s2d", "6c6d2s"], save: "no-rivers" }
    : { spot: { pot: 200, stack: 300, oop: "JJ+,AQs+,KQs,AKo", ip: "JJ-88,AQs-ATs,KQs,QJs", bet: "75%", raise: "a", iterations: 20 }, flops: "25", save: "no-rivers" };

async function preflop(): Promise<string> {
  const { id } = await api<{ id: string }>("/solve-preflop", { stack: 8, leaf: "equity", iterations: 50, target: 0 });
  return id;
}

const LOOKS: Look[] = [
  { name: "equity", hash: async () => "#/equity?game=holdem&players=15%25|40%25&board=Ks7d2c", ready: "[role=grid]", shown: true },
  { name: "equity-omaha", hash: async () => "#/equity?game=plo4&players=QsJsTh8h|15%25&board=9c7d2s", ready: "tr:has-text('QsJsTh8h') [data-test=equity-0]:text('.')" },
  { name: "ranges", hash: async () => "#/ranges?game=holdem&range=22%2B,A2s%2B,KTs%2B,AJo%2B,KQo:0.5", ready: "[role=grid]", shown: true },
  { name: "ranges-omaha", hash: async () => "#/ranges?game=plo4&range=15%25", ready: "tbody td.bar" },
  { name: "solve", hash: async () => `#/solve/${await solved(RIVER)}`, ready: "figure canvas", shown: true },
  { name: "study", hash: async () => `#/study/${await solved(RIVER)}?cell=AQs`, ready: "[data-line] [role=grid]", shown: true },
  { name: "study-kinds", hash: async () => `#/study/${await solved(TURN)}?tab=kinds&made=pair`, ready: "tr[data-group]" },
  { name: "study-ranges", hash: async () => `#/study/${await solved(TURN)}?tab=ranges`, ready: "figure[aria-label^='EV'] canvas" },
  { name: "study-runouts", hash: async () => `#/study/${await solved(TURN)}?line=r:0:c:c`, ready: "[aria-label='Next cards']" },
  { name: "study-omaha", hash: async () => `#/study/${await solved(OMAHA)}`, ready: "tr[data-group]", shown: true },
  { name: "study-scatter", hash: async () => `#/study/${await solved(OMAHA)}?show=scatter`, ready: "canvas[data-points]" },
  { name: "study-empty", hash: async () => "#/study", ready: "h1" },
  { name: "flops-empty", hash: async () => "#/flops", ready: "form" },
  { name: "flops", hash: async () => `#/flops/${await solved(FLOPS)}`, ready: "tr[data-flop]", shown: true },
  { name: "charts", hash: async () => "#/charts?stack=10", ready: "[role=grid]", shown: true },
  { name: "charts-shipped", hash: async () => "#/charts/stack-25?cell=A5s", ready: "[role=grid]" },
  { name: "charts-preflop", hash: async () => `#/charts/${await preflop()}?cell=A5s`, ready: "[role=grid]" },
  { name: "practice", hash: async () => `#/practice/${await solved(RIVER)}`, ready: "[data-test=hand]", shown: true },
];

const THEMES = pictures === null ? (["light", "dark"] as const) : (["light"] as const);
const WIDTHS = pictures === null ? [1400, 380] : [1400];

describe.each(LOOKS.filter(({ shown }) => pictures === null || shown))("$name", ({ name, hash, ready }) => {
  it("has nothing serious for axe and fits 1400 and 380 pixels, light and dark", async () => {
    const { page, open } = tools;
    const address = await hash();
    for (const theme of THEMES) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width === 380 ? 800 : 950 });
        await page.emulateMedia({ colorScheme: theme });
        await open("#/none");
        await open(address);
        await page.locator(ready).first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${name} is wider than ${width}`).toBeLessThanOrEqual(width);
        const picture = `${folder}${name}-${theme}-${width}.png`;
        await page.screenshot({ path: picture, fullPage: true });
        if (pictures !== null) copyFileSync(picture, `${pictures}${name}.png`);
        if (width === 1400 && pictures === null) {
          await page.evaluate(axe);
          const serious = await page.evaluate(async () => {
            const { violations } = await (window as unknown as { axe: { run: () => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }).axe.run();
            return violations
              .filter(({ impact }) => impact === "serious" || impact === "critical")
              .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" ; ")}`);
          });
          expect(serious, `${name}, ${theme}`).toEqual([]);
        }
      }
    }
  });
});

describe("size", () => {
  it("sends at most 250 KB of script, and nothing from elsewhere", async () => {
    const { page, open } = tools;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await open("#/none2");
    await page.reload();
    await page.locator("main h1").first().waitFor();
    const base = inject("base");
    expect(asked.filter((url) => !url.startsWith(base))).toEqual([]);
    const scripts = [...new Set(asked.filter((url) => url.endsWith(".js")))];
    expect(scripts.length).toBeGreaterThan(0);
    let bytes = 0;
    for (const url of scripts) bytes += gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length;
    expect(bytes).toBeLessThanOrEqual(250_000);
  });

  it("draws few nodes of 1,755 flops, wherever the table is scrolled to", async () => {
    const { page, open } = tools;
    const id = await solved(FLOPS);
    const { flops } = await api<{ flops: { flop: string }[] }>("/flops");
    await page.setViewportSize({ width: 1400, height: 950 });
    await page.route(`**/solves/${id}/flops`, async (route) => {
      const report = (await (await route.fetch()).json()) as { boards: object[] };
      await route.fulfill({ json: { ...report, boards: flops.map(({ flop }, at) => ({ ...report.boards[at % 2], flop })) } });
    });
    await open("#/none");
    await open(`#/flops/${id}`);
    await page.locator("[data-test=count]", { hasText: "1,755" }).waitFor();
    const rows = page.locator("tr[data-flop]");
    expect(await rows.count()).toBeLessThan(50);
    // The table starts with three aces and ends with three twos.
    expect(await rows.first().getAttribute("data-flop")).toMatch(/^A.A.A/);
    await page.getByRole("region", { name: "Flops", exact: true }).evaluate((box) => (box.scrollTop = box.scrollHeight));
    await expect.poll(async () => rows.last().getAttribute("data-flop")).toMatch(/^2.2.2/);
    expect(await rows.count()).toBeLessThan(50);
    await page.unroute(`**/solves/${id}/flops`);
  });

  it("draws few nodes, however many hands there are", async () => {
    const { page, open } = tools;
    await page.setViewportSize({ width: 1400, height: 950 });
    await open(`#/study/${await solved(OMAHA)}`);
    await page.locator("tr[data-hand]").first().waitFor();
    expect(await page.locator("tr[data-hand]").count()).toBeLessThan(60);
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(4_000);
  });
});
