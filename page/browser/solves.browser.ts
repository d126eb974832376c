import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { quasar } from "./server.ts";
import { OMAHA, RIVER, TURN, api, chips, percent, shows, solved, useBrowser } from "./tools.ts";

const tools = useBrowser();

interface Node {
  actions: { action: string; frequency: number; ev: number }[];
  ranges: { player: string; equity: number; ev: number }[];
  hands: { hand: string; evs: number[]; frequencies: number[]; weight: number }[];
  groups?: { name: string; combos: number }[];
  pot: number;
}

/** The report of the command on a spec. */
async function solvedByCommand(spec: unknown, ...words: string[]): Promise<{ node: Node; exploitability_percent: number }> {
  const file = join(mkdtempSync(join(tmpdir(), "quasar-spec-")), "spec.json");
  writeFileSync(file, JSON.stringify(spec));
  return quasar("solve", file, ...words);
}

describe("solve", () => {
  it("tells the size of the tree, solves to the target, and continues to a better one", async () => {
    const { page, open } = tools;
    await open("#/solve");
    await page.getByRole("button", { name: "Example river" }).click();
    await page.locator("[data-test=plan]", { hasText: "decisions" }).waitFor();
    await page.getByLabel("Out of position", { exact: true }).fill("QQ-66,ATs+,KQs");
    await page.getByLabel("In position", { exact: true }).fill("JJ-22,AQs-A2s");
    const size = await api<{ nodes: number; decisions: number; hands: number[] }>("/solves/plan", {
      ...RIVER, oop: "QQ-66,ATs+,KQs", ip: "JJ-22,AQs-A2s", thresholds: { add_all_in: 1.5, force_all_in: 0.15, merge: 0.1 },
    });
    await page.locator("[data-test=plan]", { hasText: `${size.nodes} nodes, ${size.decisions} decisions, ${size.hands[0]} × ${size.hands[1]} hands` }).waitFor();
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await shows(page, "[data-test=state]", "target reached");
    const reached = async (): Promise<number> =>
      Number((await page.locator("[data-test=percent-now]").textContent())!.replace("%", ""));
    await expect.poll(reached, { timeout: 60_000 }).toBeLessThanOrEqual(0.5);
    expect(await reached()).toBeGreaterThan(0);
    await page.locator("figure[aria-label=Exploitability] canvas").waitFor();
    await page.getByLabel("Better target").fill("0.2");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect.poll(reached, { timeout: 200_000 }).toBeLessThanOrEqual(0.2);
  });

  it("puts mistakes next to their fields", async () => {
    const { page, open } = tools;
    await open("#/solve");
    await page.getByRole("button", { name: "Example river" }).click();
    await page.locator("[data-test=plan]", { hasText: "decisions" }).waitFor();
    await page.getByLabel("In position", { exact: true }).fill("JJ,A?");
    await page.locator("mark", { hasText: "?" }).waitFor();
    expect(await page.getByRole("button", { name: "Solve", exact: true }).isDisabled()).toBe(true);
    await page.getByLabel("In position", { exact: true }).fill("JJ");
    await page.locator("[data-test=plan]", { hasText: "decisions" }).waitFor();
  });
});

