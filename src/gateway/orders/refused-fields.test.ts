import type { TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import { PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import { compileReader } from "../http/request-reader.ts";
import { WireError } from "../http/wire-error.ts";
import { marginTermsV2 } from "./margin-orders.ts";
import { type OrderDialect, REFUSED_FIELDS } from "./refused-fields.ts";
import { mixTermsV2, spotTermsV2 } from "./v2-orders.ts";
import { placeOrderRequestV3 } from "./v3-orders.ts";

const TERMS = { side: "buy", orderType: "limit", price: "60000", size: "1" };
const REQUESTS = {
  v2_spot: [spotTermsV2, TERMS, "40020"],
  v2_mix: [mixTermsV2, TERMS, "40020"],
  margin: [marginTermsV2, { ...TERMS, baseSize: "1", loanType: "normal" }, "40020"],
  v3: [placeOrderRequestV3, { ...TERMS, category: "SPOT", symbol: "BTCUSDT", qty: "1" }, "25200"],
} as const satisfies Record<OrderDialect, readonly [TSchema, object, string]>;
const DIALECTS = Object.keys(REQUESTS) as OrderDialect[];

/** Reads an order with one more field: the code of its refusal, or the value as read. */
function read(dialect: OrderDialect, name: string, value: unknown): unknown {
  const [schema, terms] = REQUESTS[dialect];
  const errors = PARAMETER_ERRORS[dialect === "v3" ? "v3" : "v2"];
  try {
    return compileReader(schema, errors)({ ...terms, [name]: value } as never);
  } catch (error) {
    if (error instanceof WireError) return error.code;
    throw error;
  }
}

/** What each order endpoint must not ignore, written down independently of the table. */
const HAZARDS: Readonly<Record<OrderDialect, readonly string[]>> = {
  v2_spot: ["stopPrice", "callbackRatio", "takeProfit", "timeInForce", "loanType", "marginMode"],
  v2_mix: ["triggerPrice", "stopPrice", "trailingPercent", "presetTakeProfitPrice", "loanType"],
  margin: ["triggerPrice", "stopPrice", "presetStopLossPrice", "reduceOnly", "postOnly"],
  v3: [
    ...["triggerPrice", "stopPrice", "callbackRatio", "activationPrice", "presetStopLossPrice"],
    ...["force", "tradeSide", "holdSide", "loanType", "postOnly"],
  ],
};

describe.each(DIALECTS)("an order request of %s", (dialect) => {
  const code = REQUESTS[dialect][2];

  it.each(HAZARDS[dialect])("is refused with %s", (name) => {
    expect(read(dialect, name, "61000")).toBe(code);
  });

  it("is refused with each field of the table, whatever type its value has", () => {
    const names = Object.keys(REFUSED_FIELDS).filter((name) =>
      REFUSED_FIELDS[name]?.on.includes(dialect),
    );
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      for (const value of ["61000", true, { triggerPrice: "61000" }, ["1"]]) {
        expect([name, read(dialect, name, value)]).toEqual([name, code]);
      }
    }
  });

  it("counts a field that is empty, or asks for nothing, as not sent", () => {
    const plain = read(dialect, "nothing", "1");
    expect(plain).toMatchObject({ side: "buy", orderType: "limit" });
    for (const [name, { harmless = [], on }] of Object.entries(REFUSED_FIELDS)) {
      if (!on.includes(dialect)) continue;
      for (const value of ["", null, ...harmless, ...harmless.map((word) => word.toUpperCase())]) {
        expect([name, read(dialect, name, value)]).toEqual([name, plain]);
      }
    }
  });

  it("ignores fields that change nothing", () => {
    const plain = read(dialect, "nothing", "1");
    for (const name of ["uta", "productLine", "remark", "channelApiCode", "triggerType"]) {
      expect(read(dialect, name, "1")).toEqual(plain);
    }
  });
});

it("names the field and gives advice in the message", () => {
  const [schema, terms] = REQUESTS.v3;
  const order = compileReader(schema, PARAMETER_ERRORS.v3);
  expect(() => order({ ...terms, triggerPrice: "61000" })).toThrow(
    "Parameter triggerPrice (orders that wait for a price are placed on the endpoints of " +
      "trigger orders) failed verification",
  );
});

it("takes JSON booleans like the words", () => {
  expect(read("v3", "postOnly", false)).toMatchObject({ side: "buy" });
  expect(read("v3", "postOnly", true)).toBe("25200");
});
