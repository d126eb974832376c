// Starts the server on a folder of its own, and a browser that all tests share.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    base: string;
    browser: string;
    data: string;
    port: number;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), "quasar-page-"));
  const server = await startServer(data, Number(process.env["QUASAR_PORT"] ?? 0));
  if (!(await (await fetch(server.address)).text()).includes("<script")) {
    await server.stop();
    throw new Error("this build of quasar has no page: build it with QUASAR_PAGE=required");
  }
  const browser = await chromium.launchServer({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  project.provide("base", process.env["QUASAR_BASE"] ?? server.address);
  project.provide("port", server.port);
  project.provide("data", data);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  };
}
