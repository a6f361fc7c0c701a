import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { refusedStart } from "./support/exchange-process.ts";

const top = temporaryDirectory("refused-replay");
afterAll(() => rmSync(top, { recursive: true }));

it("a capture that cannot be used is refused before an exchange is founded", async () => {
  mkdirSync(join(top, "spot"));
  const capture = join(top, "spot", "btcusdt_20240808");
  writeFileSync(capture, "a letter\n");
  for (const [path, message] of [
    [capture, "its beginning cannot be read"],
    [join(top, "spot", "btcusdt_20240809"), "check the path given with --replay"],
    [join(top, "spot", "zzzusdt_20240808"), "is not listed in spot"],
  ] as const) {
    const dataDir = join(top, "data");
    const refused = await refusedStart(dataDir, { flags: ["--no-agents", "--replay", path] });
    expect(refused).toEqual({ code: 1, message: expect.stringContaining(message) });
    expect(existsSync(dataDir)).toBe(false);
  }
});
