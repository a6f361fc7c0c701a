import { describe, expect, it } from "vitest";
import { deposit, type makeTick, note } from "../../test/crash/support/toy-machine.ts";
import { heldSequencer, turn } from "../../test/support/held-log.ts";
import { LogFault } from "../journal/command-log.ts";
import { DEGRADED_WAIT_MS, SLOW_AFTER_MS, STALLED_AFTER_MS } from "./deadline.ts";
import type { DiskReport, MissedOutcome } from "./port.ts";

/** Initial time of the test clock. */
const BEGIN_MS = 1_000;

function setUp() {
  const reports: DiskReport[] = [];
  const outcomes: string[] = [];
  const { clock, log, machine, sequencer } = heldSequencer({
    onFatal: ({ message }) => outcomes.push(`fatal ${message}`),
    onDiskReport: (report) => reports.push(report),
    ownerOf: (command) => (command.kind === "deposit" ? command.account : undefined),
  });
  /** Submits a deposit with a deadline of `withinMs`; records "ID outcome". */
  const send = (id: number, withinMs: number, urgent = false): boolean =>
    sequencer.submit(deposit(id, 1, 1), ({ seq }) => outcomes.push(`${id} done ${seq}`), {
      urgent,
      deadline: {
        atMs: clock.nowMs + withinMs,
        missed: (outcome: MissedOutcome) => outcomes.push(`${id} ${outcome}`),
      },
    });
  return { log, machine, clock, reports, sequencer, send, outcomes };
}

