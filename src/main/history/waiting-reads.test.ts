import { describe, expect, it } from "vitest";
import { READ_WAIT_MS } from "../../projections/history/limits.ts";
import { WaitingReads } from "./waiting-reads.ts";

function setUp() {
  const said: string[] = [];
  let nowMs = 0;
  const reads = new WaitingReads(() => nowMs);
  const add = (name: string, seq: number, isPatient = false): void =>
    reads.add({
      seq,
      isPatient,
      answer: () => said.push(`${name} answered`),
      refuse: (code) => said.push(`${name} ${code}`),
    });
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { said, reads, add, pass };
}

describe("reads of a history that lags", () => {
  it("are answered as soon as the rows they need are there, and only once", () => {
    const { add, reads, said } = setUp();
    add("late", 9);
    add("early", 4);
    reads.settle(3);
    expect(said).toEqual([]);
    reads.settle(8);
    reads.settle(8);
    expect(said).toEqual(["early answered"]);
    reads.settle(9);
    expect(said).toEqual(["early answered", "late answered"]);
  });

  it("are refused when they have waited too long, unless they are patient", () => {
    const { add, pass, reads, said } = setUp();
    add("query", 9);
    add("flush", 9, true);
    pass(READ_WAIT_MS - 1);
    reads.settle(8);
    expect(said).toEqual([]);
    pass(1);
    reads.settle(8);
    expect(said).toEqual(["query behind"]);
    reads.settle(9);
    expect(said).toEqual(["query behind", "flush answered"]);
  });

  it("are all refused while the store does not work", () => {
    const { add, reads, said } = setUp();
    add("query", 9);
    add("flush", 9, true);
    reads.refuseAll("storage", "disk is full");
    reads.settle(9);
    expect(said).toEqual(["query storage", "flush storage"]);
  });
});
