import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture, kinds } from "../../../test/support/core-fixture.ts";
import { LINEAR, SPOT } from "../../../test/support/core-listings.ts";
import { ticks } from "../money/units.ts";

const MINUTE_MS = 60_000;

let core: CoreFixture;

beforeEach(() => {
  core = new CoreFixture();
});

function hold(price: number, instrument = LINEAR) {
  return core.run({ kind: "hold_index_price", instrument, price: ticks(price) });
}

function indexOf(instrument: number): number | undefined {
  return core.state.prices[instrument]?.index;
}

describe("a held index price", () => {
  test("is the index at once, and moves the mark", () => {
    expect(kinds(hold(104))).toEqual(["index_price_held", "mark_price_changed"]);
    expect([indexOf(LINEAR), indexOf(SPOT)]).toEqual([104, 100]);
  });

  test("stays whatever prices arrive, is fresh with them, and outlives a restart", () => {
    hold(104);
    core.restart();
    core.passMs(MINUTE_MS);
    core.index(90);
    expect([indexOf(LINEAR), indexOf(SPOT)]).toEqual([104, 90]);
    expect(core.state.prices[LINEAR]?.indexedAtMs).toBe(core.state.timeMs);
  });

  test("follows the prices again once it is released", () => {
    hold(104);
    expect(kinds(hold(0))).toEqual(["index_price_held"]);
    expect(indexOf(LINEAR)).toBe(104);
    core.index(90);
    expect(indexOf(LINEAR)).toBe(90);
  });

  test("is refused for no instrument, out of range, and as a release of nothing", () => {
    hold(104, 99);
    expect(core.rejection).toBe("instrument_not_found");
    hold(2 ** 40);
    expect(core.rejection).toBe("index_price_out_of_range");
    hold(0);
    expect(core.rejection).toBe("index_price_not_held");
  });
});
