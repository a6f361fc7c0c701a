/** Specification, Institutional loans: Get Risk Control Unit. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Resource, testFields } from "./support/field-tests.ts";
import { testParameters } from "./support/parameter-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const PATH = "/api/v2/spot/ins-loan/risk-unit";
const PRODUCT = 1;

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
let units: readonly Resource[] = [];

beforeAll(async () => {
  await exchange().apply({
    kind: "set_loan_product",
    ...{ realm: "live", product: PRODUCT, leverage: 5, dailyRateE8: 0 },
    ...{ transferLineE6: 500_000, buyLineE6: 600_000, openLineE6: 600_000 },
    ...{ liquidationLineE6: 900_000, stopLineE6: 700_000 },
    ...{ currencies: [0], ratiosE6: [1_000_000], valuesMaxUsd: [1_000_000], instruments: [0] },
  });
  const user = exchange().user("alice").index;
  await exchange().apply({ kind: "set_risk_unit", user, product: PRODUCT });
  units = [(await calls.row(PATH)) as unknown as Resource];
});

testParameters(exchange, {
  method: "GET",
  table: "Get Risk Control Unit",
  path: PATH,
  user: "alice",
  valid: () => ({}),
  parameters: {},
});

testFields("a risk unit result", () => units, {
  riskUnitId: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((uid) => /^1\d{9}$/.test(String(uid))),
});

describe("Get Risk Control Unit", () => {
  it(row("Get Risk Control Unit", "parameters", "the units are those of the caller"), async () => {
    expect(units).toEqual([{ riskUnitId: [exchange().user("alice").uid] }]);
    const other = { riskUnitId: exchange().user("bob").uid };
    expect([(await calls.row(PATH, other)) as unknown]).toEqual(units);
  });

  it("is empty for a user without an institutional loan", async () => {
    expect((await calls.row(PATH, {}, "bob")) as unknown).toEqual({ riskUnitId: [] });
  });
});
