/**
 * A long history by hand: `npm run client-history -- --faults 200`, with `--seed 1` and, for the
 * longest stop by a signal, `--stop-seconds 30`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numbersOfTool } from "../support/tool-numbers.ts";
import { checkHistory } from "./support/client-history/checker.ts";
import { figuresOf } from "./support/client-history/figures.ts";
import { playHistory } from "./support/client-history/run-history.ts";

const numbers = numbersOfTool({ faults: 200, seed: 1, "stop-seconds": 30 });
const dataDir = mkdtempSync(join(tmpdir(), "bourse-history-"));
const { commands, history, lives, met } = await playHistory({
  dataDir,
  seed: numbers.seed,
  faults: numbers.faults,
  stopMsMax: numbers["stop-seconds"] * 1_000,
  onFault: (kind, index) => console.error(`${index + 1} ${kind}`),
});
const violations = checkHistory(history);
console.log(JSON.stringify({ met, lives, commands, ...figuresOf(history), violations }));
// What violates a promise is kept to be looked at.
if (violations.length === 0) rmSync(dataDir, { recursive: true });
else console.error(`the data directory is kept: ${dataDir}`);
process.exitCode = violations.length === 0 ? 0 : 1;
