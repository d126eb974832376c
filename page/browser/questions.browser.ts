import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { quasar, startServer } from "./server.ts";
import { api, chips, percent, shows, useBrowser } from "./tools.ts";

const tools = useBrowser();

interface Equity {
  players: { equity: number; win: number; tie: number; combos: number }[];
}

describe("equity", () => {
  it("shows what the command prints, while it is typed", async () => {
    const { page, open } = tools;
    await open("#/equity?game=holdem&players=AhKh|QQ-88,AJs%2B&board=Td9d6h");
    const expected = await quasar<Equity>("equity", "AhKh", "QQ-88,AJs+", "--board", "Td9d6h", "--method", "exact");
    await shows(page, "[data-test=equity-0]", percent(expected.players[0]!.equity));
    await shows(page, "[data-test=equity-1]", percent(expected.players[1]!.equity));
    await page.getByLabel("Board", { exact: true }).fill("Td9d6h2c");
    const turn = await quasar<Equity>("equity", "AhKh", "QQ-88,AJs+", "--board", "Td9d6h2c", "--method", "exact");
    await shows(page, "[data-test=equity-0]", percent(turn.players[0]!.equity));
    await shows(page, "[data-test=method]", "exact");
    // Street by street, with the earlier boards.
    await page.getByRole("heading", { name: "Street by street" }).waitFor();
    await page.getByRole("grid", { name: "Equity of the hands of player 2" }).waitFor();
  });

  it("takes hands and boards from a card picker, without cards that are taken", async () => {
    const { page, open } = tools;
    await open("#/equity?game=plo4&players=|JcTc9d8d&board=");
    await page.getByRole("button", { name: "Pick cards: Player 1" }).click();
    const card = (name: string) => page.getByRole("group", { name: "Cards" }).getByRole("button", { name, exact: true });
    expect(await card("Jc").isDisabled()).toBe(true);
    for (const name of ["As", "Ah", "Ks", "Qh"]) await card(name).click();
    expect(await page.getByLabel("Player 1", { exact: true }).inputValue()).toBe("AsAhKsQh");
    expect(await card("2c").isDisabled()).toBe(true);
    const expected = await quasar<Equity>("equity", "AsAhKsQh", "JcTc9d8d", "--game", "plo4", "--method", "exact");
    await shows(page, "[data-test=equity-0]", percent(expected.players[0]!.equity));
  });

  it("survives ranges that are huge, empty or for nobody", async () => {
    const { page, open } = tools;
    await open("#/equity?game=plo4&players=100%25|100%25|50%25&board=Td9d6h");
    await page.locator("[data-test=method]", { hasText: "sampled" }).waitFor();
    const box = page.getByLabel("Player 1", { exact: true });
    await box.fill("");
    await page.locator(".mistake").first().waitFor();
    await box.fill("x".repeat(5_000));
    await page.locator(".mistake").first().waitFor();
    await box.fill("TdTh9h8h");
    await page.locator(".mistake").first().waitFor();
    await box.fill("AsAhKsKh");
    await page.locator(".mistake").first().waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it("goes back and forward", async () => {
    const { page, open } = tools;
    await open("#/equity?game=holdem&players=AhKh|QQ&board=");
    await page.locator("[data-test=equity-0]", { hasText: "." }).waitFor();
    await page.getByRole("link", { name: "Ranges" }).click();
    await page.getByRole("heading", { name: "Ranges", exact: true }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel("Player 2", { exact: true }).inputValue()).toBe("QQ");
    await page.goForward();
    await page.getByRole("heading", { name: "Ranges", exact: true }).waitFor();
  });

  it("marks a bad range under its characters and keeps the rest", async () => {
    const { page, open } = tools;
    await open("#/equity?game=holdem&players=AhKh|QQ&board=");
    await page.getByLabel("Player 2", { exact: true }).fill("QQ+,AK?");
    await page.locator("mark", { hasText: "?" }).waitFor();
    await expect.poll(() => page.getByLabel("Player 2", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.getByText("expected s, o, +, -, a weight or a separator").waitFor();
    await page.getByLabel("Player 2", { exact: true }).fill("QQ+,AK");
    await page.locator("mark").waitFor({ state: "detached" });
  });

  it("answers for Omaha and several players, and the address opens the same question", async () => {
    const { page, context, open } = tools;
    await open("#/equity?game=plo4&players=AsAhKsQh|JcTc9d8d&board=");
    const expected = await quasar<Equity>("equity", "AsAhKsQh", "JcTc9d8d", "--game", "plo4", "--method", "exact");
    await shows(page, "[data-test=equity-0]", percent(expected.players[0]!.equity));
    await page.getByRole("button", { name: "Three ways" }).click();
    const three = await quasar<Equity>("equity", "AA", "JTs", "77");
    // Sampled answers differ in the last digit; their error is shown.
    await expect
      .poll(async () => Math.abs(Number(await page.locator("[data-test=equity-0]").textContent()) / 100 - three.players[0]!.equity), { timeout: 60_000 })
      .toBeLessThan(0.02);
    await expect.poll(() => page.url()).toContain("players=AA");
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator("[data-test=player-2]").waitFor();
    await other.close();
  });
});

describe("ranges", () => {
  it("paints by dragging, and writes the text that the command counts the same", async () => {
    const { page, open } = tools;
    await open("#/ranges?game=holdem&range=QQ%2B");
    await shows(page, "[data-test=combos]", "18");
    await page.getByRole("button", { name: "Clear" }).click();
    await shows(page, "[data-test=combos]", "0");
    const from = (await page.locator("[data-class=AKs]").boundingBox())!;
    const to = (await page.locator("[data-class=ATs]").boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
    await page.mouse.up();
    await expect.poll(() => page.getByLabel("Range as text").inputValue()).toBe("ATs+");
    await shows(page, "[data-test=combos]", "16");
    // One suit of the last cell.
    await page.getByRole("button", { name: "AhTh, weight 100%" }).click();
    const text = await page.getByLabel("Range as text").inputValue();
    const counted = await quasar<{ combos: number }>("range", text);
    expect(counted.combos).toBe(15);
    await shows(page, "[data-test=combos]", "15");
  });

  it("reads every dialect at the server, and marks what is wrong", async () => {
    const { page, open } = tools;
    await open("#/ranges?game=holdem");
    const box = page.getByLabel("Range as text");
    for (const text of ["15%", "[50]AA,KK[/50],AKs", "QQ+ AKs@25"]) {
      await box.fill(text);
      const { combos, fraction } = await quasar<{ combos: number; fraction: number }>("range", text);
      await shows(page, "[data-test=percent]", `${percent(fraction)}%`);
      await shows(page, "[data-test=combos]", new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 }).format(combos));
    }
    await box.fill("QQ+,AK?");
    await page.locator("mark", { hasText: "?" }).waitFor();
    await box.fill("QQ+");
    await page.locator("mark").waitFor({ state: "detached" });
  });

  it("keeps ranges in a library that survives a reload", async () => {
    const { page, open } = tools;
    await open("#/ranges?game=holdem&range=TT%2B,AKs");
    await shows(page, "[data-test=combos]", "34");
    await page.getByLabel("Name").fill("3-bets");
    await page.getByLabel("Folder").fill("BB v BTN");
    await page.getByRole("button", { name: "Save this range" }).click();
    await page.getByText("Saved 3-bets.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "BB v BTN" }).waitFor();
    await page.getByLabel("Range as text").fill("22");
    await page.getByRole("button", { name: "3-bets", exact: true }).click();
    await shows(page, "[data-test=combos]", "34");
    await page.getByRole("button", { name: "Rename 3-bets" }).click();
    await page.getByLabel("New name").fill("3-bets, tight");
    await page.getByLabel("New folder").fill("");
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByRole("button", { name: "3-bets, tight", exact: true }).waitFor();
    await page.getByRole("heading", { name: "BB v BTN" }).waitFor({ state: "detached" });
  });

  it("counts Omaha ranges and writes their syntax", async () => {
    const { page, open } = tools;
    await open("#/ranges?game=plo4&range=AA$ds");
    const aces = await quasar<{ combos: number }>("range", "AA$ds", "--game", "plo4");
    await shows(page, "[data-test=combos]", aces.combos.toLocaleString("en-US"));
    // Examples are hands of the range, by shape.
    const examples = await page.locator("[data-test=examples] [role=img]").evaluateAll((found) => found.map((each) => each.getAttribute("aria-label")!));
    expect(examples.length).toBeGreaterThan(2);
    for (const hand of examples) {
      const both = await quasar<{ combos: number }>("range", `(AA$ds):(${hand})`, "--game", "plo4");
      expect(both.combos, hand).toBe(1);
    }
    await page.getByLabel("With these ranks").fill("KK");
    await page.getByLabel("Suits").selectOption("single");
    const kings = await quasar<{ combos: number }>("range", "KK:$ss", "--game", "plo4");
    await shows(page, "[data-test=combos]", kings.combos.toLocaleString("en-US"));
  });
});

describe("charts", () => {
  it("shows push or fold as the command solves it, at any stack", async () => {
    const { page, open } = tools;
    await open("#/charts?stack=10");
    const ten = await quasar<{ push_frequency: number; call_frequency: number; ev_mbb: number }>("solve-preflop", "--push-fold", "10");
    await shows(page, "[data-test=push-share]", `${percent(ten.push_frequency)}%`);
    await shows(page, "[data-test=call-share]", `${percent(ten.call_frequency)}%`);
    await shows(page, "[data-test=ev]", chips(ten.ev_mbb));
    await page.getByLabel("Stack in big blinds").fill("5");
    const five = await quasar<{ push_frequency: number }>("solve-preflop", "--push-fold", "5");
    await shows(page, "[data-test=push-share]", `${percent(five.push_frequency)}%`);
  });
});

describe("charts that ship", () => {
  it("are walked by stack and line, with the numbers of the command", async () => {
    const { page, open } = tools;
    const { games } = await quasar<{ games: { stack: number; by_hand_mbb: number }[] }>("chart", "--list");
    const [first, last] = [games[0]!, games.at(-1)!];
    await open("#/charts");
    await page.getByRole("link", { name: String(last.stack), exact: true }).click();
    await shows(page, "[data-test=shipped-exploitability]", last.by_hand_mbb.toFixed(1));
    const asked = async (stack: number): Promise<number[]> => {
      const { charts } = await quasar<{ charts: { actions: { frequency: number }[] }[] }>("chart", "--stack", String(stack), "--line", "r:0");
      return charts[0]!.actions.map(({ frequency }) => frequency);
    };
    for (const [at, frequency] of (await asked(last.stack)).entries()) await shows(page, `[data-test=preflop-${at}]`, percent(frequency));
    await page.keyboard.press("2");
    await expect.poll(() => page.url()).toContain("line=r:0");
    await page.getByLabel("Stack of the solved game").fill("0");
    await shows(page, "[data-test=shipped-stack]", String(first.stack));
    for (const [at, frequency] of (await asked(first.stack)).entries()) await shows(page, `[data-test=preflop-${at}]`, percent(frequency));
  });
});

describe("preflop play", () => {
  it("is walked as a tree, with the numbers of the command", async () => {
    const { page, open } = tools;
    const game = { stack: 8, leaf: "equity", iterations: 50, target: 0 };
    const { id } = await api<{ id: string }>("/solve-preflop", game);
    const file = join(mkdtempSync(join(tmpdir(), "quasar-preflop-")), "game.json");
    writeFileSync(file, JSON.stringify(game));
    const { node } = await quasar<{ node: { actions: { frequency: number; action: string; line: string }[] } }>("solve-preflop", "-c", file);
    await open(`#/charts/${id}`);
    for (const [at, { frequency }] of node.actions.entries()) await shows(page, `[data-test=preflop-${at}]`, percent(frequency));
    await page.locator("[data-class=AA]").click();
    await page.getByRole("heading", { name: "AA" }).waitFor();
    const taken = { name: node.actions.at(-1)!.action };
    const line = page.getByRole("navigation", { name: "Line" });
    await line.getByRole("button", taken).click();
    // The address changes a moment before the page reads it.
    await line.getByRole("button", { ...taken, pressed: true }).waitFor();
    expect(page.url()).toContain("line=");
    await page.keyboard.press("Backspace");
    await expect.poll(() => page.url()).not.toContain("line=r");
  });
});

describe("a lost connection", () => {
  it("says so and recovers when the server is back", async () => {
    const { page } = tools;
    const folder = `${inject("data")}/second`;
    let server = await startServer(folder, 0);
    try {
      await page.goto(`${server.address}/#/equity?game=holdem&players=AhKh|QQ&board=`);
      await page.locator("[data-test=equity-0]", { hasText: "." }).waitFor();
      await server.stop();
      await page.getByLabel("Player 2", { exact: true }).fill("JJ");
      await page.getByText("The connection to the server is lost").waitFor();
      server = await startServer(folder, server.port);
      await page.getByText("The connection to the server is lost").waitFor({ state: "detached" });
      const expected = await quasar<Equity>("equity", "AhKh", "JJ", "--method", "exact");
      await shows(page, "[data-test=equity-0]", percent(expected.players[0]!.equity));
    } finally {
      await page.goto("about:blank");
      await server.stop();
    }
  });
});

describe("a server with a token", () => {
  it("is asked for it, and answers then", async () => {
    const { page } = tools;
    const file = `${inject("data")}/token.txt`;
    writeFileSync(file, "a-token-of-some-length");
    const server = await startServer(`${inject("data")}/locked`, 0, "--token-file", file);
    try {
      await page.goto(`${server.address}/#/equity?game=holdem&players=AhKh|QQ&board=`);
      await page.getByLabel("Enter the server's token").fill("a-token-of-some-length");
      await page.getByRole("button", { name: "Use it" }).click();
      const expected = await quasar<Equity>("equity", "AhKh", "QQ", "--method", "exact");
      await shows(page, "[data-test=equity-0]", percent(expected.players[0]!.equity));
    } finally {
      await page.goto("about:blank");
      await server.stop();
    }
  });
});
