import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { FEE_LEVELS_MAX, FEE_SCHEDULE_MS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";

const DAY_MS = 86_400_000;

let core: CoreFixture;
let maker: number;
let alice: number;
let desk: number;

beforeEach(() => {
  // 1 % and 2 %.
  core = new CoreFixture({ makerRateE6: 10_000, takerRateE6: 20_000 });
  maker = core.rich("maker");
  alice = core.rich("alice");
  const funds = [
    ["spot", USD, 1_000_000],
    ["usdt_futures", USD, 1_000_000],
  ] as const;
  desk = core.user("desk", funds, { parent: alice + 1 });
});

function setMarket(changes: Partial<DraftOf<"set_market_fees">> = {}) {
  const rates = { makerRateE6: 5_000, takerRateE6: 10_000 };
  return core.run({ kind: "set_market_fees", instrument: LINEAR, ...rates, fromMs: 0, ...changes });
}

function setLevel(changes: Partial<DraftOf<"set_fee_level">> = {}) {
  const spot = { spotMakerE6: 1_000, spotTakerE6: 2_000 };
  const futures = { futuresMakerE6: 0, futuresTakerE6: 4_000 };
  return core.run({ kind: "set_fee_level", level: 1, ...spot, ...futures, ...changes });
}

function grant(user: number, level: number, fromMs = 0) {
  return core.run({ kind: "set_user_fee_level", user, level, fromMs });
}

/** Fees of a trade of 1,000 at 100: of the maker, then of `taker`, who buys or sells. */
function fees(taker: number, instrument = LINEAR, side: "buy" | "sell" = "sell") {
  const other = side === "buy" ? "sell" : "buy";
  core.place({ user: maker, instrument, side: other, price: 100, size: 10 });
  const events = core.place({ user: taker, instrument, side, price: 100, size: 10 });
  return only(events, "order_filled").map(({ fee }) => Number(fee));
}

describe("fees of a market", () => {
  test("replace the listed ones for everyone, and the listed ones return", () => {
    expect(fees(alice)).toEqual([10, 20]);
    expect(setMarket()).toMatchObject([{ kind: "market_fees_changed", fromMs: 0 }]);
    expect(fees(alice)).toEqual([5, 10]);
    expect(fees(desk)).toEqual([5, 10]);
    setMarket({ makerRateE6: 10_000, takerRateE6: 20_000 });
    expect(fees(alice)).toEqual([10, 20]);
    expect(core.state.fees.markets.size).toBe(0);
  });

  test("begin at their time, not before", () => {
    const fromMs = core.state.timeMs + DAY_MS;
    setMarket({ fromMs });
    expect(fees(alice)).toEqual([10, 20]);
    core.passMs(DAY_MS);
    expect(fees(alice)).toEqual([5, 10]);
  });

  test("that have begun hold until a later change begins, and a waiting change is replaced", () => {
    setMarket({ fromMs: core.state.timeMs + 1_000 });
    core.passMs(DAY_MS);
    setMarket({ makerRateE6: 0, takerRateE6: 0, fromMs: core.state.timeMs + DAY_MS });
    expect(fees(alice)).toEqual([5, 10]);
    setMarket({ makerRateE6: 1_000, takerRateE6: 1_000, fromMs: core.state.timeMs + 2 * DAY_MS });
    core.passMs(DAY_MS + 10);
    expect(fees(alice)).toEqual([5, 10]);
    core.passMs(DAY_MS);
    expect(fees(alice)).toEqual([1, 1]);
  });

  test.for([
    [{ takerRateE6: 20_001 }, "fee_terms_out_of_bounds"],
    [{ makerRateE6: 10_001, takerRateE6: 20_000 }, "fee_terms_out_of_bounds"],
    [{ makerRateE6: 9_000, takerRateE6: 8_000 }, "fee_terms_out_of_bounds"],
    [{ fromMs: 1 }, "fee_terms_out_of_bounds"],
    [{ instrument: 999 }, "instrument_not_found"],
  ] as const)("%j is refused as %s", ([changes, rejection]) => {
    setMarket(changes);
    expect(core.rejection).toBe(rejection);
  });

  test("begin within a year and a day", () => {
    setMarket({ fromMs: core.state.timeMs + FEE_SCHEDULE_MS_MAX + 1_000 });
    expect(core.rejection).toBe("fee_terms_out_of_bounds");
  });
});

describe("a fee level", () => {
  test("lowers the fees of an account and of its sub-accounts, by product", () => {
    setLevel();
    expect(grant(desk, 1)).toMatchObject([{ kind: "user_fee_level_changed", user: alice }]);
    expect(fees(alice)).toEqual([10, 4]);
    expect(fees(desk)).toEqual([10, 4]);
    expect(fees(alice, SPOT)).toEqual([expect.any(Number), 2]);
    grant(alice, 0);
    expect(fees(desk)).toEqual([10, 20]);
    expect(core.state.fees.grants.size).toBe(0);
  });

  test("lowers maker fees", () => {
    setLevel();
    grant(maker, 1);
    expect(fees(alice)).toEqual([0, 20]);
  });

  test("never exceeds the fees of the market", () => {
    setLevel({ futuresMakerE6: 15_000, futuresTakerE6: 30_000 });
    grant(alice, 1);
    grant(maker, 1);
    expect(fees(alice)).toEqual([10, 20]);
    setMarket({ makerRateE6: 0, takerRateE6: 1_000 });
    expect(fees(alice)).toEqual([0, 1]);
  });

  test("begins and ends at its times", () => {
    setLevel();
    grant(alice, 1, core.state.timeMs + DAY_MS);
    expect(fees(alice)).toEqual([10, 20]);
    core.passMs(DAY_MS);
    expect(fees(alice)).toEqual([10, 4]);
    grant(alice, 0, core.state.timeMs + DAY_MS);
    expect(fees(alice)).toEqual([10, 4]);
    core.passMs(DAY_MS);
    expect(fees(alice)).toEqual([10, 20]);
  });

  test("follows a change of its rates", () => {
    setLevel();
    grant(alice, 1);
    setLevel({ futuresTakerE6: 7_000 });
    expect(fees(alice)).toEqual([10, 7]);
  });

  test.for([
    { level: 0 },
    { level: FEE_LEVELS_MAX + 1 },
    { spotMakerE6: 3_000 },
    { futuresTakerE6: 1_000_000 },
  ])("%j is refused", (changes) => {
    setLevel(changes);
    expect(core.rejection).toBe("fee_terms_out_of_bounds");
  });

  test("is refused for an unknown account, an unknown level and a past time", () => {
    grant(999, 0);
    expect(core.rejection).toBe("user_not_found");
    grant(0, 0);
    expect(core.rejection).toBe("user_not_found");
    grant(alice, 1);
    expect(core.rejection).toBe("fee_level_not_found");
    setLevel();
    grant(alice, 1, core.state.timeMs - 1);
    expect(core.rejection).toBe("fee_terms_out_of_bounds");
  });
});
