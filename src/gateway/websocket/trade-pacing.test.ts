import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { type HeldTrades, TradePacing, type UserPace } from "./trade-pacing.ts";

/** A connection that holds messages of so many orders each and records when they are handled. */
class Holder implements HeldTrades {
  readonly #pace: UserPace;
  readonly #log: string[];
  readonly #name: string;
  readonly #orders: number[];

  constructor(pace: UserPace, log: string[], name: string, orders: readonly number[]) {
    this.#pace = pace;
    this.#log = log;
    this.#name = name;
    this.#orders = [...orders];
    pace.hold(this);
  }

  handleNext(): number {
    const orders = this.#orders.shift();
    if (orders === undefined) return 0;
    this.#pace.began(orders);
    this.#log.push(this.#name);
    return orders;
  }
}

describe("the pace of a user", () => {
  it("is shared by all connections of a user, and separate for each user", () => {
    const pacing = new TradePacing(10);
    pacing.of("alice").began(10);
    expect([pacing.of("alice").isFull, pacing.of("bob").isFull]).toEqual([true, false]);
    pacing.of("alice").ended(1);
    expect(pacing.of("alice").isFull).toBe(false);
  });

  it("handles held messages as answers are sent, the connections in turn", async () => {
    const pace = new TradePacing(10).of("alice");
    const log: string[] = [];
    pace.began(10);
    new Holder(pace, log, "a", [5, 5, 5]);
    new Holder(pace, log, "b", [5]);
    expect([log, pace.isFull]).toEqual([[], true]);
    pace.ended(10);
    await eventually("ten orders are under way", () => pace.unanswered === 10);
    expect(log).toEqual(["a", "b"]);
    pace.ended(5);
    await eventually("one more is", () => log.length === 3);
    expect(pace.unanswered).toBe(10);
    pace.ended(10);
    await eventually("all are handled", () => log.length === 4 && !pace.isFull);
    expect(log).toEqual(["a", "b", "a", "a"]);
    expect(pace.unanswered).toBe(5);
  });

  it("handles nothing of a closed connection", async () => {
    const pace = new TradePacing(1).of("alice");
    const log: string[] = [];
    pace.began(1);
    const gone = new Holder(pace, log, "gone", [1]);
    new Holder(pace, log, "here", [1]);
    pace.forget(gone);
    pace.ended(1);
    await eventually("the other is handled", () => log.length > 0);
    expect(log).toEqual(["here"]);
  });
});
