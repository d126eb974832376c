// Measures how fast the page feels, in Chromium against a server that it starts.
//
//   ./scripts/measure-page [--data FOLDER] [--prepare] [--part views|frames|omaha]
//
// It solves a flop and an Omaha river first, which takes minutes on a busy machine. --data keeps
// them, and --prepare does no more than that, so that the measurement itself is short; --part
// measures one part of it.
// Every time is in milliseconds: the middle and the longest of several runs.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const kept = option("--data");
const data = kept ?? mkdtempSync(join(tmpdir(), "quasar-measure-"));
const server = spawn(process.env.QUASAR, ["serve", "--listen", "127.0.0.1:0", "--data", data], { stdio: ["ignore", "pipe", "ignore"] });
const base = await new Promise((resolve) => {
  let text = "";
  server.stdout.on("data", (bytes) => {
    text += bytes;
    const found = /listening on (\S+)/.exec(text);
    if (found) resolve(found[1]);
  });
});

async function solve(body, type = "application/json") {
  const answer = await fetch(`${base}/api/v1/solves`, { method: "POST", headers: { "content-type": type }, body });
  const { id, detail } = await answer.json();
  if (!answer.ok) throw new Error(detail);
  for (;;) {
    const { state, error } = await (await fetch(`${base}/api/v1/solves/${id}`)).json();
    if (state === "done") return id;
    if (state === "failed") throw new Error(error);
    await new Promise((done) => setTimeout(done, 200));
  }
}

const flopFile = readFileSync(fileURLToPath(new URL("../../sample_configurations/3bet_pot_fast.yaml", import.meta.url)), "utf8");
const flop = await solve(flopFile, "application/yaml");
const omaha = await solve(
  JSON.stringify({ game: "plo4", board: "Td9d6h2cAs", pot: 100, stack: 300, oop: "65%", ip: "65%", bet: "pot", raise: "pot", target: 20 }),
);
const few = await solve(
  JSON.stringify({ spot: { pot: 200, stack: 100, oop: "QQ", ip: "JJ", bet: "a", raise: "a", iterations: 2, check_every: 2 }, flops: ["8h7s2d", "6c6d2s"], save: "no-rivers" }),
);

async function stop() {
  server.kill("SIGTERM");
  await new Promise((done) => server.on("exit", done));
  if (kept === undefined) rmSync(data, { recursive: true, force: true });
}

if (process.argv.includes("--prepare")) {
  await stop();
  process.exit(0);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-renderer-backgrounding", "--disable-background-timer-throttling"],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 950 } });
page.setDefaultTimeout(600_000);

const sorted = (times) => [...times].sort((a, b) => a - b);
const at = (times, share) => sorted(times)[Math.min(times.length - 1, Math.floor(times.length * share))];
const show = (what, times, goal) => console.log(`| ${what} | ${at(times, 0.5).toFixed(0)} | ${Math.max(...times).toFixed(0)} | ${goal} |`);
const showFrames = (what, times) => console.log(`| ${what}: time between frames | ${at(times, 0.5).toFixed(1)} | ${at(times, 0.95).toFixed(1)} in 95 % | 16.7 (60 a second) |`);
console.log("| what | middle | longest | goal |\n|---|---:|---:|---:|");

const part = option("--part");
const wants = (name) => part === undefined || part === name;

async function times(runs, work) {
  const found = [];
  for (let run = 0; run < runs; run++) found.push(await work(run));
  return found;
}

/** Opens an address in a window that remembers nothing of the one before. */
async function open(hash) {
  await page.goto("about:blank");
  await page.goto(`${base}/${hash}`, { waitUntil: "commit" });
}

/** From a press on an element until another is there and drawn. */
const untilDrawn = (press, wanted) =>
  page.evaluate(
    ([from, to]) =>
      new Promise((resolve) => {
        const begin = performance.now();
        document.querySelector(from).click();
        const look = () => (document.querySelector(to) ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin))) : requestAnimationFrame(look));
        look();
      }),
    [press, wanted],
  );

