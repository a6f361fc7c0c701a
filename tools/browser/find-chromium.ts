import { existsSync } from "node:fs";

/**
 * Where distributions install the browser. The headless shell has no windows, which tests do not
 * need: it opens a page in a fifth of the processor time of the whole browser.
 */
const PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/**
 * Returns the path of the browser of the system, or of the one that `BOURSE_TEST_CHROMIUM` names;
 * undefined if there is none.
 */
export function findChromium(): string | undefined {
  const named = process.env["BOURSE_TEST_CHROMIUM"];
  return [...(named === undefined ? [] : [named]), ...PATHS].find((path) => existsSync(path));
}
