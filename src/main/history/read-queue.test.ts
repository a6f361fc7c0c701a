import { describe, expect, it } from "vitest";
import { MARKET_READS_MS } from "../../projections/history/limits.ts";
import { isOfMarket, ReadQueue } from "./read-queue.ts";

type Terms = {
  readonly seq?: number;
  readonly untilMs?: number;
  readonly isOfMarket?: boolean;
  /** Time that the read takes, in ms. */
  readonly tookMs?: number;
};

function setUp() {
  const outcomes: string[] = [];
  let nowMs = 0;
  const queue = new ReadQueue(() => nowMs);
  const advance = (ms: number): void => {
    nowMs += ms;
  };
  const add = (name: string, terms: Terms = {}): void => {
    const { isOfMarket = false, seq = 0, tookMs = 0 } = terms;
    const { untilMs = Number.POSITIVE_INFINITY } = terms;
    const answer = (): void => {
      outcomes.push(name);
      advance(tookMs);
    };
    const refuse = (code: string): number => outcomes.push(`${name} ${code}`);
    queue.add({ seq, untilMs, isOfMarket, answer, refuse });
  };
  return { outcomes, queue, add, advance };
}

describe("reads of a history that lags", () => {
  it("are executed once, as soon as the rows they need are committed", () => {
    const { add, outcomes, queue } = setUp();
    add("late", { seq: 9 });
    add("early", { seq: 4 });
    queue.run(3);
    expect(outcomes).toEqual([]);
    queue.run(8);
    queue.run(8);
    expect(outcomes).toEqual(["early"]);
    queue.run(9);
    expect(outcomes).toEqual(["early", "late"]);
  });

  it("are refused when their time has passed, unless they have none", () => {
    const { add, advance, outcomes, queue } = setUp();
    add("query", { seq: 9, untilMs: 5_000 });
    add("flush", { seq: 9 });
    advance(4_999);
    queue.run(8);
    expect(outcomes).toEqual([]);
    advance(1);
    queue.run(8);
    expect(outcomes).toEqual(["query behind"]);
    queue.run(9);
    expect(outcomes).toEqual(["query behind", "flush"]);
  });

  it("are refused while the store is unavailable, but for those that it can answer", () => {
    const { add, outcomes, queue } = setUp();
    add("query", { seq: 9 });
    add("flush", { seq: 9 });
    add("old", { seq: 8 });
    add("candles", { seq: 8, isOfMarket: true });
    queue.refuseWaiting(8, "storage", "disk is full");
    expect(outcomes).toEqual(["query storage", "flush storage"]);
    queue.run(9);
    expect(outcomes.slice(2)).toEqual(["old", "candles"]);
  });

  it("are all refused at the end", () => {
    const { add, outcomes, queue } = setUp();
    for (const name of ["first", "second", "third"]) {
      add(name, { isOfMarket: true, tookMs: MARKET_READS_MS });
    }
    queue.run(0);
    add("waiting", { seq: 9 });
    queue.refuseAll("closed", "the history is closed");
    const closed = ["second closed", "third closed", "waiting closed"];
    expect([outcomes[0], outcomes.slice(1).sort()]).toEqual(["first", closed]);
    expect(queue.run(9)).toBe(false);
    expect(outcomes).toHaveLength(4);
  });
});

describe("a queue of many reads", () => {
  it("does not execute a read whose time passed while others were executed", () => {
    const { add, outcomes, queue } = setUp();
    add("long", { tookMs: 5_000 });
    add("given up", { untilMs: 5_000 });
    add("candles", { untilMs: 5_000, isOfMarket: true });
    add("next", { untilMs: 5_001 });
    expect(queue.run(0)).toBe(false);
    expect(outcomes).toEqual(["long", "given up busy", "next", "candles busy"]);
  });

  it("executes reads of users before those of candles, whenever they arrive", () => {
    const { add, outcomes, queue } = setUp();
    const long = { isOfMarket: true, tookMs: MARKET_READS_MS };
    add("candles 1", long);
    add("candles 2", long);
    add("fills");
    expect(queue.run(0)).toBe(true);
    expect(outcomes).toEqual(["fills", "candles 1"]);
    add("bills");
    expect(queue.run(0)).toBe(false);
    expect(outcomes.slice(2)).toEqual(["bills", "candles 2"]);
  });

  it("executes reads of candles for a limited time in one turn", () => {
    const { add, outcomes, queue } = setUp();
    const tookMs = MARKET_READS_MS / 2;
    for (const name of ["1", "2", "3"]) add(name, { isOfMarket: true, tookMs });
    expect(queue.run(0)).toBe(true);
    expect(outcomes).toEqual(["1", "2"]);
    expect(queue.run(0)).toBe(false);
    expect(outcomes).toEqual(["1", "2", "3"]);
  });
});

it("only combined candles and funding rates are reads of the market", () => {
  const kinds = ["combinedCandles", "fundingRates", "candles", "fills", "trades"] as const;
  expect(kinds.map(isOfMarket)).toEqual([true, true, false, false, false]);
});
