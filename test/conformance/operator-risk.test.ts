import { expect, it } from "vitest";
import { adminRequest } from "../support/admin-request.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

type Row = Readonly<Record<string, unknown>>;
type Asked = {
  readonly status: number;
  readonly error: { readonly code: string; readonly effect: object; readonly confirm: string };
};

const exchange = await openExchange();
const alice = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });

async function listed(path: string, named: Row): Promise<Row | undefined> {
  const rows = await exchange.admin<Row[]>("GET", path);
  return rows.find((row) => Object.entries(named).every(([name, value]) => row[name] === value));
}

it("an operator changes what a coin is lent for, and clients borrow by it", async () => {
  proves("ccxt.fetchIsolatedBorrowRate", "GET /api/v2/margin/isolated/interest-rate-and-limit");
  const named = { realm: "live", symbol: "ETHUSDT", coin: "ETH" };
  const before = await listed("/loan-terms", named);
  expect(before).toMatchObject({ pricedBy: "", dailyRate: "0.00006", amountMin: "0.00000001" });
  const tiers = [{ amountMax: "5.5", leverage: 4, maintenanceRate: "0.07" }];
  const change = { ...named, dailyRate: "0.00012", amountMin: "0.1", tiers };
  await exchange.admin("PUT", "/loan-terms", change);
  expect(await listed("/loan-terms", named)).toEqual({ ...before, ...change });
  const rate = await alice.fetchIsolatedBorrowRate("ETH/USDT");
  expect(rate).toMatchObject({ baseRate: 0.00012 });
  const [tier] = await alice.fetchMarketLeverageTiers("ETH/USDT", { marginMode: "isolated" });
  expect(tier).toMatchObject({ maxLeverage: 4, maintenanceMarginRate: 0.07 });
});

it("an operator changes tiers of a contract, and refuses a table that is none", async () => {
  proves("ccxt.fetchMarketLeverageTiers", "GET /api/v2/mix/market/query-position-lever");
  const named = { symbol: "ETHUSDT", category: "usdt_futures", realm: "live" };
  expect((await listed("/position-tiers", named))?.["tiers"]).toHaveLength(7);
  const tiers = [
    { valueMax: 1_000, leverageMax: 50, maintenanceRate: "0.01" },
    { valueMax: 9_000, leverageMax: 10, maintenanceRate: "0.05" },
  ];
  await exchange.admin("PUT", "/position-tiers", { ...named, tiers });
  expect(await alice.fetchMarketLeverageTiers("ETH/USDT:USDT")).toMatchObject([
    { minNotional: 0, maxNotional: 1_000, maxLeverage: 50, maintenanceMarginRate: 0.01 },
    { minNotional: 1_000, maxNotional: 9_000, maxLeverage: 10, maintenanceMarginRate: 0.05 },
  ]);
  const upsideDown = { ...named, tiers: tiers.toReversed() };
  await expect(exchange.admin("PUT", "/position-tiers", upsideDown)).rejects.toThrow(
    /"message":"tiers of positions have rising values.*"reason":"position_tiers_out_of_bounds"/,
  );
});

it("an operator changes rules, collateral and funds, in the units they are told in", async () => {
  const rules = {
    ...{ warningRisk: "0.75", liquidationRisk: "0.95", liquidationFee: "0.01", haircut: "0.04" },
    ...{ repaymentSpread: "0.002", repaymentHourlyUsd: 500_000, poolShare: "0.25" },
    poolLossShare: "0.05",
  };
  await exchange.admin("PUT", "/margin-rules", rules);
  expect(await exchange.admin("GET", "/margin-rules")).toEqual(rules);
  const collateral = {
    coin: "SOL",
    isDollar: false,
    isShared: false,
    tiers: [
      { from: 0, rate: "0.9" },
      { from: 500, rate: "0.123456" },
    ],
  };
  await exchange.admin("PUT", "/collateral", collateral);
  expect(await listed("/collateral", { coin: "SOL" })).toEqual(collateral);
  const finer = { ...collateral, tiers: [{ from: 0, rate: "0.1234567" }] };
  await expect(exchange.admin("PUT", "/collateral", finer)).rejects.toThrow(/6 decimals/);
  const gift = { realm: "live", fund: "lending_pool", coin: "SOL", amount: "12.5" };
  expect(await exchange.admin("POST", "/endowments", gift)).toMatchObject({
    ...{ ...gift, status: "done" },
  });
  await expect(exchange.admin("POST", "/endowments", { ...gift, coin: "NOPE" })).rejects.toThrow(
    /no coin is called NOPE/,
  );
});

