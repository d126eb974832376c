import { defineConfig } from "vitest/config";

// Real browser, real server. Limits are generous: a loaded machine is slow, not wrong.
export default defineConfig({
  test: {
    include: ["browser/**/*.browser.ts"],
    globalSetup: ["browser/setup.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
