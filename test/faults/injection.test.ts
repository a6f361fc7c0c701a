/** The means of the scenarios themselves: what is injected does happen, and ends. */
import { describe, expect, it } from "vitest";
import { exchangeRun } from "./support/exchange-run.ts";
import { setFaults, startFaulty } from "./support/faulty-exchange.ts";

const run = exchangeRun();

describe("an exchange with injected faults", () => {
  it("does not acknowledge while the journal's writes hang, and does afterwards", async () => {
    run.process = await startFaulty(run.dataDir);
    const { address } = run.process;
    await setFaults(run.process, [{ operation: "write", path: ".segment", fault: "hang" }]);
    let status = 0;
    const user = { kind: "classic", realm: "live", name: "late" };
    const asked = run.process.admin("POST", "/users", user).then((response) => {
      status = response.status;
    });
    // Many times what a write takes.
    for (let round = 0; round < 100; round++) await fetch(`${address.baseUrl}/health/live`);
    expect(status).toBe(0);
    await setFaults(run.process, []);
    await asked;
    expect(status).toBe(201);
    expect(await run.process.audit()).toMatchObject({ holds: true });
  });
});
