/** The built pages of the terminal: the committed ones are those of the sources, and small. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BUILT = join(ROOT, "web/dist");

/** Script that the trade page may load, compressed, in bytes. */
const TRADE_SCRIPT_BYTES_MAX = 300_000;

/** Contents of the files of a folder by their paths in it. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}

/** Scripts of a build whose names do not begin with one of the pages that load when opened. */
const LATER = /^assets\/(?:account|desk|not-found)[\w-]*\.js$/;

describe("the built pages", () => {
  const fresh = temporaryDirectory("built-pages");
  const built = contents(BUILT);

  beforeAll(() => {
    execFileSync(process.execPath, [join(ROOT, "web/build.ts"), fresh], { stdio: "inherit" });
  });

  it("are those of the sources: npm run build:web after each change of web/", () => {
    const again = contents(fresh);
    expect(Object.keys(built)).toEqual(Object.keys(again));
    const different = Object.keys(again).filter((path) => again[path] !== built[path]);
    expect(different).toEqual([]);
  });

  it("load less script on the trade page than the budget", () => {
    const scripts = Object.entries(built).filter(
      ([path]) => path.endsWith(".js") && !LATER.test(path),
    );
    expect(scripts.length).toBeGreaterThan(0);
    const sizes = scripts.map(([, text]) => gzipSync(text, { level: 9 }).length);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(TRADE_SCRIPT_BYTES_MAX);
  });

  it("load nothing from other origins", () => {
    const { "index.html": page = "", ...assets } = built;
    expect(page).not.toMatch(/(?:src|href)="(?!\/assets\/)/);
    expect(page).not.toMatch(/<style|<script(?![^>]*src=)/);
    for (const [path, text] of Object.entries(assets)) {
      if (path.endsWith(".css")) expect(text).not.toMatch(/url\((?!["']?(?:\/assets\/|data:))/);
    }
  });
});
