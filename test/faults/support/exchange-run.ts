/** The data directory of each test of a file, and the exchange process that runs on it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";

export type ExchangeRun = {
  /** A new directory for each test; removed after it. */
  dataDir: string;
  /** Set by the test; killed after it. */
  process: ExchangeProcess | undefined;
};

/** Gives each test of the calling file a data directory of its own. */
export function exchangeRun(): ExchangeRun {
  const run: ExchangeRun = { dataDir: "", process: undefined };
  beforeEach(() => {
    run.dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
  });
  afterEach(async () => {
    await run.process?.kill();
    run.process = undefined;
    rmSync(run.dataDir, { recursive: true, force: true });
  });
  return run;
}
