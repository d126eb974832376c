import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { quasar } from "./server.ts";
import { OMAHA, RIVER, TURN, api, chips, percent, shows, solved, useBrowser } from "./tools.ts";

const tools = useBrowser();

interface Curves {
  players: { player: string; equity: number[]; ev: number[] }[];
}

/** The curves of the save of a solve, as `quasar inspect` prints them. */
async function curvesByCommand(id: string, line: string): Promise<Curves> {
  const file = join(mkdtempSync(join(tmpdir(), "quasar-save-")), "spot.qsr");
  const answer = await fetch(`${inject("base")}/api/v1/solves/${id}/save`);
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  return quasar("inspect", file, "--node", line, "--curves");
}

interface Node {
  actions: { action: string; frequency: number; ev: number }[];
  ranges: { player: string; equity: number; ev: number }[];
  hands: { hand: string; evs: number[]; frequencies: number[]; weight: number; made: string; detail: string; draw?: string }[];
  groups?: { name: string; combos: number }[];
  pot: number;
}

/** The report of the command on a spec. */
/** The lines of the decisions that a page asks for from now on. */
function decisionsAsked(page: Page): string[] {
  const lines: string[] = [];
  page.on("request", (request) => {
    const line = /\/nodes\/([^?]+)/.exec(decodeURIComponent(request.url()))?.[1];
    if (line !== undefined) lines.push(line);
  });
  return lines;
}

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

  it("is followed by a window that is opened again, and by a second one; pauses and stops", async () => {
    const { page, context, open } = tools;
    const { id } = await api<{ id: string }>("/solves", { ...TURN, stack: 700, oop: "22+,A2s+,KTs+,QTs+", ip: "22+,A2s+,KTs+,QTs+", raise: "3x", target: 0.000001, iterations: 10_000_000 });
    await open(`#/solve/${id}`);
    await shows(page, "[data-test=state]", "solving");
    await page.reload();
    await shows(page, "[data-test=state]", "solving");
    const other = await context.newPage();
    await other.goto(page.url());
    await page.getByRole("button", { name: "Pause" }).click();
    await shows(page, "[data-test=state]", "paused");
    await shows(other, "[data-test=state]", "paused");
    await other.getByRole("button", { name: "Resume" }).click();
    await shows(page, "[data-test=state]", "solving");
    await page.getByRole("button", { name: "Stop" }).click();
    await shows(page, "[data-test=state]", "stopped");
    await shows(other, "[data-test=state]", "stopped");
    await other.close();
    // A spot that was solved, or stopped, can be edited.
    await page.getByRole("button", { name: "Copy into the form" }).click();
    await expect.poll(() => page.getByLabel("Stack behind, chips").inputValue()).toBe("700");
    await expect.poll(() => page.getByLabel("Board", { exact: true }).inputValue()).toBe("Td9d6hQc");
  });

  it("tells sizes in chips, reads files of other programs, and locks from the form", async () => {
    const { page, open } = tools;
    await open("#/solve");
    await page.getByRole("button", { name: "Example river" }).click();
    await page.getByText("100, 200 chips into 200").first().waitFor();
    await page.getByText("to 300 chips over 100").first().waitFor();
    await page.locator("summary", { hasText: "Locks" }).click();
    await page.getByLabel("Strategy", { exact: true }).fill("check 100%, bet 100 0%, bet 200 0%");
    await page.getByRole("button", { name: "Lock", exact: true }).click();
    await page.getByRole("button", { name: "Remove the lock of r:0" }).waitFor();
    await page.locator("[data-test=plan]", { hasText: "decisions" }).waitFor();
    await page.getByRole("button", { name: "Remove the lock of r:0" }).click();
    await page.locator("summary", { hasText: "Paste or drop a file" }).click();
    await page.getByLabel("Text of a spot").fill("set_pot 50\nset_effective_stack 200\nset_board Qs,Jh,2h,3c,4d\nset_range_ip AA,KQs\nset_range_oop QQ,JTs:0.5\nset_bet_sizes oop,river,bet,50\n");
    await page.locator("[data-test=import-plan]").waitFor();
    await expect.poll(() => page.getByLabel("Kind of file").locator("option").first().textContent()).toBe("TexasSolver");
    await page.getByRole("button", { name: "Solve this" }).click();
    await shows(page, "[data-test=state]", "target reached");
    const text = "board: Td9d6hQc2s\npot: 200\nstack: 900\noop: QQ+?\nip: JJ\n";
    const data = await page.evaluateHandle((yaml) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([yaml], "spot.yaml"));
      return transfer;
    }, text);
    await page.dispatchEvent("summary:has-text('Paste or drop')", "drop", { dataTransfer: data });
    await page.locator("mark", { hasText: "?" }).waitFor();
    expect(await page.getByRole("button", { name: "Solve this" }).isDisabled()).toBe(true);
  });

  it("puts mistakes next to their fields", async () => {
    const { page, open } = tools;
    await open("#/solve");
    await page.getByRole("button", { name: "Example river" }).click();
    await page.locator("[data-test=plan]", { hasText: "decisions" }).waitFor();
    await page.getByLabel("In position", { exact: true }).fill("JJ,A?");
    await page.locator("mark", { hasText: "?" }).waitFor();
    await page.getByRole("button", { name: "Solve", exact: true, disabled: true }).waitFor();
    await page.getByLabel("In position", { exact: true }).fill("JJ");
    await page.locator("[data-test=plan]", { hasText: "decisions" }).waitFor();
  });
});

