import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { OMAHA, RIVER, TURN, solved, useBrowser } from "./tools.ts";

const tools = useBrowser();
const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));
mkdirSync(folder, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Look {
  name: string;
  hash: () => Promise<string>;
  ready: string;
}

const LOOKS: Look[] = [
  { name: "equity", hash: async () => "#/equity?game=holdem&players=15%25|40%25&board=Ks7d2c", ready: "[role=grid]" },
  { name: "ranges", hash: async () => "#/ranges?game=holdem&range=22%2B,A2s%2B,KTs%2B,AJo%2B,KQo:0.5", ready: "[role=grid]" },
  { name: "ranges-omaha", hash: async () => "#/ranges?game=plo4&range=AA$ds", ready: "tbody td.bar" },
  { name: "solve", hash: async () => `#/solve/${await solved(RIVER)}`, ready: "figure canvas" },
  { name: "study", hash: async () => `#/study/${await solved(RIVER)}`, ready: "[data-line] [role=grid]" },
  { name: "study-runouts", hash: async () => `#/study/${await solved(TURN)}?line=r:0:c:c`, ready: "[aria-label='Next cards']" },
  { name: "study-omaha", hash: async () => `#/study/${await solved(OMAHA)}`, ready: "tr[data-group]" },
  { name: "flops", hash: async () => "#/flops", ready: "form" },
  { name: "charts", hash: async () => "#/charts?stack=10", ready: "[role=grid]" },
  { name: "practice", hash: async () => `#/practice/${await solved(RIVER)}`, ready: "[data-test=hand]" },
];

describe.each(LOOKS)("$name", ({ name, hash, ready }) => {
  it("has nothing serious for axe and fits 1400 and 380 pixels, light and dark", async () => {
    const { page, open } = tools;
    const address = await hash();
    for (const theme of ["light", "dark"] as const) {
      for (const width of [1400, 380]) {
        await page.setViewportSize({ width, height: width === 380 ? 800 : 950 });
        await page.emulateMedia({ colorScheme: theme });
        await open("#/none");
        await open(address);
        await page.locator(ready).first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${name} is wider than ${width}`).toBeLessThanOrEqual(width);
        await page.screenshot({ path: `${folder}${name}-${theme}-${width}.png`, fullPage: true });
        if (width === 1400) {
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

  it("draws few nodes, however many hands there are", async () => {
    const { page, open } = tools;
    await page.setViewportSize({ width: 1400, height: 950 });
    await open(`#/study/${await solved(OMAHA)}`);
    await page.locator("tr[data-hand]").first().waitFor();
    expect(await page.locator("tr[data-hand]").count()).toBeLessThan(60);
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(4_000);
  });
});
