import { expect, it } from "vitest";
import { invoiceAmount } from "./lightning-invoice.ts";

const DATA = "1pvjluezpp5qqqsyq";

it.each([
  ["lnbc2500u", 250_000n],
  ["lnbc20m", 2_000_000n],
  ["lnbc1", 100_000_000n],
  ["LNBC10N", 1n],
  ["lntb100n", 10n],
])("reads the amount of %s", (prefix, amount) => {
  expect(invoiceAmount(prefix + DATA)).toBe(amount);
});

it.each([`lnbc${DATA}`, `lnbc1p${DATA}`, `lnbc0u${DATA}`, "bc1qxyz", "", "lnbc2500u"])(
  "finds no amount in %s",
  (text) => {
    expect(invoiceAmount(text)).toBeUndefined();
  },
);
