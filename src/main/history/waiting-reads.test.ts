import { describe, expect, it } from "vitest";
import { READ_WAIT_MS } from "../../projections/history/limits.ts";
import { WaitingReads } from "./waiting-reads.ts";

function setUp() {
  const outcomes: string[] = [];
  let nowMs = 0;
  const reads = new WaitingReads(() => nowMs);
  const add = (name: string, seq: number, isUnlimited = false): void =>
    reads.add({
      seq,
      isUnlimited,
      answer: () => outcomes.push(`${name} answered`),
      refuse: (code) => outcomes.push(`${name} ${code}`),
    });
  const advance = (ms: number): void => {
    nowMs += ms;
  };
  return { outcomes, reads, add, advance };
}

describe("reads of a history that lags", () => {
  it("are answered once, as soon as the rows they need are committed", () => {
    const { add, reads, outcomes } = setUp();
    add("late", 9);
    add("early", 4);
    reads.settle(3);
    expect(outcomes).toEqual([]);
    reads.settle(8);
    reads.settle(8);
    expect(outcomes).toEqual(["early answered"]);
    reads.settle(9);
    expect(outcomes).toEqual(["early answered", "late answered"]);
  });

  it("are refused after the waiting time unless they are unlimited", () => {
    const { add, advance, reads, outcomes } = setUp();
    add("query", 9);
    add("flush", 9, true);
    advance(READ_WAIT_MS - 1);
    reads.settle(8);
    expect(outcomes).toEqual([]);
    advance(1);
    reads.settle(8);
    expect(outcomes).toEqual(["query behind"]);
    reads.settle(9);
    expect(outcomes).toEqual(["query behind", "flush answered"]);
  });

  it("are all refused while the store is unavailable", () => {
    const { add, reads, outcomes } = setUp();
    add("query", 9);
    add("flush", 9, true);
    reads.refuseAll("storage", "disk is full");
    reads.settle(9);
    expect(outcomes).toEqual(["query storage", "flush storage"]);
  });
});
