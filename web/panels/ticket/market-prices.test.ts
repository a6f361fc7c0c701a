import { expect, it } from "vitest";
import type { Instrument } from "../../state/instrument.ts";
import type { TicketContext } from "./draft.ts";
import { marketPrices } from "./market-prices.ts";

const INSTRUMENT = { priceStep: "0.5", priceDecimals: 1 } as Instrument;
const CONTEXT: TicketContext = {
  ...{ instrument: INSTRUMENT, lastPrice: "100", bidPrice: "99.5", askPrice: "101" },
  ...{ marginMode: "crossed", isHedge: false },
};

it("the prices of the market are on its step, the middle one rounded down", () => {
  expect(marketPrices(CONTEXT)).toEqual([
    ["Last", "100.0"],
    ["Bid", "99.5"],
    ["Mid", "100.0"],
    ["Ask", "101.0"],
  ]);
});

it("a side without orders has no price, and there is no middle", () => {
  const prices = Object.fromEntries(marketPrices({ ...CONTEXT, askPrice: "" }));
  expect(prices).toEqual({ Last: "100.0", Bid: "99.5", Mid: "", Ask: "" });
});
