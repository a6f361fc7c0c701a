import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { longStory, STORY_SETTINGS } from "../support/history-fixture.ts";
import { historyRowsAfter } from "../support/rebuilt-history.ts";

const WRITER = join(import.meta.dirname, "history-writer.ts");
const SEED = 11;

/** Starts a writer and kills it when it has said that many lines; the last seq that it said. */
function writtenUntilKilled(path: string, lines: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, path, String(SEED)]);
  let said = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      if (said.split("\n").length > lines) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("close", () => {
      const seqs = said.split("\n").slice(0, -1).map(Number);
      resolve(seqs.at(-1) ?? 0);
    });
  });
}

it("a history killed while it writes keeps what it said and goes on without a trace", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-history-"));
  const path = join(folder, "history.sqlite");
  try {
    const story = longStory(SEED);
    let before = 0;
    for (const lines of [1, 5, 20, 40]) {
      const saidSeq = await writtenUntilKilled(path, lines);
      const rows = historyRowsAfter(path, [], STORY_SETTINGS);
      const [progress] = rows["progress"] as readonly { appliedSeq: number }[];
      const appliedSeq = progress?.appliedSeq ?? 0;
      expect(appliedSeq).toBeGreaterThanOrEqual(Math.max(saidSeq, before));
      before = appliedSeq;
    }
    const grown = historyRowsAfter(path, story, STORY_SETTINGS);
    expect(grown).toEqual(historyRowsAfter(":memory:", story, STORY_SETTINGS));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
