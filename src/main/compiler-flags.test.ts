import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { OPTIMIZED_AFTER } from "./compiler-flags.ts";

it("optimization is resumed after as many calls as by default", () => {
  const { stdout } = spawnSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  for (const [flag, calls] of Object.entries(OPTIMIZED_AFTER)) {
    expect(stdout).toContain(`default: --${flag}=${calls}\n`);
  }
});
