import { expect, it } from "vitest";
import type { Balance, Plan } from "../../accounts/model.ts";
import type { Instrument } from "../../state/instruments.ts";
import {
  closingSizeFault,
  exitFault,
  exitsText,
  notionalText,
  ofMarket,
  partOfSize,
  priceFault,
  profitAt,
  remainingText,
  returnFraction,
  shownBalances,
  sizeFault,
  sumsByCoin,
  sumText,
  walletsOf,
} from "./figures.ts";

const BTC = {
  priceStep: "0.1",
  sizeStep: "0.001",
  sizeMin: "0.001",
  sizeMax: "100",
} as Instrument;

const LONG = { side: "long", entryPrice: "100", size: "3", markPrice: "110" } as const;
const SHORT = { ...LONG, side: "short" } as const;

function balance(coin: string, value: string, wallet = "unified"): Balance {
  const none = { equity: "1", available: "1", held: "", borrowed: "", interest: "", symbol: "" };
  return { ...none, coin, value, wallet };
}

it("exits of a position name those of parts with their sizes", () => {
  const none = { takeProfit: "", stopLoss: "" };
  const text = (position: Parameters<typeof exitsText>[0]): string =>
    exitsText(position, (price) => price || "–");
  const part = (size: string, exits: object): Plan => ({ size, ...none, ...exits }) as Plan;
  expect(text(none)).toBe("– / –");
  const both = part("0.2", { takeProfit: "120", stopLoss: "90" });
  expect(text({ ...none, partExits: [both] })).toBe("120 (0.2) / 90 (0.2)");
  const stop = part("0.1", { stopLoss: "80" });
  const other = part("0.3", { stopLoss: "70" });
  expect(text({ ...none, stopLoss: "95", partExits: [both, stop, other] })).toBe(
    "120 (0.2) / 95, 90 (0.2), 2 more",
  );
});

it("the return of a position is its unrealised profit over its margin", () => {
  expect(returnFraction({ unrealised: "-5", margin: "20" })).toBe("-0.25");
  expect(returnFraction({ unrealised: "5", margin: "" })).toBe("");
  expect(returnFraction({ unrealised: "5", margin: "0" })).toBe("");
});

it("a part of a position is rounded down to the size step, and is never nothing", () => {
  expect(partOfSize("0.007", 0.5, "0.001")).toBe("0.003");
  expect(partOfSize("0.001", 0.25, "0.001")).toBe("0.001");
  expect(partOfSize("0.0075", 1, "0.001")).toBe("0.0075");
});

it("products and sums are exact", () => {
  expect(notionalText("0.1", "0.2")).toBe("0.02");
  expect(notionalText("", "0.2")).toBe("");
  expect(sumText(["0.1", "0.2", "", "-0.4"])).toBe("-0.1");
  expect(remainingText({ size: "0.3", filled: "0.1" })).toBe("0.2");
  expect(remainingText({ size: "", filled: "0.1" })).toBe("");
});

it("amounts of different coins are never added", () => {
  const amounts = [
    ["USDT", "1"],
    ["BTC", "2"],
    ["USDT", "3"],
  ] as const;
  expect(sumsByCoin(amounts)).toEqual([
    ["USDT", "4"],
    ["BTC", "2"],
  ]);
});

it("the profit at a price has opposite signs for long and short", () => {
  expect(profitAt(LONG, "90", false)).toBe("-30");
  expect(profitAt(SHORT, "90", false)).toBe("30");
  expect(profitAt(LONG, "90", true)).toBe("");
  expect(profitAt(LONG, "", false)).toBe("");
});

it("a price must be positive and on the price step", () => {
  expect(priceFault("100.1", BTC)).toBeUndefined();
  expect(priceFault("100.15", BTC)).toBe("The price must be a multiple of 0.1");
  for (const text of ["", "0", "-1", "1e3", "abc", "1."]) {
    expect(priceFault(text, BTC)).toBe("Enter a price above zero");
  }
});

it("a changed size stays between the filled size and the bounds of the instrument", () => {
  expect(sizeFault("0.5", BTC, "0.2")).toBeUndefined();
  expect(sizeFault("0.2", BTC, "0.2")).toBe("The size must be above the filled 0.2");
  expect(sizeFault("0.0005", BTC)).toBe("The size must be a multiple of 0.001");
  expect(sizeFault("101", BTC)).toBe("The largest size is 100");
});

it("a closing order is not larger than the position", () => {
  expect(closingSizeFault("3", BTC, "3")).toBeUndefined();
  expect(closingSizeFault("3.001", BTC, "3")).toBe("The position has the size 3");
});

it("exits of a long are above and below the mark price, of a short the other way round", () => {
  expect(exitFault("takeProfit", "111", LONG, BTC)).toBeUndefined();
  expect(exitFault("stopLoss", "109", LONG, BTC)).toBeUndefined();
  expect(exitFault("takeProfit", "109", SHORT, BTC)).toBeUndefined();
  expect(exitFault("stopLoss", "111", SHORT, BTC)).toBeUndefined();
  expect(exitFault("stopLoss", "", SHORT, BTC)).toBeUndefined();
  expect(exitFault("takeProfit", "109", LONG, BTC)).toBe(
    "The take profit of a long must be above the mark price 110",
  );
  expect(exitFault("stopLoss", "109", SHORT, BTC)).toBe(
    "The stop loss of a short must be above the mark price 110",
  );
});

it("balances of unknown value are shown when small ones are hidden", () => {
  const all = [
    balance("DUST", "0.5"),
    balance("NEW", ""),
    balance("BTC", "9"),
    balance("DEBT", "-5"),
  ];
  const coins = shownBalances(all, { wallet: "", hidesSmall: true }).map(({ coin }) => coin);
  expect(coins).toEqual(["BTC", "DEBT", "NEW"]);
});

it("balances are chosen by their wallet", () => {
  const all = [balance("BTC", "9", "spot"), balance("BTC", "8", "funding")];
  expect(walletsOf(all)).toEqual(["spot", "funding"]);
  expect(shownBalances(all, { wallet: "funding", hidesSmall: false })).toEqual([all[1]]);
});

it("rows are those of the market, or all without one", () => {
  const rows = [{ instrumentKey: "spot:BTCUSDT" }, { instrumentKey: "usdt-futures:BTCUSDT" }];
  expect(ofMarket(rows, "spot:BTCUSDT")).toEqual([rows[0]]);
  expect(ofMarket(rows, undefined)).toBe(rows);
});
