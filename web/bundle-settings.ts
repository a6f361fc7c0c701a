/** Settings of the bundler, shared by the build and the development server. */
import { join } from "node:path";
import type { InlineConfig } from "vite";
import solid from "vite-plugin-solid";

export const WEB_ROOT = import.meta.dirname;

/** Folder of the built pages; part of the package, so that a start needs no build. */
export const BUILT_FOLDER = join(WEB_ROOT, "dist");

/**
 * Returns the settings for a build into a folder. The names of files contain a digest of their
 * content: a page that was loaded before an upgrade never gets parts of another version.
 */
export function bundleSettings(outDir: string): InlineConfig {
  return {
    root: WEB_ROOT,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [solid()],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2024",
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
          assetFileNames: "assets/[name]-[hash][extname]",
        },
      },
    },
  };
}