describe("study", () => {
  it("shows the numbers of the command, one request a decision", async () => {
    const { page, open } = tools;
    const id = await solved(RIVER);
    const { node } = await solvedByCommand(RIVER);
    await open(`#/study/${id}?tab=summary`);
    for (const [at, action] of node.actions.entries()) {
      await shows(page, `[data-test=frequency-${at}]`, percent(action.frequency));
      await shows(page, `[data-test=ev-${at}]`, chips(action.ev));
    }
    for (const range of node.ranges) {
      await shows(page, `[data-test=${range.player}-equity]`, percent(range.equity));
      await shows(page, `[data-test=${range.player}-ev]`, chips(range.ev));
    }
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) asked.push(request.url());
    });
    await page.keyboard.press("1");
    await page.locator("[data-line='r:0:c']").waitFor();
    const after = await solvedByCommand(RIVER, "--line", "r:0:c");
    await shows(page, "[data-test=frequency-0]", percent(after.node.actions[0]!.frequency));
    expect(asked.filter((url) => url.includes("/nodes/"))).toHaveLength(1);
    // Back asks nothing: the decision is known.
    await page.keyboard.press("Backspace");
    await page.locator("[data-line='r:0']").waitFor();
    await shows(page, "[data-test=frequency-0]", percent(node.actions[0]!.frequency));
    expect(asked.filter((url) => url.includes("/nodes/"))).toHaveLength(1);
    await page.goBack();
    await page.locator("[data-line='r:0:c']").waitFor();
  });

  it("pins cells, changes modes, filters and sorts hands", async () => {
    const { page, open } = tools;
    const id = await solved(RIVER);
    await open(`#/study/${id}`);
    await page.locator("[data-class=AKs]").click();
    await page.getByRole("heading", { name: "AKs" }).waitFor();
    await page.locator("[data-class=AKs]").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("[data-class=AQs]").getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("m");
    await expect.poll(() => page.url()).toContain("mode=ev");
    await page.getByLabel("Filter").fill("AA,AKs");
    await page.getByLabel("Filter").press("Enter");
    await shows(page, "[data-test=rows]", "4 hands");
    await page.getByLabel("Search").fill("Ah");
    await shows(page, "[data-test=rows]", "1 hand");
    const { node } = (await api<{ node: Node }>(`/solves/${id}/nodes/r:0?filter=AhKh`));
    const row = await page.locator("tr[data-hand=AhKh]").textContent();
    expect(row).toContain(percent(node.hands[0]!.frequencies[0]!));
    expect(row).toContain(chips(node.hands[0]!.evs[1]!));
  });

  it("walks to a river, deals by the map, and compares both ranges", async () => {
    const { page, open } = tools;
    const id = await solved(TURN);
    await open(`#/study/${id}?line=r:0:c:c`);
    await page.getByRole("group", { name: "Next cards" }).waitFor();
    // 52 cards without the four of the board.
    expect(await page.getByRole("group", { name: "Next cards" }).getByRole("button").count()).toBe(48);
    await page.getByRole("button", { name: "Deal 2c" }).click();
    await page.locator("[data-line='r:0:c:c:2c']").waitFor();
    await page.getByRole("tab", { name: "Summary" }).click();
    const { node } = await solvedByCommand(TURN, "--line", "r:0:c:c:2c");
    await shows(page, "[data-test=frequency-0]", percent(node.actions[0]!.frequency));
    await page.getByRole("tab", { name: "Both ranges" }).click();
    await page.getByRole("grid", { name: "Range of oop" }).waitFor();
    await page.getByRole("grid", { name: "Range of ip" }).waitFor();
  });

  it("locks a decision and solves again", async () => {
    const { page, open } = tools;
    const id = await solved(RIVER);
    await open(`#/study/${id}?tab=lock`);
    await page.getByLabel("check", { exact: false }).first().waitFor();
    const sliders = page.locator(".action input[type=range]");
    await sliders.first().fill("100");
    await page.getByRole("button", { name: "Lock and solve again" }).click();
    await page.waitForURL(/#\/solve\//);
    expect(page.url()).not.toContain(id);
    await shows(page, "[data-test=state]", "target reached");
    await page.getByRole("link", { name: "Study", exact: true }).last().click();
    await page.getByRole("tab", { name: "Summary" }).click();
    await shows(page, "[data-test=frequency-0]", "100.0");
  });
});

