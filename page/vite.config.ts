import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `npm run dev` serves the sources and asks a server that runs on the usual port.
const server = process.env["QUASAR_SERVER"] ?? "http://127.0.0.1:7711";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    target: "es2022",
    outDir: process.env["QUASAR_PAGE_OUT"] ?? "dist",
    emptyOutDir: true,
    // The content security policy of the server allows no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": server, "/health": server } },
});
