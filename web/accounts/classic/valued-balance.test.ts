import { expect, it } from "vitest";
import type { Balance } from "../model.ts";
import { valuedBalance } from "./valued-balance.ts";

const balance = (changed: Partial<Balance>): Balance => ({
  ...{ wallet: "spot", coin: "BTC", symbol: "", equity: "0.5", available: "0.5", held: "0" },
  ...{ borrowed: "0", interest: "", value: "" },
  ...changed,
});
const valueIn = (changed: Partial<Balance>): string =>
  valuedBalance(balance(changed), (coin) => (coin === "BTC" ? "60000.5" : undefined)).value;

it("coins of wallets without values count at the price of the coin", () => {
  expect(valueIn({})).toBe("30000.25");
  expect(valueIn({ equity: "-2" })).toBe("-120001");
  expect(valueIn({ coin: "USDT", equity: "49000.1" })).toBe("49000.1");
});

it("a known value stays, and a coin without a price has none", () => {
  expect(valueIn({ value: "7" })).toBe("7");
  expect(valueIn({ coin: "NEWC" })).toBe("");
});
