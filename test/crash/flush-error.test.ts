/** The disk reports an error: the process ends at once, without trying again. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const END_MS_MAX = 100;

describe("after an error of the disk", () => {
  const directory = mkdtempSync(join(tmpdir(), "bourse-flush-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  it("the process ends within 100 ms without a retry, and starts again with all it acknowledged", () => {
    const child = join(import.meta.dirname, "flush-error-child.ts");
    for (const failingWrite of [1, 2, 7, 30]) {
      const { status, stdout } = spawnSync(
        process.execPath,
        [child, directory, String(failingWrite)],
        { encoding: "utf8" },
      );
      const seen = JSON.parse(stdout);
      expect(status).toBe(1);
      expect(seen).toMatchObject({ code: "log_failed", writesAfterFault: 0, isRecovered: true });
      expect(seen.endedAfterMs).toBeLessThan(END_MS_MAX);
    }
  });
});
