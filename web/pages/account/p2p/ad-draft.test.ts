import { expect, it } from "vitest";
import { emptyTerms, isComplete, paymentChoices, priceHint, withPayment } from "./ad-draft.ts";

const EURO = {
  ...{ fiat: "EUR", precision: "2", adMinLimit: "10", adMaxLimit: "50000" },
  ...{ floatRateMin: "0.8", floatRateMax: "1.2", fixedRateMin: "0.8", fixedRateMax: "1.2" },
  payMethods: [{ payMethodId: "2", payMethodName: "SEPA" }],
  payTimeLimit: [15, 30],
};

const ACCOUNT = {
  ...{ payMethodId: "2", payMethodName: "SEPA", userPayMethodId: "7", payMethodUserName: "J. D." },
  payMethodInfo: [{ name: "account", value: "DE00 1" }],
};

it("ads that buy name methods, and ads that sell own accounts with these methods", () => {
  const accounts = [ACCOUNT, { ...ACCOUNT, payMethodId: "3", userPayMethodId: "8" }];
  expect(paymentChoices("buy", EURO, accounts)).toEqual([
    { text: "SEPA", payment: { payMethodId: "2" } },
  ]);
  expect(paymentChoices("sell", EURO, accounts)).toEqual([
    { text: "SEPA · DE00 1", payment: { payMethodId: "2", userPayMethodId: "7" } },
  ]);
});

it("a payment is taken once, and taken out", () => {
  const payment = { payMethodId: "2", userPayMethodId: "7" };
  const taken = withPayment(withPayment([], payment, true), { ...payment }, true);
  expect(taken).toEqual([payment]);
  expect(withPayment(taken, payment, false)).toEqual([]);
});

it("bounds of a price are those of the exchange rate, rounded down", () => {
  const fixed = { priceType: "fixed", premium: "1" } as const;
  expect(priceHint(fixed, EURO, "0.92")).toBe("The exchange rate is 0.92: from 0.73 to 1.1 EUR");
  expect(priceHint(fixed, EURO, undefined)).toBe("");
  const floating = { priceType: "floating", premium: "1.05" } as const;
  const bounds = "0.8 to 1.2 times the exchange rate";
  expect(priceHint(floating, EURO, "0.92")).toBe(`${bounds}; now 0.96 EUR`);
  expect(priceHint({ ...floating, premium: "1.x" }, EURO, "0.92")).toBe(bounds);
});

it("an ad is complete with its price, amounts, quantity and a payment", () => {
  const terms = { ...emptyTerms(EURO), price: "0.95", maxAmount: "1000", quantity: "500" };
  const complete = { ...terms, payMethodIds: [{ payMethodId: "2" }] };
  expect(isComplete(terms)).toBe(false);
  expect(isComplete(complete)).toBe(true);
  expect(isComplete({ ...complete, price: "" })).toBe(false);
  expect(isComplete({ ...complete, price: "", priceType: "floating" })).toBe(true);
});
