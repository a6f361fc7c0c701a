/** The exchange behind the tests of one file, with pools that lend on isolated margin. */
import { afterAll, beforeAll } from "vitest";
import { atoms } from "../../../../src/core/money/units.ts";
import { endpointsV2 } from "../../../../src/gateway/rest-v2/endpoints-v2.ts";
import { classicTraders } from "../../../support/classic-traders.ts";
import { rowOf, rowsOf, type TestRow } from "../../../support/test-answer.ts";
import { ExchangeFixture } from "../../../support/test-exchange.ts";
import { COIN, currencyIndex } from "../../../support/test-listings.ts";

const FUNDS = [
  ["spot", "USDT", 1_000_000n * COIN],
  ["spot", "BTC", 10n * COIN],
  ["usdt_futures", "USDT", 1_000_000n * COIN],
] as const;
const SPOT_PAIR = 0;

/** Lends BTC and USDT on isolated margin of BTCUSDT, without interest. */
async function lendOnPair(exchange: ExchangeFixture): Promise<void> {
  await exchange.apply({
    kind: "set_margin_rules",
    warningRiskE6: 800_000,
    liquidationRiskE6: 1_000_000,
    liquidationFeeE6: 20_000,
    haircutE6: 50_000,
    repaymentSpreadE6: 1_000,
    repaymentHourlyUsd: 1_000_000,
    poolShareE6: 1_000_000,
    poolLossShareE6: 1_000_000,
  });
  for (const code of ["USDT", "BTC"] as const) {
    const currency = currencyIndex(code);
    for (const wallet of ["lending_pool", "insurance_fund"] as const) {
      const amount = atoms(1_000_000n * COIN);
      await exchange.apply({ kind: "endow", realm: "live", wallet, currency, amount });
    }
    await exchange.apply({
      kind: "set_loan_terms",
      realm: "live",
      instrument: SPOT_PAIR + 1,
      currency,
      pricedBy: 0,
      dailyRateE8: 0,
      amountMin: atoms(1n),
      tierAmounts: [5_000_000_000_000],
      tierLeverages: [10],
      tierMaintenanceE6: [50_000],
      interestFree: atoms(0n),
    });
  }
}

/** Returns the exchange that all tests of the file share; it starts before the first of them. */
export function specifiedExchange(
  options: { readonly openOrdersMax?: number } = {},
): () => ExchangeFixture {
  let exchange: ExchangeFixture | undefined;
  beforeAll(async () => {
    exchange = await ExchangeFixture.start({
      endpoints: endpointsV2,
      users: classicTraders(FUNDS).map((user) => ({ ...user, ...options })),
    });
    await lendOnPair(exchange);
  });
  afterAll(async () => {
    await exchange?.[Symbol.asyncDispose]();
  });
  return () => {
    if (exchange === undefined) throw new Error("the exchange starts before the tests");
    return exchange;
  };
}

type Query = Readonly<Record<string, string | number>>;

/** Calls that must succeed, by the name of the user who signs them. */
export class SpecifiedCalls {
  readonly #exchange: () => ExchangeFixture;

  constructor(exchange: () => ExchangeFixture) {
    this.#exchange = exchange;
  }

  async row(path: string, query: Query = {}, user: string | undefined = "alice"): Promise<TestRow> {
    return rowOf(await this.#exchange().get(path, query, user));
  }

  async rows(
    path: string,
    query: Query = {},
    user: string | undefined = "alice",
  ): Promise<readonly TestRow[]> {
    return rowsOf(await this.#exchange().get(path, query, user));
  }

  /** Rows below a member of the payload. */
  async list(
    path: string,
    member: string,
    query: Query = {},
    user: string | undefined = "alice",
  ): Promise<readonly TestRow[]> {
    const payload = (await this.row(path, query, user)) as unknown;
    return (payload as Readonly<Record<string, readonly TestRow[]>>)[member] ?? [];
  }

  async post(path: string, body: object | undefined, user = "alice"): Promise<TestRow> {
    return rowOf(await this.#exchange().post(path, body, user));
  }
}