/** Records the times between frames until `window.framesDone` is set. */
const frames = async (work) => {
  await page.evaluate(() => {
    window.frameTimes = [];
    window.framesDone = false;
    let last = performance.now();
    const look = (now) => {
      window.frameTimes.push(now - last);
      last = now;
      if (!window.framesDone) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await work();
  return page.evaluate(() => {
    window.framesDone = true;
    return window.frameTimes.slice(2);
  });
};

if (wants("views")) {
  // A window that has nothing in its cache.
  const session = await page.context().newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await open("#/equity");
  await page.locator("main input").first().waitFor();
  show(
    "first view interactive",
    await times(5, async () => {
      await page.reload({ waitUntil: "commit" });
      await page.locator("main input").first().waitFor();
      return page.evaluate(() => performance.now());
    }),
    "1,000",
  );

  // Lines of the flop that the window has not asked for yet: nothing comes from its memory.
  const { node } = await (await fetch(`${base}/api/v1/solves/${flop}/nodes/r:0?hands=0`)).json();
  const steps = node.actions.map(({ kind, amount }) => (kind === "check" ? "c" : `b${amount}`));
  // A press of a key comes unannounced; a pointer is on the action before it presses.
  for (const [what, ahead] of [["a key", null], ["the pointer, 100 ms on the action", 100]]) {
    show(
      `a decision of a flop save after a press of ${what}`,
      await times(3 * steps.length, async (run) => {
        const step = steps[run % steps.length];
        await open(`#/study/${flop}`);
        await page.locator("[data-line='r:0'] [role=grid]").waitFor();
        await page.waitForTimeout(300);
        const action = page.locator(".strip .now .action").nth(run % steps.length);
        await action.evaluate((button) => button.setAttribute("data-press", ""));
        if (ahead !== null) {
          await action.dispatchEvent("pointerenter");
          await page.waitForTimeout(ahead);
        }
        return untilDrawn("[data-press]", `[data-line='r:0:${step}'] [role=grid]`);
      }),
      "100",
    );
  }
  const cards = ["2c", "7h", "Qs"].filter((card) => !node.board.includes(card));
  show(
    "a turn dealt by a press on the map, 100 ms on the card",
    await times(cards.length, async (run) => {
      await open(`#/study/${flop}?line=r:0:c:c`);
      const card = page.getByRole("button", { name: `Deal ${cards[run]}` });
      await card.waitFor();
      await page.waitForTimeout(300);
      await card.evaluate((button) => button.setAttribute("data-press", ""));
      await card.dispatchEvent("pointerenter");
      await page.waitForTimeout(100);
      return untilDrawn("[data-press]", `[data-line='r:0:c:c:${cards[run]}'] [role=grid]`);
    }),
    "100",
  );
  show(
    "the map of all turns",
    await times(3, async () => {
      await open(`#/study/${flop}?line=r:0:c`);
      await page.locator("[data-line='r:0:c'] [role=grid]").waitFor();
      await page.waitForTimeout(300);
      await page.evaluate(() => document.querySelector(".strip .now .action").setAttribute("data-press", ""));
      return untilDrawn("[data-press]", "[aria-label='Next cards'] button");
    }),
    "",
  );
}

if (wants("frames")) {
  await open(`#/ranges?game=holdem&range=QQ%2B`);
  await page.locator("[data-class=AA]").waitFor();
  const grid = await page.locator("[role=grid]").boundingBox();
  showFrames(
    "painting all 169 cells",
    await frames(async () => {
      const place = (row, column) => [grid.x + ((column + 0.5) * grid.width) / 13, grid.y + ((row + 0.5) * grid.height) / 13];
      await page.mouse.move(...place(0, 0));
      await page.mouse.down();
      for (let row = 0; row < 13; row++) await page.mouse.move(...place(row, row % 2 === 0 ? 12 : 0), { steps: 13 });
      await page.mouse.up();
    }),
  );

  // The table of 1,755 flops: the answer is made from two that were solved.
  const flops = (await (await fetch(`${base}/api/v1/flops`)).json()).flops;
  await page.route("**/flops", async (route) => {
    const report = await (await route.fetch()).json();
    const boards = flops.map(({ flop: name }, number) => ({ ...report.boards[number % 2], flop: name, ev: [number / 10, 200 - number / 10] }));
    await route.fulfill({ json: { ...report, boards } });
  });
  await open(`#/flops/${few}`);
  await page.locator("[data-test=count]", { hasText: "1,755" }).waitFor();
  showFrames(
    "scrolling 1,755 flops, 6,000 pixels a second",
    await frames(() =>
      page.evaluate(async () => {
        const box = document.querySelector("[aria-label=Flops]");
        for (let step = 0; step < 120; step++) {
          box.scrollTop += 100;
          await new Promise((done) => requestAnimationFrame(done));
        }
      }),
    ),
  );
  await page.unroute("**/flops");
}

if (wants("omaha")) {
  await open(`#/study/${omaha}`);
  await page.locator("tr[data-hand]").first().waitFor();
  await page.waitForTimeout(500);
  const points = () => page.waitForFunction(() => Number(document.querySelector("canvas[data-points]")?.dataset.points) > 90_000);
  const begin = Date.now();
  await page.getByRole("button", { name: "Scatter" }).click();
  await points();
  console.log(`| 100,000 hands of Omaha from the press to the plot, fetched | ${Date.now() - begin} | | |`);
  show(
    "a plot of 100,000 hands of Omaha, drawn",
    await times(6, async (run) =>
      page.evaluate(async (name) => {
        const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === name);
        const start = performance.now();
        button.click();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return performance.now() - start;
      }, run % 2 === 0 ? "betting frequency" : "EV"),
    ),
    "200",
  );
  showFrames(
    "scrolling 100,000 hands, 6,000 pixels a second",
    await frames(() =>
      page.evaluate(async () => {
        const box = document.querySelector("[aria-label=Hands]");
        for (let step = 0; step < 120; step++) {
          box.scrollTop += 100;
          await new Promise((done) => requestAnimationFrame(done));
        }
      }),
    ),
  );
}

await browser.close();
await stop();
