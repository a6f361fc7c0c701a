/**
 * `npm run install:browser`: installs the distribution's Chromium for the browser tests where there
 * is none. Needs a system with apt and the rights to install packages.
 */
import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";

function run(program: string, ...argv: readonly string[]): void {
  const { error, status } = spawnSync(program, argv, {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (error !== undefined || status !== 0) {
    console.error(
      `install Chromium by hand, or name one in BOURSE_TEST_CHROMIUM: ${program} failed`,
    );
    process.exit(1);
  }
}

if (findChromium() === undefined) {
  const apt = process.getuid?.() === 0 ? ["apt-get"] : ["sudo", "apt-get"];
  const [program = "apt-get", ...first] = apt;
  run(program, ...first, "update");
  run(program, ...first, "install", "--yes", "--no-install-recommends", "chromium");
}
console.log(`Chromium: ${findChromium()}`);
