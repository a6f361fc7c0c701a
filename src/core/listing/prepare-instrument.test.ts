/** Instruments that are listed before they are open (decision 0095). */
import { beforeEach, expect, test } from "vitest";
import { listingDraft } from "../../../test/support/command-drafts.ts";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { DraftOf } from "../commands/commands.ts";
import { lots } from "../money/units.ts";

let core: CoreFixture;

beforeEach(() => {
  core = new CoreFixture();
});

function prepare(changes: Partial<DraftOf<"prepare_instrument">> = {}): number {
  core.run({
    ...listingDraft({
      ...{ symbol: "NEW", category: "usdt_futures", base: COIN, quote: USD, settle: USD },
      ...{ priceDecimals: 0, sizeDecimals: 0, fundingIntervalHours: 4 },
    }),
    ...changes,
    kind: "prepare_instrument",
  });
  return core.state.outcome.id;
}

test("an instrument begins offline, and its listing and its status are told", () => {
  const before = core.state.instruments.length;
  const events = core.run({
    ...listingDraft({
      ...{ symbol: "NEW", category: "spot", base: COIN, quote: USD, settle: USD },
      ...{ priceDecimals: 0, sizeDecimals: 0 },
    }),
    kind: "prepare_instrument",
  });
  expect(kinds(events)).toEqual(["instrument_listed", "instrument_status_changed"]);
  expect(only(events, "instrument_status_changed")).toMatchObject([
    { instrument: before, status: "offline" },
  ]);
  expect(core.state.instruments[before]).toMatchObject({ symbol: "NEW", status: "offline" });
});

test("no order is taken in it until it is open; prices are taken before", () => {
  const alice = core.rich("alice");
  const instrument = prepare();
  core.place({ user: alice, instrument, side: "buy", price: 100, size: 1 });
  expect(core.rejection).toBe("instrument_halted");
  core.run({ kind: "set_index_prices", instruments: [instrument], prices: [100 as never] });
  expect(core.state.prices[instrument]?.mark).toBe(100);
  core.run({ kind: "set_instrument_status", instrument, status: "online" });
  core.place({ user: alice, instrument, side: "buy", price: 100, size: 1 });
  expect(core.rejection).toBe(undefined);
});

test("a snapshot keeps it offline", () => {
  const instrument = prepare();
  core.restart();
  expect(core.state.instruments[instrument]?.status).toBe("offline");
});

test("a refused listing changes nothing, not even the instrument before it", () => {
  const statuses = core.state.instruments.map(({ status }) => status);
  for (const [changes, reason] of [
    [{ symbol: core.state.instruments[LINEAR]?.symbol ?? "" }, "instrument_exists"],
    [{ base: 200 }, "currency_not_found"],
    [{ sizeLotsMin: lots(2), sizeLotsMax: lots(1) }, "instrument_out_of_bounds"],
    [{ fundingIntervalHours: 3 }, "instrument_out_of_bounds"],
  ] as const) {
    prepare(changes);
    expect(core.rejection).toBe(reason);
  }
  expect(core.state.instruments.map(({ status }) => status)).toEqual(statuses);
});
