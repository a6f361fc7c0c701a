import { expect, it } from "vitest";
import { listingAct, listingTerms, termFault, type WrittenInstrument } from "./new-instrument.ts";

const SPOT: WrittenInstrument = {
  ...{ category: "spot", realm: "live" },
  texts: {
    ...{ symbol: " zecusdt ", base: "zec", quote: "USDT", priceStep: "0.01", sizeStep: "0.0001" },
    ...{ sizeMin: "0.0001", sizeMax: "10000", maker: "0.001", taker: "0.001" },
    ...{ buyBand: "0.05", sellBand: "0.05" },
  },
};
const nothing = (): void => {};

it("sends what was written, codes in capitals and fees together", () => {
  const { quote, ...texts } = SPOT.texts;
  expect(listingAct(SPOT, nothing)).toMatchObject({
    path: "/instruments",
    body: {
      ...{ category: "spot", realm: "live", symbol: "ZECUSDT", base: "ZEC", quote },
      listedFees: { maker: "0.001", taker: "0.001" },
    },
    repeat: "ZECUSDT",
  });
  expect(listingAct({ ...SPOT, texts }, nothing)).toBeUndefined();
});

it("leaves out optional terms that are empty, and sends whole numbers as numbers", () => {
  const texts = { ...SPOT.texts, leverageMax: "20" };
  const body = listingAct({ ...SPOT, texts, category: "usdt_futures" }, nothing)?.body;
  expect(body).toMatchObject({ leverageMax: 20 });
  expect(Object.keys(body ?? {})).not.toContain("quote");
  expect(Object.keys(body ?? {})).not.toContain("fundingIntervalHours");
});

it("names what is wrong with a term, and does not send it", () => {
  const written = { ...SPOT, texts: { ...SPOT.texts, sizeMax: "1e4" } };
  const faults = listingTerms("spot").map((term) => termFault(written, term));
  expect(faults.filter((fault) => fault !== undefined)).toEqual(["Write a number such as 0.25"]);
  expect(listingAct(written, nothing)).toBeUndefined();
});
