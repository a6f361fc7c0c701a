import { existsSync } from "node:fs";

/** Where distributions install the browser. */
const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Returns the path of the browser of the system, or of the one that `BOURSE_TEST_CHROMIUM` names;
 * undefined if there is none.
 */
export function findChromium(): string | undefined {
  const named = process.env["BOURSE_TEST_CHROMIUM"];
  return [...(named === undefined ? [] : [named]), ...PATHS].find((path) => existsSync(path));
}
