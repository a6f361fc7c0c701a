/** The means of the scenarios themselves: what is injected does happen, and ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { setFaults, startFaulty } from "./support/faulty-exchange.ts";

let dataDir = "";
let running: ExchangeProcess | undefined;

afterEach(async () => {
  await running?.kill();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

describe("an exchange with injected faults", { timeout: 60_000 }, () => {
  it("does not acknowledge while the journal's writes hang, and does afterwards", async () => {
    dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
    running = await startFaulty(dataDir);
    const { address } = running;
    await setFaults(running, [{ operation: "write", path: ".segment", fault: "hang" }]);
    let status = 0;
    const user = { kind: "classic", realm: "live", name: "late" };
    const asked = running.admin("POST", "/users", user).then((response) => {
      status = response.status;
    });
    // Many times what a write takes.
    for (let round = 0; round < 100; round++) await fetch(`${address.baseUrl}/health/live`);
    expect(status).toBe(0);
    await setFaults(running, []);
    await asked;
    expect(status).toBe(201);
    expect(await running.audit()).toMatchObject({ holds: true });
  });
});
