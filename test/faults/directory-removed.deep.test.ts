/** Somebody removes or moves the data directory while the exchange runs on it. */
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ExchangeProcess, refusedStart } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { exchangeRun } from "./support/exchange-run.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { figure } from "./support/signs.ts";

/** The paths are looked at once a second. */
const NOTICED_MS_MAX = 10_000;

const run = exchangeRun();

async function expectEnds(path: string): Promise<void> {
  await eventually("the exchange ends", () => run.process?.ended, NOTICED_MS_MAX);
  expect(run.process?.ended).toBe(74);
  expect(run.process?.logged("fatal")).toMatchObject({
    code: "journal_moved",
    message: expect.stringContaining(`${path} is gone while the exchange used it`),
  });
  const situation = "the folder of the journal was removed or moved while in use";
  if (run.process !== undefined)
    expectLogged(run.process, { situation, event: "fatal" }, run.dataDir);
}

describe("an exchange whose data directory goes away", () => {
  it("ends at once: nothing is acknowledged into nothing", async () => {
    run.process = await ExchangeProcess.start(run.dataDir);
    rmSync(run.dataDir, { recursive: true });
    await expectEnds(join(run.dataDir, "journal"));
    // A start founds another exchange in the empty directory, and says so.
    run.process = await ExchangeProcess.start(run.dataDir);
    expect(run.process.logged("founded")).toMatchObject({
      directory: run.dataDir,
      message: expect.stringContaining("put its directory back"),
    });
    expect(await run.process.terminate()).toBe(0);
    run.process = await ExchangeProcess.start(run.dataDir);
    expect(run.process.logged("founded")).toBeUndefined();
  });

  it("does not found a new exchange where the journal alone is gone", async () => {
    const exchange = await ExchangeProcess.start(run.dataDir);
    run.process = exchange;
    const journal = join(run.dataDir, "journal");
    const history = join(run.dataDir, "history.sqlite");
    const appliedSeq = (): Promise<number> => figure(exchange, "bourse_history_applied_seq");
    await eventually("the history has rows", async () => (await appliedSeq()) > 0);
    renameSync(journal, join(run.dataDir, "elsewhere"));
    await expectEnds(journal);
    const { code, message } = await refusedStart(run.dataDir);
    expect(code).toBe(1);
    expect(message).toContain(`the journal in ${journal} ends at seq 0, yet `);
    expect(message).toContain(`${history} tells of seq `);
    renameSync(join(run.dataDir, "elsewhere"), journal);
    const again = await ExchangeProcess.start(run.dataDir);
    expect(await again.audit()).toMatchObject({ holds: true });
    await again.kill();
  });
});