it("an index price far from the present one is taken only when its effect is confirmed", async () => {
  const name = { realm: "live", category: "usdt_futures", symbol: "ETHUSDT" };
  const ask = async (body: object): Promise<Asked> => {
    const path = "/index-prices";
    const answer = await adminRequest(exchange.credentials, "PUT", path, { ...name, ...body });
    return { status: answer.status, ...((await answer.json()) as Omit<Asked, "status">) };
  };
  expect(await ask({ price: "3300" })).toMatchObject({ status: 200 });
  for (const price of ["3630.01", "2969.99", "100"]) {
    const { error, status } = await ask({ price });
    expect([status, error.code]).toEqual([409, "confirmation_needed"]);
    expect(error.effect).toMatchObject({ liquidatedUsers: 0, users: [] });
  }
  expect(await listed("/index-prices", name)).toMatchObject({ price: "3300" });
  expect(await ask({ price: "3630" })).toMatchObject({ status: 200 });
  const { confirm } = (await ask({ price: "3000" })).error;
  expect(await ask({ price: "3001", confirm })).toMatchObject({ status: 409 });
  expect(await ask({ price: "3000", confirm })).toMatchObject({ status: 200 });
  expect(await listed("/index-prices", name)).toMatchObject({ price: "3000", isHeld: true });
});

it("an operator lists and changes the guards of prices, which a new exchange has", async () => {
  const perpetual = { symbol: "BTCUSDT", category: "usdt_futures", realm: "live" };
  const before = await listed("/price-guards", perpetual);
  const first = { markCap: "0.005", markStep: "0.0005", impactUnits: 25_000, referenceStep: "0" };
  expect(before).toMatchObject(first);
  expect(before?.["referencePrice"]).toBe(before?.["markPrice"]);
  await exchange.admin("PUT", "/price-guards", { ...perpetual, markCap: "0.01" });
  expect(await listed("/price-guards", perpetual)).toMatchObject({ ...first, markCap: "0.01" });
  const spot = { symbol: "BTCUSDT", category: "spot", realm: "live" };
  await exchange.admin("PUT", "/price-guards", { ...spot, referenceStep: "0.005" });
  expect(await listed("/price-guards", spot)).toMatchObject({ referenceStep: "0.005" });
  await expect(
    exchange.admin("PUT", "/price-guards", { ...spot, markCap: "0.01" }),
  ).rejects.toThrow(/price_guards_out_of_bounds/);
});

/** Figures that change with prices and time. */
const FIGURES = new Set([
  ...["indexPrice", "markPrice", "lastPrice", "referencePrice"],
  ...["depth", "openInterestMax", "positionMax", "until", "drawn", "balance"],
]);

const ETH = { realm: "live", category: "usdt_futures", symbol: "ETHUSDT" } as const;
const ETH_SPOT = { ...ETH, category: "spot" } as const;
const FUND = { realm: "live", coin: "USDT" } as const;

it.each([
  ["/price-guards", { ...ETH, markCap: "0.500001" }, /markCap is from 0 to 0\.5/],
  ["/price-guards", { ...ETH, markStep: "0.0000001" }, /markStep.* at most 6 decimals/],
  ["/price-guards", { ...ETH, impactUnits: 1_000_000_000_001 }, /impactUnits from 0 to 1,000/],
  ["/price-guards", { ...ETH, referenceStep: "0.1" }, /of futures.* referenceStep 0/],
  ["/price-guards", { ...ETH_SPOT, markCap: "0.1" }, /of spot.* markCap.* are 0/],
  ["/loss-limits", { ...ETH, openInterestFactor: "1000.1" }, /openInterestFactor.* to 1,000/],
  ["/loss-limits", { ...ETH, positionFactor: "1000.1" }, /positionFactor.* to 1,000/],
  ["/loss-limits", { ...ETH, positionFloor: "0.00001" }, /positionFloor.* on the increment/],
  ["/loss-limits", { ...ETH, fundDrawMax: "0.000000001" }, /fundDrawMax has at most/],
  ["/insurance-funds", { ...FUND, feeShare: "1.1" }, /feeShare is from 0 to 1/],
  ["/insurance-funds", { ...FUND, drawMax: "0.000000001" }, /drawMax has at most/],
] as const)(
  "PUT %s with %j is refused with the member and its bounds",
  async (path, body, says) => {
    const before = await exchange.admin("GET", path);
    const answer = await adminRequest(exchange.credentials, "PUT", path, body);
    const { error } = (await answer.json()) as { readonly error: { readonly message: string } };
    expect(answer.status).toBe(400);
    expect(error.message).toMatch(says);
    const kept = (rows: unknown) =>
      JSON.stringify(rows, (name, value) => (FIGURES.has(name) ? 0 : value));
    expect(kept(await exchange.admin("GET", path))).toBe(kept(before));
  },
);