describe("study", () => {
  it("shows the numbers of the command, and asks for no decision twice", async () => {
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
    // The next decisions are asked for before a key is pressed.
    const asked = decisionsAsked(page);
    await page.reload();
    await expect.poll(() => asked).toContain("r:0:c");
    await page.keyboard.press("1");
    await page.locator("[data-line='r:0:c']").waitFor();
    const after = await solvedByCommand(RIVER, "--line", "r:0:c");
    await shows(page, "[data-test=frequency-0]", percent(after.node.actions[0]!.frequency));
    await page.keyboard.press("Backspace");
    await page.locator("[data-line='r:0']").waitFor();
    await shows(page, "[data-test=frequency-0]", percent(node.actions[0]!.frequency));
    await page.goBack();
    await page.locator("[data-line='r:0:c']").waitFor();
    // The decisions that were shown, and those one step further.
    expect(asked).toHaveLength(new Set(asked).size);
    for (const line of asked) expect(line.split(":").length).toBeLessThanOrEqual(4);
  });

  it("asks for the map of cards when the pointer comes near, and not again when it is pressed", async () => {
    const { page, open } = tools;
    const id = await solved(TURN);
    await open(`#/study/${id}?line=r:0:c`);
    await page.locator("[data-line='r:0:c']").waitFor();
    await page.mouse.move(0, 0);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(decodeURIComponent(request.url())));
    const maps = (): number => asked.filter((url) => url.includes("/runouts/r:0:c:c")).length;
    expect(maps()).toBe(0);
    const check = page.locator(".strip .now .action").first();
    await check.hover();
    await expect.poll(maps).toBe(1);
    await check.click();
    await page.getByRole("group", { name: "Next cards" }).waitFor();
    expect(maps()).toBe(1);
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
    const { players } = await curvesByCommand(id, "r:0:c:c:2c");
    for (const { player, equity, ev } of players) {
      await shows(page, `[data-test=equity-${player}-50]`, percent(equity[50]!));
      await shows(page, `[data-test=ev-${player}-90]`, chips(ev[90]!));
    }
  });

  it("keeps made hands and draws, in the table and in the grid", async () => {
    const { page, open } = tools;
    const id = await solved(TURN);
    await open(`#/study/${id}?tab=kinds`);
    const { node } = await api<{ node: Node }>(`/solves/${id}/nodes/r:0`);
    const { made, detail, draw } = node.hands.find((hand) => hand.draw !== "no draw")!;
    const row = page.locator(`tr[data-group="${made}"]`).first();
    await row.getByRole("button", { name: `Kinds of ${made}` }).click();
    await page.locator(`tr[data-group="${detail}"]`).getByRole("button", { name: detail, exact: true }).click();
    await page.locator(`tr[data-group="${draw}"]`).getByRole("button", { name: draw!, exact: true }).click();
    const kept = node.hands.filter((hand) => hand.detail === detail && hand.draw === draw);
    await page.getByRole("tab", { name: "Hands" }).click();
    await shows(page, "[data-test=rows]", `${kept.length} ${kept.length === 1 ? "hand" : "hands"}`);
    for (const { hand } of kept) await page.locator(`tr[data-hand=${hand}]`).waitFor();
    const classes = new Set(kept.filter(({ weight }) => weight > 0).map(({ hand }) => hand[0]! + hand[2]!));
    const filled = page.locator("[role=gridcell]:not(.empty)");
    for (const text of await filled.allTextContents()) expect([...classes]).toContain(text.trim().slice(0, 2));
    // The address has it all: another window shows the same.
    const other = await tools.context.newPage();
    await other.goto(page.url());
    await shows(other, "[data-test=rows]", `${kept.length} ${kept.length === 1 ? "hand" : "hands"}`);
    await other.close();
    await page.getByRole("button", { name: `Show all again, not only ${draw}` }).click();
    await shows(page, "[data-test=rows]", `${node.hands.filter((hand) => hand.detail === detail).length} hands`);
  });

  it("is walked with keys alone", async () => {
    const { page, open } = tools;
    const id = await solved(RIVER);
    await open(`#/study/${id}`);
    await page.locator("[data-line='r:0']").waitFor();
    await page.locator("[data-class=AA]").waitFor();
    // Arrows find the grid, Enter pins, digits act, Backspace comes back.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("cell=AKs");
    await page.keyboard.press("2");
    await page.locator("[data-line='r:0:b100']").waitFor();
    await page.keyboard.press("Backspace");
    await page.locator("[data-line='r:0']").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("Ah");
    await expect.poll(() => page.url()).toContain("search=Ah");
    await page.keyboard.press("Escape");
    await page.locator("body").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
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
    const opener = row.getByRole("button", { name: `Kinds of ${first.name}` });
    await opener.click();
    expect(await opener.getAttribute("aria-expanded")).toBe("true");
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
    // The box is a filter: in the address, and what the table keeps.
    await expect.poll(() => page.url()).toContain("equity=");
    const rows = async (): Promise<number> => Number((await page.locator("[data-test=rows]").textContent())!.replace(/\D/g, ""));
    await expect.poll(rows).toBeGreaterThan(weighted * 0.8);
    await page.getByRole("button", { name: /Show all again, not only equity/ }).click();
    await page.getByRole("button", { name: /Show all again, not only EV/ }).click();
    // A kind of made hands, among all hands and not only those that were sent first.
    const { made } = aces.node.hands[0]!;
    await page.getByRole("button", { name: "Kinds of hands" }).click();
    await page.locator(`tr[data-group="${made}"]`).first().getByRole("button", { name: made, exact: true }).click();
    const same = aces.node.hands.filter((hand) => hand.made === made).length;
    await expect.poll(rows).toBe(same);
    await page.getByRole("tab", { name: "Both ranges" }).click();
    const { players } = await curvesByCommand(id, "r:0");
    await shows(page, "[data-test=ev-ip-50]", chips(players[1]!.ev[50]!));
    await page.getByRole("tab", { name: "Hands" }).click();
    await page.getByRole("button", { name: "Scatter" }).click();
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
    const report = await api<{ boards: { flop: string; ev: number[]; frequencies: number[] }[]; mean: { frequencies: number[] } }>(`/solves/${id}/flops`);
    await open(`#/flops/${id}`);
    await shows(page, "[data-test=count]", "2");
    await shows(page, "[data-test=mean-0]", `${percent(report.mean.frequencies[0]!)}%`);
    await page.getByText("By texture").click();
    const low = page.locator("tr[data-texture='high card low']");
    expect(await low.textContent()).toContain(percent(report.boards.find(({ flop }) => flop === "6c6d2s" || flop[0] === "6")!.frequencies[0]!));
    await page.getByLabel("Pairs").selectOption("paired");
    await shows(page, "[data-test=count]", "1");
    const paired = report.boards.find(({ flop }) => flop[0] === flop[2])!;
    expect(await page.locator(`tr[data-flop="${paired.flop}"]`).textContent()).toContain(chips(paired.ev[0]!));
    await page.getByRole("button", { name: `Open ${paired.flop}` }).click();
    await page.locator("[data-line='r:0']").waitFor();
    await page.getByRole("grid", { name: "Strategy of oop" }).waitFor();
  });
});
