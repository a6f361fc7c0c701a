/** Why margin and unified accounts were liquidated, and who bore what, as the operator reads it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { AccountKind, Wallet } from "../../src/core/base/vocabulary.ts";
import type { FundMovement } from "../../src/ops/risk-read-port.ts";
import type { LiquidationPage, LiquidationState } from "../../src/ops/user-history-rows.ts";
import { checkedRead } from "../support/checked-admin.ts";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { Counterparty } from "./support/counterparty.ts";

const SOL = "SOLUSDT";
const ETH = "ETHUSDT";
const XRP = "XRPUSDT";

const exchange = await openExchange();
const bobKey = await exchange.counterparty();
const bob = new Counterparty(exchange, bobKey);

function person(kind: AccountKind, wallet: Wallet, name: string): Promise<Key> {
  return exchange.newUser({ kind, name }, { wallet, coin: "USDT", amount: "10000" });
}

function setIndex(symbol: string, price: string): Promise<void> {
  return exchange.setIndexPrice({ realm: "live", category: "spot", symbol }, price);
}

async function liquidationsOf({ uid }: Key): Promise<LiquidationPage["liquidations"]> {
  const read = { uid, limit: "100" };
  const path = "/users/:uid/liquidations";
  return (await checkedRead<LiquidationPage>(exchange.credentials, path, read)).liquidations;
}

async function onlyLiquidationOf(key: Key): Promise<LiquidationState> {
  await eventually("the end of the liquidation", async () => {
    const [found] = await liquidationsOf(key);
    return found !== undefined && found.state !== "open";
  });
  const all = await liquidationsOf(key);
  expect(all).toHaveLength(1);
  return all[0] as LiquidationState;
}

function sum(texts: readonly (string | undefined)[]): number {
  return texts.reduce((total, text) => total + Number(text), 0);
}

beforeAll(async () => {
  await exchange.admin("POST", `/users/${bobKey.uid}/credits`, {
    ...{ wallet: "spot", coin: "SOL", amount: "10000" },
  });
  const gift = { realm: "live", fund: "insurance_fund", coin: "SOL", amount: "10" };
  await exchange.admin("POST", "/endowments", gift);
});

/** 15,000 USDT of coins are sold on credit of 10,000 USDT; later they cost more than there is. */
describe("a short of borrowed coins that the account cannot buy back", () => {
  let isolatedKey: Key;
  let unifiedKey: Key;

  beforeAll(async () => {
    isolatedKey = await person("classic", "spot", "isolated-short");
    unifiedKey = await person("unified", "unified", "unified-short");
    const isolated = restV2(exchange, isolatedKey);
    await isolated.spotTransfer({
      ...{ fromType: "spot", toType: "isolated_margin", coin: "USDT", amount: "10000" },
      symbol: SOL,
    });
    await bob.spot(SOL, { side: "buy", size: "100", price: "150" });
    await isolated.marginSubmitOrder("isolated", {
      ...{ symbol: SOL, orderType: "limit", force: "gtc", side: "sell", price: "150" },
      ...{ baseSize: "100", loanType: "autoLoan" },
    });
    await bob.spot(XRP, { side: "buy", size: "30000", price: "0.5" });
    await restV3(exchange, unifiedKey).submitNewOrder({
      ...{ category: "MARGIN", symbol: XRP, orderType: "limit", price: "0.5", side: "sell" },
      ...{ qty: "30000", timeInForce: "gtc" },
    });
    await bob.spot(SOL, { side: "sell", size: "500", price: "260" });
    await setIndex(SOL, "260");
    await setIndex(XRP, "0.87");
  });

  it("of an isolated account: its purchases, and what fund and pool bore", async () => {
    const found = await onlyLiquidationOf(isolatedKey);
    expect(found).toMatchObject({
      ...{ scope: "margin", wallet: "isolated_margin", symbol: SOL, coin: "USDT" },
      ...{ state: "failed", isComplete: true, parts: [] },
    });
    // Money too small for an order.
    expect(found.swaps).toMatchObject([
      { with: "insurance_fund", fromCoin: "USDT", toCoin: "SOL" },
    ]);
    const swapped = Number(found.swaps[0]?.toAmount);
    expect(swapped).toBeLessThan(0.001);
    expect(found.sales.length).toBeGreaterThan(0);
    for (const sale of found.sales) {
      expect(sale).toMatchObject({ symbol: SOL, side: "buy", averagePrice: "260" });
    }
    const bought = sum(found.sales.map(({ size }) => size));
    expect(bought).toBeGreaterThan(90);
    const [repaid] = found.repayments;
    expect(found.repayments).toHaveLength(1);
    expect(repaid?.coin).toBe("SOL");
    const [loss] = found.losses;
    expect(found.losses).toMatchObject([{ coin: "SOL" }]);
    expect(Number(loss?.fundPaid)).toBeGreaterThan(0);
    // 25,000 USDT buy 96 of them.
    const borne = sum([repaid?.principal, loss?.fundPaid, loss?.poolLoss]);
    expect(borne).toBeCloseTo(100, 8);
    expect(found.fund).toMatchObject([
      { reason: "loan_cover", coin: "SOL", paid: loss?.fundPaid, received: "0" },
    ]);
  });

  it("of an isolated account: the payments of the insurance fund by coin", async () => {
    const { losses, swaps } = await onlyLiquidationOf(isolatedKey);
    const payments = async (coin: string) => {
      const path = `/insurance-funds/movements?coin=${coin}`;
      const { movements } = await exchange.admin<{ movements: FundMovement[] }>("GET", path);
      const own = movements.filter(({ uid }) => uid === isolatedKey.uid);
      return own.map(({ amount, reason }) => [reason, amount]);
    };
    expect(await payments("SOL")).toEqual([
      ["loan_cover", `-${losses[0]?.fundPaid}`],
      ["collateral_swap", `-${swaps[0]?.toAmount}`],
    ]);
    expect(await payments("USDT")).toEqual([["collateral_swap", swaps[0]?.fromAmount]]);
  });

  it("of a unified account: what it exchanged with the lending pool", async () => {
    const found = await onlyLiquidationOf(unifiedKey);
    expect(found).toMatchObject({ scope: "unified", isComplete: true, parts: [], sales: [] });
    expect(found.swaps).toMatchObject([{ with: "lending_pool", fromCoin: "USDT", toCoin: "XRP" }]);
    const [swap] = found.swaps;
    // At the index price with the liquidation fee of 2 %.
    const price = Number(swap?.fromAmount) / Number(swap?.toAmount);
    expect(price).toBeCloseTo(0.87 * 1.02, 6);
    expect(Number(swap?.toAmount)).toBeLessThan(30_000);
  });
});

