import { describe, expect, it } from "vitest";
import { BILL_KINDS } from "../../projections/history/tables.ts";
import {
  kindsOfMarginType,
  kindsOfMixBusiness,
  kindsOfSpotGroup,
  marginTypeOf,
  mixBusinessOf,
  spotGroupOf,
} from "./bill-words.ts";

describe.each(BILL_KINDS)("bills of kind %s", (kind) => {
  it("are found under the words they are listed with", () => {
    expect(kindsOfSpotGroup(spotGroupOf(kind))).toContain(kind);
    for (const sign of [1n, -1n]) {
      expect(kindsOfMarginType(marginTypeOf(kind, sign))).toContain(kind);
    }
    const business = mixBusinessOf(kind);
    if (business !== "") expect(kindsOfMixBusiness(business)).toContain(kind);
  });
});

it("futures bills list all kinds but the other side of margin movements", () => {
  const listed = kindsOfMixBusiness(undefined);
  expect(BILL_KINDS.filter((kind) => !listed.includes(kind))).toEqual(["margin_in", "margin_out"]);
});
