import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DIRECT_PER_BATCH, FairQueue, WAITING_MIN, WAITING_PER_BATCH } from "./fair-queue.ts";

type Sent = { readonly owner: number; readonly nth: number };

function item(owner: number, nth: number) {
  return { command: { owner, nth }, done: () => undefined, deadline: undefined, bytes: 10 };
}

/** Returns the commands of the next batch. */
function nextBatch(queue: FairQueue<Sent, void>, roomMax = Number.POSITIVE_INFINITY): Sent[] {
  const entered: Sent[] = [];
  queue.fill(
    ({ command }) => entered.push(command),
    () => entered.length < roomMax,
  );
  queue.beginBatch();
  return entered;
}

function countsOf(batch: readonly Sent[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { owner } of batch) counts[owner] = (counts[owner] ?? 0) + 1;
  return counts;
}

describe("FairQueue", () => {
  it("admits a few commands of each owner directly", () => {
    const queue = new FairQueue<Sent, void>();
    for (let nth = 0; nth < DIRECT_PER_BATCH; nth += 1) {
      expect(queue.mustWait(1)).toBe(false);
      queue.recordDirect(1);
    }
    expect([queue.mustWait(1), queue.mustWait(2)]).toEqual([true, false]);
    queue.beginBatch();
    expect(queue.mustWait(1)).toBe(false);
  });

  it("queues an owner behind its own waiting commands", () => {
    const queue = new FairQueue<Sent, void>();
    queue.add(1, item(1, 0));
    queue.beginBatch();
    expect([queue.mustWait(1), queue.mustWait(2)]).toEqual([true, false]);
    nextBatch(queue);
    expect(queue.mustWait(1)).toBe(false);
  });

  it("shares a batch evenly whatever the backlogs, and loses no command", () => {
    const queue = new FairQueue<Sent, void>();
    const waiting = { 1: 5_000, 2: 400, 3: 400, 4: 10 };
    for (const [owner, count] of Object.entries(waiting)) {
      for (let nth = 0; nth < count; nth += 1) queue.add(Number(owner), item(Number(owner), nth));
    }
    expect(countsOf(nextBatch(queue))).toEqual({ 1: 86, 2: 80, 3: 80, 4: 10 });
    let total = WAITING_PER_BATCH;
    while (queue.waiting > 0) total += nextBatch(queue).length;
    expect(total).toBe(5_810);
  });

  it("gives the first turn of a batch to the owner after the last turn", () => {
    const queue = new FairQueue<Sent, void>();
    for (let owner = 0; owner < 100; owner += 1) {
      for (let nth = 0; nth < 40; nth += 1) queue.add(owner, item(owner, nth));
    }
    const seen = new Set<number>();
    for (let batch = 0; batch < 13; batch += 1) {
      for (const { owner } of nextBatch(queue)) seen.add(owner);
    }
    expect(seen.size).toBe(100);
  });

  it("takes no more commands than fit into the batch", () => {
    const queue = new FairQueue<Sent, void>();
    for (let nth = 0; nth < 100; nth += 1) queue.add(1, item(1, nth));
    expect(nextBatch(queue, 30)).toHaveLength(30);
    expect(nextBatch(queue, 0)).toEqual([]);
    expect(queue.waiting).toBe(70);
  });

  it("is full for an owner with an eighth of the free queue waiting, but never below a minimum", () => {
    const queue = new FairQueue<Sent, void>();
    const free = { commands: 8_000, bytes: 1e9 };
    for (let nth = 0; nth < 999; nth += 1) queue.add(1, item(1, nth));
    for (let nth = 0; nth < WAITING_MIN - 1; nth += 1) queue.add(2, item(2, nth));
    expect([1, 2, 3].map((owner) => queue.isFull(owner, free))).toEqual([false, false, false]);
    queue.add(1, item(1, 999));
    expect(queue.isFull(1, free)).toBe(true);
    const none = { commands: 0, bytes: 0 };
    expect([1, 2, 3].map((owner) => queue.isFull(owner, none))).toEqual([true, false, false]);
    expect(queue.isFull(1, { commands: 1e6, bytes: 79_999 })).toBe(true);
    expect(queue.isFull(1, { commands: 1e6, bytes: 80_001 })).toBe(false);
  });

  it("keeps the order of each owner and loses nothing, for any order of arrival", () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 400 })), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (plan) => {
        const queue = new FairQueue<Sent, void>();
        const sent = new Map<number, number>();
        const entered = new Map<number, number>();
        const check = (batch: readonly Sent[]): void => {
          expect(batch.length).toBeLessThanOrEqual(WAITING_PER_BATCH);
          for (const { owner, nth } of batch) {
            expect(nth).toBe(entered.get(owner) ?? 0);
            entered.set(owner, nth + 1);
          }
        };
        for (const [owner, count] of plan) {
          if (owner === 0) check(nextBatch(queue, count));
          for (let added = 0; owner > 0 && added < count; added += 1) {
            const nth = sent.get(owner) ?? 0;
            queue.add(owner, item(owner, nth));
            sent.set(owner, nth + 1);
          }
        }
        while (queue.waiting > 0) check(nextBatch(queue));
        expect(entered).toEqual(sent);
      }),
    );
  });
});