/** 5 ETH are bought at 3,000 with 5,000 USDT of credit; at 1,040 they are worth 5,200. */
it("a crossed account: its sales, its repayment and the fee", async () => {
  const key = await person("classic", "spot", "crossed-long");
  const client = restV2(exchange, key);
  await client.spotTransfer({
    ...{ fromType: "spot", toType: "crossed_margin", coin: "USDT", amount: "10000", symbol: ETH },
  });
  await bob.spot(ETH, { side: "sell", size: "5", price: "3000" });
  await client.marginSubmitOrder("crossed", {
    ...{ symbol: ETH, orderType: "limit", force: "gtc", side: "buy", price: "3000" },
    ...{ baseSize: "5", loanType: "autoLoan" },
  });
  await bob.spot(ETH, { side: "buy", size: "50", price: "1040" });
  await setIndex(ETH, "1040");
  const found = await onlyLiquidationOf(key);
  expect(found).toMatchObject({
    ...{ scope: "margin", wallet: "crossed_margin", symbol: "", coin: "USDT" },
    ...{ state: "success", isComplete: true, swaps: [], losses: [] },
  });
  for (const sale of found.sales) {
    expect(sale).toMatchObject({ symbol: ETH, side: "sell", averagePrice: "1040" });
  }
  expect(sum(found.sales.map(({ size }) => size))).toBeGreaterThan(4);
  expect(found.repayments).toMatchObject([{ coin: "USDT" }]);
  expect(sum(found.repayments.map(({ principal }) => principal))).toBeGreaterThan(4_999);
  expect(found.fund).toMatchObject([{ reason: "liquidation_fee", coin: "USDT", paid: "0" }]);
  expect(found.fund[0]?.received).toBe(found.fee);
  expect(Number(found.fee)).toBeGreaterThan(0);
});
