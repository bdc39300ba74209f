import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

import { firstPaint } from "./build/first-paint.ts";
import { pieces } from "./build/pieces.ts";

export default defineConfig({
  // The page works in any folder of a server.
  base: "./",
  build: {
    outDir: "../target/site",
    emptyOutDir: true,
    target: "es2022",
    // Styles and modules come from files, which the content security policy requires.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  optimizeDeps: { exclude: ["tabiya"] },
  server: { fs: { allow: [".."] } },
  plugins: [
    pieces(),
    firstPaint(),
    VitePWA({
      registerType: "prompt",
      injectRegister: false,
      manifest: {
        name: "Tabiya explorer",
        short_name: "Tabiya",
        description: "Explains and debugs chess move generation",
        display: "standalone",
        background_color: "#ffffff",
        theme_color: "#2f5d50",
        icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml" }],
      },
      workbox: { globPatterns: ["**/*.{html,js,css,wasm,svg}"], cleanupOutdatedCaches: true },
    }),
  ],
});