describe("Omaha study", () => {
  it("opens kinds of hands, filters by syntax, brushes a scatter, finds hands alike", async () => {
    const { page, open } = tools;
    const id = await solved(OMAHA);
    await open(`#/study/${id}`);
    const all = await api<{ node: Node }>(`/solves/${id}/nodes/r:0?hands=0`);
    const first = all.node.groups![0]!;
    const row = page.locator(`tr[data-group="${first.name}"]`).first();
    await row.waitFor();
    expect(await row.textContent()).toContain(Math.round(first.combos).toLocaleString("en-US"));
    await row.getByRole("button").click();
    expect(await row.getByRole("button").getAttribute("aria-expanded")).toBe("true");
    await page.getByLabel("Filter").fill("AA");
    await page.getByLabel("Filter").press("Enter");
    const aces = await api<{ node: Node }>(`/solves/${id}/nodes/r:0?filter=AA`);
    const held = aces.node.hands.length;
    await shows(page, "[data-test=rows]", `${Math.min(held, 2000).toLocaleString("en-US")} hands`);
    await page.getByRole("button", { name: "Scatter" }).click();
    const canvas = page.locator("figure[aria-label='Hands by equity'] canvas");
    const weighted = aces.node.hands.filter(({ weight }) => weight > 0).length;
    await expect.poll(() => canvas.getAttribute("data-points"), { timeout: 60_000 }).toBe(String(weighted));
    const box = (await canvas.boundingBox())!;
    await page.mouse.move(box.x + 56, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 12, box.y + box.height - 42, { steps: 5 });
    await page.mouse.up();
    await page.locator("[data-test=brushed]").waitFor();
    const chosen = Number((await page.locator("[data-test=brushed]").textContent())!.replace(/\D/g, ""));
    expect(chosen).toBeGreaterThan(weighted * 0.8);
    await page.getByLabel("Hands like").fill(aces.node.hands.find(({ weight }) => weight > 0)!.hand);
    await page.getByRole("heading", { name: "Played most like" }).waitFor();
  });
});

describe("practice", () => {
  it.each([["Hold'em", RIVER], ["Omaha", OMAHA]])("grades answers by the EV of the solution (%s)", async (_, spec) => {
    const { page, open } = tools;
    const id = await solved(spec);
    await open(`#/practice/${id}`);
    for (let hand = 1; hand <= 3; hand++) {
      await page.locator(".answers button:enabled").first().waitFor();
      const dealt = page.locator("[data-test=hand]");
      const [name, line] = [await dealt.getAttribute("data-hand"), await dealt.getAttribute("data-line")];
      const { node } = await api<{ node: Node }>(`/solves/${id}/nodes/${line}?filter=${name}&hands=10`);
      const { evs } = node.hands.find((each) => each.hand === name)!;
      await page.getByRole("group", { name: "Your action" }).getByRole("button").first().click();
      await shows(page, "[data-test=lost]", chips(Math.max(...evs) - evs[0]!));
      await shows(page, "[data-test=answers]", String(hand));
      if (hand < 3) {
        await page.getByRole("button", { name: "Next hand" }).click();
        await page.locator("[data-test=grade]").waitFor({ state: "detached" });
      }
    }
  });
});

describe("many flops", () => {
  it("solves, filters, averages and opens flops", async () => {
    const { page, open } = tools;
    // All-in or nothing, two iterations: a flop has 2,352 boards to follow.
    const spot = { pot: 200, stack: 100, oop: "QQ", ip: "JJ", bet: "a", raise: "a", iterations: 2, check_every: 2 };
    const id = await solved({ spot, flops: ["8h7s2d", "6c6d2s"], save: "no-rivers" });
    const report = await api<{ boards: { flop: string; ev: number[] }[]; mean: { frequencies: number[] } }>(`/solves/${id}/flops`);
    await open(`#/flops/${id}`);
    await shows(page, "[data-test=count]", "2");
    await shows(page, "[data-test=mean-0]", `${percent(report.mean.frequencies[0]!)}%`);
    await page.getByLabel("Pairs").selectOption("paired");
    await shows(page, "[data-test=count]", "1");
    const paired = report.boards.find(({ flop }) => flop[0] === flop[2])!;
    expect(await page.locator(`tr[data-flop="${paired.flop}"]`).textContent()).toContain(chips(paired.ev[0]!));
    await page.getByRole("button", { name: `Open ${paired.flop}` }).click();
    await page.locator("[data-line='r:0']").waitFor();
    await page.getByRole("grid", { name: "Strategy of oop" }).waitFor();
  });
});
