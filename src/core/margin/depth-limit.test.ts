/**
 * What may be held follows the depth of the book: factor × the smaller side, never below a floor.
 */
import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { LINEAR, SPOT } from "../../../test/support/core-listings.ts";
import { atoms, lots } from "../money/units.ts";
import { readOpening } from "../reads/account-reads.ts";
import { readDepth, readFundTerms } from "../reads/loss-reads.ts";
import { createState } from "../state.ts";
import { encodeState, restoreState } from "../state-encoding.ts";

type Limits = {
  readonly all?: number;
  readonly one?: number;
  readonly floor?: number;
  readonly floorOfOne?: number;
};

function limit(core: CoreFixture, { all = 0, floor = 0, floorOfOne = 0, one = 0 }: Limits): void {
  core.run({
    kind: "set_loss_limits",
    instrument: LINEAR,
    fundDrawMax: atoms(0n),
    openInterestFactorE6: all,
    positionFactorE6: one,
    openInterestFloor: lots(floor),
    positionFloor: lots(floorOfOne),
  });
}

/** A book with 100 bid and 60 asked within 2 % of a mark of 1,000, and more beyond. */
function market() {
  const core = new CoreFixture();
  core.index(1_000);
  const maker = core.user("maker", [["usdt_futures", 0, 10_000_000]], { openOrdersMax: 1_000 });
  const rest = (side: "buy" | "sell", price: number, size: number): void => {
    core.place({ user: maker, instrument: LINEAR, side, price, size });
  };
  rest("buy", 990, 70);
  rest("buy", 980, 30);
  rest("buy", 979, 5_000);
  rest("sell", 1_010, 40);
  rest("sell", 1_020, 20);
  rest("sell", 1_021, 5_000);
  const [alice, bob] = [core.rich("alice"), core.rich("bob")];
  return { core, maker, alice, bob };
}

function refusal(core: CoreFixture, user: number, side: "buy" | "sell", size: number) {
  core.place({ user, instrument: LINEAR, side, price: side === "buy" ? 985 : 1_015, size });
  return core.rejection;
}

describe("the position of a user", () => {
  it.for(["buy", "sell"] as const)("to %s keeps within the factor of the smaller depth", (side) => {
    const { alice, bob, core } = market();
    limit(core, { one: 500_000 });
    core.passMs(0);
    // Half of 60.
    expect(readDepth(core.state, core.state.instruments[LINEAR] as never)).toEqual({
      depth: 60,
      openInterestMax: Number.POSITIVE_INFINITY,
      positionMax: 30,
    });
    expect(refusal(core, alice, side, 31)).toBe("position_above_depth");
    expect(refusal(core, alice, side, 20)).toBeUndefined();
    expect(refusal(core, alice, side, 11)).toBe("position_above_depth");
    expect(refusal(core, alice, side, 10)).toBeUndefined();
    expect(refusal(core, bob, side, 30)).toBeUndefined();
  });

  it("may be as large as the floor in a thinner book", () => {
    const { alice, core } = market();
    limit(core, { one: 500_000, floorOfOne: 45 });
    core.passMs(0);
    expect(refusal(core, alice, "buy", 46)).toBe("position_above_depth");
    expect(refusal(core, alice, "buy", 45)).toBeUndefined();
  });

  it("is not limited for whom the operator allows more orders, nor without a factor", () => {
    const { alice, core, maker } = market();
    limit(core, { one: 500_000 });
    core.passMs(0);
    expect(refusal(core, maker, "buy", 200)).toBeUndefined();
    limit(core, {});
    expect(refusal(core, alice, "buy", 31)).toBeUndefined();
  });

  it("above the limit may be reduced but not raised", () => {
    const { alice, bob, core } = market();
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 50 });
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 1_000, size: 50 });
    limit(core, { one: 500_000 });
    core.passMs(0);
    expect(refusal(core, alice, "buy", 1)).toBe("position_above_depth");
    expect(refusal(core, alice, "sell", 50)).toBeUndefined();
    // Beyond the 50 that are closed, 60 would be opened: more than she holds now.
    expect(refusal(core, alice, "sell", 60)).toBe("position_above_depth");
  });

  it("is what clients are told they can open", () => {
    const { alice, core } = market();
    limit(core, { one: 500_000 });
    core.passMs(0);
    const instrument = core.state.instruments[LINEAR] as never;
    const opening = { isBuy: true, price: 1_000 as never };
    const isOpenable = (size: number): boolean =>
      readOpening(core.state, alice, instrument, { ...opening, size: lots(size) }).isPassing;
    expect([isOpenable(30), isOpenable(31)]).toEqual([true, false]);
  });
});

describe("the open interest", () => {
  it("is the same for all: what one holds the next cannot open", () => {
    const { alice, bob, core } = market();
    limit(core, { all: 1_000_000 });
    core.passMs(0);
    expect(refusal(core, alice, "buy", 61)).toBe("open_interest_above_depth");
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 50 });
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 1_000, size: 50 });
    const carol = core.rich("carol");
    expect(refusal(core, carol, "buy", 11)).toBe("open_interest_above_depth");
    expect(refusal(core, carol, "sell", 11)).toBe("open_interest_above_depth");
    expect(refusal(core, carol, "sell", 10)).toBeUndefined();
    expect(refusal(core, alice, "sell", 50)).toBeUndefined();
  });
});

describe("depth", () => {
  it("is sampled every five seconds and averaged over five minutes", () => {
    const { core, maker } = market();
    limit(core, { one: 1_000_000 });
    core.passMs(0);
    const max = (): number =>
      readDepth(core.state, core.state.instruments[LINEAR] as never).positionMax;
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 1_015, size: 40 });
    core.passMs(4_999);
    expect(max()).toBe(60);
    // Bids of 100 each time; asks of 60 and 100.
    core.passMs(1);
    expect(max()).toBe(80);
    for (let sample = 0; sample < 59; sample++) {
      core.index(1_000);
      core.passMs(5_000);
    }
    expect(max()).toBe(100);
  });

  it("and its limits come back from a snapshot", () => {
    const { core } = market();
    limit(core, { all: 2_000_000, one: 1_000_000, floor: 7, floorOfOne: 3 });
    core.passMs(0);
    core.passMs(5_000);
    const loaded = createState();
    restoreState(loaded, encodeState(core.state).slice());
    expect(loaded.depths[LINEAR]).toEqual(core.state.depths[LINEAR]);
    expect(loaded.instruments[LINEAR]?.lossLimits).toEqual(
      core.state.instruments[LINEAR]?.lossLimits,
    );
    expect(readFundTerms(loaded, "live", 0).feeShareE6).toBe(0);
  });

  it("factors above a thousand are refused, and limits on spot", () => {
    const { core } = market();
    limit(core, { all: 1_000_000_001 });
    expect(core.rejection).toBe("loss_limits_out_of_bounds");
    limit(core, { one: 1_000_000_001 });
    expect(core.rejection).toBe("loss_limits_out_of_bounds");
    const none = { openInterestFactorE6: 0, positionFactorE6: 0 };
    const floors = { openInterestFloor: lots(0), positionFloor: lots(0) };
    const spot = { instrument: SPOT, fundDrawMax: atoms(0n), ...none, ...floors };
    core.run({ kind: "set_loss_limits", ...spot });
    expect(core.rejection).toBe("instrument_not_futures");
  });
});
