/**
 * Clients trade while the exchange meets every kind of fault twice: ccxt and a client of our own, on
 * a classic and a unified account, send again under the same client order id whatever was not
 * answered. What they saw and what the journal holds is checked by `checkHistory`. A longer history:
 * `npm run client-history -- --faults 200`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkHistory } from "./support/client-history/checker.ts";
import { FAULT_KINDS } from "./support/client-history/faults.ts";
import { figuresOf } from "./support/client-history/figures.ts";
import { playHistory } from "./support/client-history/run-history.ts";

const SEED = 9;
const FAULTS = 2 * FAULT_KINDS.length;
/** On a machine of its own it takes a bit more than a minute. */
const TIMEOUT_MS = 300_000;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-client-history-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("clients of an exchange that meets faults", { timeout: TIMEOUT_MS }, () => {
  it("see one effect of each id, none too late, and all that they were told of", async () => {
    const played = await playHistory({ dataDir, seed: SEED, faults: FAULTS, stopMsMax: 2_000 });
    expect(checkHistory(played.history)).toEqual([]);
    expect(Object.keys(played.met).toSorted()).toEqual(FAULT_KINDS.toSorted());
    const figures = figuresOf(played.history);
    // The history has something to say, however slow the machine is.
    expect(figures.acknowledged).toBeGreaterThan(FAULTS);
    expect(figures.found).toBeGreaterThan(FAULTS);
    expect(figures.orders).toBeGreaterThan(FAULTS);
  });
});
