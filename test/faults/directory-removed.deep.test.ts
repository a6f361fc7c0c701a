/** Somebody removes or moves the data directory while the exchange runs on it. */
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ExchangeProcess, refusedStart } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { expectLogged } from "./support/operator-messages.ts";

/** The paths are looked at once a second. */
const NOTICED_MS_MAX = 10_000;

let dataDir = "";
let running: ExchangeProcess | undefined;

afterEach(async () => {
  await running?.kill();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function expectEnds(path: string): Promise<void> {
  await eventually("the exchange ends", () => running?.ended, NOTICED_MS_MAX);
  expect(running?.ended).toBe(70);
  expect(running?.logged("fatal")).toMatchObject({
    code: "journal_moved",
    message: expect.stringContaining(`${path} is gone while the exchange used it`),
  });
  const situation = "the folder of the journal was removed or moved while in use";
  if (running !== undefined) expectLogged(running, { situation, event: "fatal" }, dataDir);
}

describe("an exchange whose data directory goes away", { timeout: 60_000 }, () => {
  it("ends at once: nothing is acknowledged into nothing", async () => {
    dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
    running = await ExchangeProcess.start(dataDir);
    rmSync(dataDir, { recursive: true });
    await expectEnds(join(dataDir, "journal"));
  });

  it("does not found a new exchange where the journal alone is gone", async () => {
    dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
    running = await ExchangeProcess.start(dataDir);
    const journal = join(dataDir, "journal");
    renameSync(journal, join(dataDir, "elsewhere"));
    await expectEnds(journal);
    const { code, message } = await refusedStart(dataDir);
    expect(code).toBe(1);
    expect(message).toContain(`the journal in ${journal} ends at seq 0, yet `);
    expect(message).toContain(`${join(dataDir, "history.sqlite")} tells of seq `);
    renameSync(join(dataDir, "elsewhere"), journal);
    const again = await ExchangeProcess.start(dataDir);
    expect(await again.audit()).toMatchObject({ holds: true });
    await again.kill();
  });
});