describe("a command with a deadline", () => {
  it("is executed when it is durable in time", async () => {
    const { clock, log, send, outcomes } = setUp();
    send(1, 500);
    await turn();
    clock.nowMs += 500;
    await log.complete();
    expect([outcomes, log.retracted]).toEqual([["1 done 1"], []]);
  });

  it("leaves the journal and is never executed when it is durable too late", async () => {
    const { clock, log, machine, send, sequencer, outcomes } = setUp();
    send(1, 500);
    sequencer.submit(note(2, "n"), () => outcomes.push("2 done"));
    send(3, 5_000);
    await turn();
    send(4, 500);
    send(5, 5_000);
    clock.nowMs += 501;
    log.holdsRetractions = true;
    await log.complete();
    // Until the batch is off the disk, a crash could still lead to its execution.
    expect([outcomes, machine.seq, log.retracted]).toEqual([[], 0, [1]]);
    await log.completeRetraction();
    expect(outcomes.sort()).toEqual(["1 expired", "4 expired"]);
    await log.complete();
    await log.complete();
    expect(outcomes.sort()).toEqual(["1 expired", "2 done", "3 done 2", "4 expired", "5 done 3"]);
    expect(machine.seq).toBe(3);
    expect(sequencer.queuedCommands).toBe(0);
    // The remaining command carries the time of its own execution.
    expect(log.appended[log.appended.length - 1]?.timeMs).toBe(BEGIN_MS + 501);
  });

  it("is answered in time while an append hangs: expired outside the write, unknown inside it", async () => {
    const { clock, log, machine, send, sequencer, outcomes } = setUp();
    send(1, 500);
    await turn();
    send(2, 500);
    clock.nowMs += 501;
    sequencer.tick();
    expect(outcomes.sort()).toEqual(["1 unknown", "2 expired"]);
    sequencer.tick();
    expect(outcomes).toHaveLength(2);
    await log.complete();
    await turn();
    expect([outcomes.length, machine.seq, sequencer.queuedCommands]).toEqual([2, 0, 0]);
    expect(log.retracted).toEqual([1]);
    send(3, 500);
    await turn();
    await log.complete();
    expect(outcomes[2]).toBe("3 done 1");
  });

  it("waits for a shorter time while nothing becomes durable and new orders are refused", async () => {
    const { clock, log, reports, send, sequencer, outcomes } = setUp();
    send(1, 30_000);
    await turn();
    clock.nowMs += STALLED_AFTER_MS - 1;
    sequencer.tick();
    expect(sequencer.refusal()).toBeUndefined();
    clock.nowMs += 1;
    sequencer.tick();
    expect(reports).toEqual([{ kind: "stalled", forMs: STALLED_AFTER_MS }]);
    expect([send(2, 30_000), sequencer.refusal()]).toEqual([false, "write_stalled"]);
    expect([send(3, 30_000, true), sequencer.refusal({ urgent: true })]).toEqual([true, undefined]);
    clock.nowMs += DEGRADED_WAIT_MS;
    sequencer.tick();
    expect(outcomes).toEqual([]);
    clock.nowMs += 1;
    sequencer.tick();
    expect(outcomes.sort()).toEqual(["1 unknown", "3 expired"]);
    await log.complete();
    expect(sequencer.refusal()).toBeUndefined();
    expect(reports.map(({ kind }) => kind)).toEqual(["stalled", "missed", "missed", "recovered"]);
  });

  it("expires while the disk is full", async () => {
    const { clock, log, machine, reports, send, sequencer, outcomes } = setUp();
    send(1, 30_000);
    await turn();
    await log.fail(new LogFault("full", "journal: no room"));
    expect(reports).toEqual([{ kind: "full", message: "journal: no room" }]);
    expect([send(2, 30_000), send(3, 30_000, true)]).toEqual([false, true]);
    clock.nowMs += DEGRADED_WAIT_MS + 1;
    for (let seen = 1; log.retracted.length === 0; await turn()) {
      if (log.appended.length === seen) continue;
      seen = log.appended.length;
      await log.fail(new LogFault("full", "journal: no room"));
    }
    await turn();
    expect(outcomes.sort()).toEqual(["1 expired", "3 expired"]);
    expect([machine.seq, sequencer.queuedCommands]).toEqual([0, 0]);
    expect(sequencer.refusal()).toBeUndefined();
  });

  it("notifies commands that wait for a turn of their owner", async () => {
    const { clock, log, send, sequencer, outcomes } = setUp();
    for (let id = 0; id < 300; id++) send(id, id % 2 === 0 ? 500 : 60_000);
    await turn();
    clock.nowMs += 501;
    await log.complete();
    while (sequencer.queuedCommands > 0) await log.complete();
    expect(outcomes.filter((text) => text.endsWith("expired"))).toHaveLength(150);
    const done = outcomes.filter((text) => text.includes("done")).map((text) => text.split(" "));
    expect(done.map(([id]) => Number(id))).toEqual(
      Array.from({ length: 150 }, (_none, index) => index * 2 + 1),
    );
    expect(done.map(([, , seq]) => Number(seq))).toEqual(
      Array.from({ length: 150 }, (_none, index) => index + 1),
    );
  });

  it("settles for a waiter, and reports when it does not settle in time", async () => {
    const { clock, log, send, sequencer } = setUp();
    const isOfAccount = (command: ReturnType<typeof makeTick>): boolean =>
      command.kind === "deposit" && command.account === 1;
    expect(sequencer.settled(isOfAccount, 100)).toBeUndefined();
    send(1, 30_000);
    await turn();
    const early = sequencer.settled(isOfAccount, 100);
    clock.nowMs += 101;
    sequencer.tick();
    expect([await early, sequencer.isSlow()]).toEqual([false, false]);
    clock.nowMs += SLOW_AFTER_MS;
    expect(sequencer.isSlow()).toBe(true);
    const late = sequencer.settled(isOfAccount, 10_000);
    // Commands submitted later are not waited for.
    send(2, 30_000);
    expect(sequencer.settled((command) => command.kind === "note", 0)).toBeUndefined();
    await log.complete();
    expect([await late, sequencer.isSlow()]).toEqual([true, false]);
    expect(sequencer.queuedCommands).toBe(1);
  });

  it("settles for a waiter as soon as a late command has left the journal", async () => {
    const { clock, log, send, sequencer, outcomes } = setUp();
    send(1, 500);
    await turn();
    const settled = sequencer.settled(({ kind }) => kind === "deposit", 10_000);
    clock.nowMs += 501;
    await log.complete();
    expect([await settled, outcomes]).toEqual([true, ["1 expired"]]);
  });

  it.each([
    ["being written to disk", 30_000],
    ["being written to disk, and its submitter notified", 200],
  ])(
    "keeps waiting for an earlier command when the last one expires: %s",
    async (_where, withinMs) => {
      const { clock, log, send, sequencer, outcomes } = setUp();
      send(1, withinMs);
      await turn();
      send(2, 300);
      let isSettled: boolean | undefined;
      const settled = sequencer.settled((command) => command.kind === "deposit", 10_000);
      const noted = settled?.then((result) => {
        isSettled = result;
      });
      clock.nowMs += 301;
      sequencer.tick();
      await turn();
      expect(outcomes).toContain("2 expired");
      expect(isSettled).toBeUndefined();
      await log.complete();
      await turn();
      await noted;
      expect(isSettled).toBe(true);
      expect(outcomes).toContain(withinMs > 301 ? "1 done 1" : "1 unknown");
    },
  );

  it("rejects the promise of a waiting caller", async () => {
    const { clock, log, sequencer } = setUp();
    const hanging = sequencer.submitAndWait(deposit(1, 1, 1), { withinMs: 500 });
    await turn();
    const waiting = sequencer.submitAndWait(deposit(2, 1, 1), { withinMs: 500 });
    clock.nowMs += 501;
    sequencer.tick();
    await expect(hanging).rejects.toMatchObject({ code: "outcome_unknown" });
    await expect(waiting).rejects.toMatchObject({ code: "expired" });
    await log.complete();
  });
});
