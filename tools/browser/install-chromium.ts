/**
 * `npm run install:browser`: installs the distribution's Chromium for the browser tests where there
 * is none. Needs a system with apt and the rights to install packages.
 */
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";

/** Packages of Debian with a browser; the second where the first does not exist. */
const PACKAGES = ["chromium-headless-shell", "chromium"] as const;

/** Runs apt-get and returns whether it succeeded. */
function apt(...argv: readonly string[]): boolean {
  const [program = "", ...first] = process.getuid?.() === 0 ? ["apt-get"] : ["sudo", "apt-get"];
  const { error, status } = spawnSync(program, [...first, ...argv], {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return error === undefined && status === 0;
}

function install(name: string): boolean {
  return apt("install", "--yes", "--no-install-recommends", name);
}

if (findChromium() === undefined && !(apt("update") && PACKAGES.some(install))) {
  console.error("install Chromium by hand, or name one in BOURSE_TEST_CHROMIUM: apt-get failed");
  process.exit(1);
}
console.log(`Chromium: ${findChromium()}`);
