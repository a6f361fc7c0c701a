import { describe, expect, it } from "vitest";
import { commandOf, deposit, makeTick, note } from "../../test/crash/support/toy-machine.ts";
import { heldSequencer, turn } from "../../test/support/held-log.ts";
import { GENESIS_HASH, LogFault } from "../journal/command-log.ts";
import { EphemeralCommandLog } from "../journal/ephemeral-command-log.ts";

/** Returns the account of a deposit; other commands have no owner. */
function ownerOf(command: ReturnType<typeof makeTick>): number | undefined {
  return command.kind === "deposit" ? command.account : undefined;
}

describe("Sequencer", () => {
  it("takes only urgent commands while the clock is held", async () => {
    let isHeld = true;
    const { log, sequencer } = heldSequencer({ isHeld: () => isHeld });
    expect(sequencer.refusal()).toBe("clock_held");
    expect(sequencer.refusal({ urgent: true })).toBeUndefined();
    expect(sequencer.submit(deposit(1, 1, 3), () => undefined)).toBe(false);
    await expect(sequencer.submitAndWait(deposit(1, 1, 3))).rejects.toMatchObject({
      code: "clock_held",
    });
    expect(sequencer.submit(deposit(2, 1, 4), () => undefined, { urgent: true })).toBe(true);
    isHeld = false;
    expect(sequencer.submit(deposit(3, 1, 3), () => undefined)).toBe(true);
    await turn();
    await log.complete();
    expect(sequencer.appliedSeq).toBe(2);
  });

  it("reports each durable batch, and each command that it does not take", async () => {
    let isHeld = false;
    const { log, sequencer } = heldSequencer({ isHeld: () => isHeld });
    const appended: number[] = [];
    const untaken: string[] = [];
    sequencer.load.to({
      appended(durationMs, commands, bytes) {
        expect(durationMs).toBeGreaterThanOrEqual(0);
        expect(bytes).toBeGreaterThan(commands);
        appended.push(commands);
      },
      untaken: (reason) => untaken.push(reason),
    });
    for (let id = 0; id < 3; id++) sequencer.submit(deposit(id, 1, 1), () => undefined);
    await turn();
    expect(appended).toEqual([]);
    await log.complete();
    expect(appended).toEqual([3]);
    isHeld = true;
    sequencer.submit(deposit(4, 1, 1), () => undefined);
    expect(untaken).toEqual(["clock_held"]);
  });

  it("applies and acknowledges nothing before the batch is durable", async () => {
    const { log, machine, sequencer } = heldSequencer();
    const calls: string[] = [];
    sequencer.onBatch((events, firstSeq, lastSeq) => {
      calls.push(`events ${events.seqs.join(",")} of ${firstSeq}-${lastSeq}`);
    });
    sequencer.submit(deposit(1, 1, 3), ({ seq }) => calls.push(`reply ${seq}`));
    sequencer.submit(deposit(2, 1, 4), ({ balance }) => calls.push(`reply ${balance}`));
    await turn();
    expect(log.appended).toHaveLength(1);
    expect(machine.seq).toBe(0);
    expect(calls).toEqual([]);
    await log.complete();
    expect(machine.seq).toBe(2);
    expect(sequencer.appliedSeq).toBe(2);
    expect(calls).toEqual(["events 1,2 of 1-2", "reply 1", "reply 7"]);
  });

  it("shows the machine the batch before each command, so that it can read ahead", async () => {
    const { log, machine, sequencer } = heldSequencer();
    const shown: string[] = [];
    machine.readAhead = (commands, at) => {
      const seqs = commands.map(({ seq }) => seq).join();
      shown.push(`${seqs} at ${at} after ${machine.seq}`);
    };
    for (let id = 0; id < 3; id++) sequencer.submit(deposit(id, 1, 1), () => undefined);
    await turn();
    expect(shown).toEqual([]);
    await log.complete();
    expect(shown).toEqual(["1,2,3 at 0 after 0", "1,2,3 at 1 after 1", "1,2,3 at 2 after 2"]);
  });

  it("collects the commands of one turn, and those that arrive during an append", async () => {
    const { log, sequencer } = heldSequencer();
    for (let id = 0; id < 3; id++) sequencer.submit(deposit(id, 1, 1), () => undefined);
    await turn();
    for (let id = 3; id < 8; id++) {
      sequencer.submit(deposit(id, 1, 1), () => undefined);
      await turn();
    }
    expect(log.appended.map(({ count }) => count)).toEqual([3]);
    await log.complete();
    expect(log.appended.map(({ count, firstSeq }) => [firstSeq, count])).toEqual([
      [1, 3],
      [4, 5],
    ]);
  });

  it("appends the next batch while it applies one", async () => {
    const { log, sequencer } = heldSequencer();
    const appendedAtApply: number[] = [];
    sequencer.onBatch(() => appendedAtApply.push(log.appended.length));
    sequencer.submit(deposit(1, 1, 1), () => undefined);
    await turn();
    sequencer.submit(deposit(2, 1, 1), () => undefined);
    await log.complete();
    expect(appendedAtApply).toEqual([2]);
  });

  it("numbers commands without a gap and never lets time step back", async () => {
    const { clock, log, sequencer } = heldSequencer();
    const commands = [deposit(1, 1, 1), deposit(2, 1, 1), deposit(3, 1, 1)] as const;
    sequencer.submit(commands[0], () => undefined);
    clock.nowMs = 400;
    sequencer.submit(commands[1], () => undefined);
    expect(sequencer.nowMs()).toBe(1_000);
    clock.nowMs = 2_000;
    sequencer.submit(commands[2], () => undefined);
    await turn();
    await log.complete();
    expect(commands.map(commandOf).map(({ seq, timeMs }) => [seq, timeMs])).toEqual([
      [1, 1_000],
      [2, 1_000],
      [3, 2_000],
    ]);
  });

  it("takes a command submitted by a reply into a later batch", async () => {
    const { log, sequencer } = heldSequencer();
    const seqs: number[] = [];
    sequencer.submit(deposit(1, 1, 1), () => {
      sequencer.submit(deposit(2, 1, 1), ({ seq }) => seqs.push(seq));
    });
    await turn();
    await log.complete();
    await turn();
    expect(log.appended).toHaveLength(2);
    await log.complete();
    expect(seqs).toEqual([2]);
  });

  it("refuses commands beyond its queue, and keeps a part of it for urgent ones", async () => {
    const { log, sequencer } = heldSequencer({ queueCommandsMax: 10, queueCommandsUrgent: 4 });
    const submit = (urgent: boolean): boolean =>
      sequencer.submit(deposit(1, 1, 1), () => undefined, { urgent });
    expect(Array.from({ length: 7 }, () => submit(false))).toEqual([
      ...Array<boolean>(6).fill(true),
      false,
    ]);
    expect(sequencer.refusal()).toBe("overloaded");
    expect(Array.from({ length: 5 }, () => submit(true))).toEqual([
      ...Array<boolean>(4).fill(true),
      false,
    ]);
    await expect(sequencer.submitAndWait(deposit(1, 1, 1))).rejects.toMatchObject({
      code: "overloaded",
    });
    await turn();
    await log.complete();
    expect(sequencer.queuedCommands).toBe(0);
    expect(submit(false)).toBe(true);
  });

  it("bounds the bytes of its queue and of a batch", async () => {
    const { log, sequencer } = heldSequencer({ queueBytesMax: 4_000, batchBytesMax: 1_000 });
    let taken = 0;
    while (sequencer.submit(note(taken, "n".repeat(200)), () => undefined)) taken++;
    expect(taken * 200).toBeLessThan(4_000);
    await turn();
    for (let seq = 0; seq < taken; seq = sequencer.appliedSeq) await log.complete();
    for (const { payload } of log.appended) expect(payload.length).toBeLessThan(1_300);
  });

  it("refuses a command that cannot be encoded, without any other effect", async () => {
    const { log, sequencer } = heldSequencer();
    const broken = note(1, "n".repeat(600_000));
    expect(() => sequencer.submit(broken, () => undefined)).toThrow(
      expect.objectContaining({ code: "unencodable" }),
    );
    await expect(sequencer.submitAndWait(broken)).rejects.toMatchObject({ code: "unencodable" });
    const next = deposit(2, 1, 1);
    sequencer.submit(next, () => undefined);
    await turn();
    await log.complete();
    expect(commandOf(next).seq).toBe(1);
    expect(log.appended).toMatchObject([{ firstSeq: 1, count: 1 }]);
  });

  it("keeps at most one tick queued, and journals it like any command", async () => {
    const { log, machine, sequencer } = heldSequencer({ makeTick });
    sequencer.tick();
    sequencer.tick();
    await turn();
    expect(log.appended).toMatchObject([{ count: 1 }]);
    await log.complete();
    sequencer.tick();
    await turn();
    await log.complete();
    expect(machine.seq).toBe(2);
  });

  it("sends ticks by itself while the state has work that is due", async () => {
    let due = 2;
    const { log, machine, sequencer } = heldSequencer({ makeTick, isWorkDue: () => due-- > 0 });
    sequencer.submit(deposit(1, 1, 1), () => undefined);
    await turn();
    for (let tick = 0; tick < 4; tick++) {
      await log.complete();
      await turn();
    }
    expect(machine.seq).toBe(3);
    expect(sequencer.queuedCommands).toBe(0);
  });

  it("keeps the batch while the disk is full, refuses others, and appends the same batch again", async () => {
    const { fatals, log, sequencer } = heldSequencer();
    const replies: number[] = [];
    sequencer.submit(deposit(1, 1, 1), ({ seq }) => replies.push(seq));
    await turn();
    await log.fail(new LogFault("full", "no room"));
    expect(sequencer.refusal()).toBe("storage_full");
    expect(sequencer.submit(deposit(2, 1, 1), () => undefined)).toBe(false);
    while (log.appended.length < 2) await turn();
    expect(log.appended[1]).toEqual(log.appended[0]);
    await log.complete();
    expect(replies).toEqual([1]);
    expect(sequencer.refusal()).toBeUndefined();
    expect(fatals).toEqual([]);
  });

  it.each(["uncertain", "unavailable", "fenced", "wrong_seq"] as const)(
    "fails without a retry when the log returns %s",
    async (code) => {
      const { fatals, log, machine, sequencer } = heldSequencer();
      const outcome = sequencer.submitAndWait(deposit(1, 1, 1));
      const unknown = expect(outcome).rejects.toMatchObject({ code: "outcome_unknown" });
      await turn();
      sequencer.submit(deposit(2, 1, 1), () => undefined);
      await log.fail(new LogFault(code, "the disk is gone"));
      await unknown;
      expect(fatals).toMatchObject([{ code: "log_failed", seq: 1, message: "the disk is gone" }]);
      expect(log.appended).toHaveLength(1);
      expect(machine.seq).toBe(0);
      expect(sequencer.submit(deposit(3, 1, 1), () => undefined)).toBe(false);
      expect(() => sequencer.snapshot()).toThrow("not usable");
    },
  );

  it("puts a command of a light owner into the next batch, however many a heavy owner sent", async () => {
    const { log, sequencer } = heldSequencer({ ownerOf });
    const applied: number[] = [];
    const submit = (id: number, account: number): boolean =>
      sequencer.submit(deposit(id, account, 1), () => applied.push(account));
    for (let id = 0; id < 2_000; id++) expect(submit(id, 1)).toBe(true);
    await turn();
    expect(submit(2_000, 2)).toBe(true);
    await log.complete();
    await log.complete();
    expect(applied.filter((account) => account === 2)).toEqual([2]);
    expect(applied.length).toBeLessThan(700);
    while (sequencer.queuedCommands > 0) await log.complete();
    expect(applied).toHaveLength(2_001);
  });

  it("numbers waiting commands when they enter a batch, in the order of their owner", async () => {
    const { clock, log, sequencer } = heldSequencer({ ownerOf });
    const commands = Array.from({ length: 300 }, (_none, id) => deposit(id, id % 3, 1));
    for (const command of commands) {
      clock.nowMs += 1;
      sequencer.submit(command, () => undefined);
    }
    await turn();
    while (sequencer.queuedCommands > 0) await log.complete();
    const stamped = commands.map(commandOf);
    const bySeq = [...stamped].sort((a, b) => a.seq - b.seq);
    expect(bySeq.map(({ seq }) => seq)).toEqual(commands.map((_none, index) => index + 1));
    const times = bySeq.map(({ timeMs }) => timeMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const account of [0, 1, 2]) {
      const own = stamped.filter((command) => ownerOf(command) === account);
      expect(own.map(({ seq }) => seq)).toEqual(own.map(({ seq }) => seq).sort((a, b) => a - b));
    }
  });

  it("refuses the heavy owner first, and keeps capacity for others and for urgent commands", async () => {
    const { log, sequencer } = heldSequencer({
      ownerOf,
      queueCommandsMax: 2_000,
      queueCommandsUrgent: 200,
    });
    const submit = (account: number, urgent = false): boolean =>
      sequencer.submit(deposit(1, account, 1), () => undefined, { urgent });
    let heavy = 0;
    while (submit(1)) heavy += 1;
    // 128 commands in the open batch, and an eighth of the remaining capacity waiting.
    expect(heavy).toBe(128 + 186);
    expect(sequencer.refusal()).toBeUndefined();
    expect([submit(1), submit(2), submit(1, true)]).toEqual([false, true, true]);
    await turn();
    while (sequencer.queuedCommands > 0) await log.complete();
    expect(submit(1)).toBe(true);
  });

  it("drains waiting commands before it stops, and takes ticks while owners wait", async () => {
    const { log, machine, sequencer } = heldSequencer({ ownerOf, makeTick });
    for (let id = 0; id < 1_500; id++) sequencer.submit(deposit(id, 1, 1), () => undefined);
    sequencer.tick();
    await turn();
    const stopped = sequencer.stop();
    while (!log.isClosed) await log.complete();
    await stopped;
    expect(machine.seq).toBe(1_501);
    expect(sequencer.queuedCommands).toBe(0);
  });

  it("stops with the seq of the command that broke an invariant", async () => {
    const { fatals, log, machine, sequencer } = heldSequencer();
    machine.brokenAtSeq = 2;
    const replies: number[] = [];
    for (let id = 0; id < 3; id++) sequencer.submit(deposit(id, 1, 1), () => replies.push(id));
    await turn();
    await log.complete();
    expect(fatals).toMatchObject([
      { code: "invariant_broken", seq: 2, message: "available is never negative" },
    ]);
    expect(replies).toEqual([]);
  });

  it("stops when a listener fails, since its projection would stay wrong", async () => {
    const { fatals, log, sequencer } = heldSequencer();
    sequencer.onBatch(() => {
      throw new Error("a view is wrong");
    });
    sequencer.submit(deposit(1, 1, 1), () => undefined);
    await turn();
    await log.complete();
    expect(fatals).toMatchObject([{ code: "listener_failed", seq: 1 }]);
  });

  it("still calls the other replies when one fails", async () => {
    const faults: number[] = [];
    const { fatals, log, sequencer } = heldSequencer({
      onReplyFault: (_thrown, seq) => faults.push(seq),
    });
    const replies: number[] = [];
    sequencer.submit(deposit(1, 1, 1), () => {
      throw new Error("the socket is gone");
    });
    sequencer.submit(deposit(2, 1, 1), ({ seq }) => replies.push(seq));
    await turn();
    await log.complete();
    expect([faults, replies, fatals]).toEqual([[1], [2], []]);
  });

  it("does not call a listener after it was removed", async () => {
    const { log, sequencer } = heldSequencer();
    const seen: number[] = [];
    const off = sequencer.onBatch((_events, firstSeq) => seen.push(firstSeq));
    sequencer.submit(deposit(1, 1, 1), () => undefined);
    await turn();
    await log.complete();
    off();
    sequencer.submit(deposit(2, 1, 1), () => undefined);
    await turn();
    await log.complete();
    expect(seen).toEqual([1]);
  });

  it("answers all accepted commands before it stops, and accepts no more", async () => {
    const { log, sequencer } = heldSequencer();
    const replies: number[] = [];
    sequencer.submit(deposit(1, 1, 1), ({ seq }) => replies.push(seq));
    const stopped = sequencer.stop();
    expect(sequencer.submit(deposit(2, 1, 1), () => undefined)).toBe(false);
    expect(sequencer.refusal()).toBe("stopping");
    await turn();
    expect(log.isClosed).toBe(false);
    await log.complete();
    await stopped;
    expect(replies).toEqual([1]);
    expect(log.isClosed).toBe(true);
  });

  it("runs on an in-memory log", async () => {
    const log = new EphemeralCommandLog({ retainedBytesMax: 1_000 });
    const { epoch } = await log.open();
    const { sequencer } = heldSequencer({
      log,
      start: { appliedSeq: 0, timeMs: 0, journalHash: GENESIS_HASH, epoch },
    });
    for (let id = 1; id <= 50; id++) {
      expect(await sequencer.submitAndWait(deposit(id, 1, 2))).toEqual({
        seq: id,
        balance: 2 * id,
      });
    }
    expect((await log.read(50, 10)).map(({ firstSeq }) => firstSeq)).toEqual([50]);
    await expect(log.read(1, 10)).rejects.toMatchObject({ code: "gap" });
    await sequencer.stop();
  });
});
