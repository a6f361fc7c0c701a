import { describe, expect, it } from "vitest";
import { BILL_KINDS } from "../../projections/history/tables.ts";
import {
  billsOfMarginType,
  kindsOfMixBusiness,
  kindsOfSpotGroup,
  MARGIN_TYPES,
  marginTypeOf,
  mixBusinessOf,
  spotGroupOf,
} from "./bill-words.ts";

describe.each(BILL_KINDS)("bills of kind %s", (kind) => {
  it("are found under the words they are listed with", () => {
    expect(kindsOfSpotGroup(spotGroupOf(kind))).toContain(kind);
    for (const amount of [1n, -1n]) {
      const bills = billsOfMarginType(marginTypeOf(kind, amount));
      expect(bills.kinds).toContain(kind);
      expect([undefined, amount < 0n]).toContain(bills.isOutflow);
    }
    const business = mixBusinessOf(kind);
    if (business !== "") expect(kindsOfMixBusiness(business)).toContain(kind);
  });
});

it("only records of fills are told apart by their sign", () => {
  const signs = MARGIN_TYPES.map((type) => [type, billsOfMarginType(type).isOutflow]);
  const signed = signs.filter(([, isOutflow]) => isOutflow !== undefined);
  expect(Object.fromEntries(signed)).toEqual({ deal_in: false, deal_out: true });
});

it("futures bills list all kinds but the other side of margin movements", () => {
  const listed = kindsOfMixBusiness(undefined);
  expect(BILL_KINDS.filter((kind) => !listed.includes(kind))).toEqual(["margin_in", "margin_out"]);
});
