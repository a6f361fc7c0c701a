import { describe, expect, it } from "vitest";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { LOAN_PRODUCT } from "./support/loan-product.ts";
import { proves } from "./support/proves.ts";

const BITCOIN = { realm: "live", category: "spot", symbol: "BTCUSDT" } as const;
const { product: PRODUCT } = LOAN_PRODUCT;
const DAY_MS = 86_400_000;

const exchange = await openExchange();
await exchange.admin("PUT", "/loan-products", LOAN_PRODUCT);

/** Fresh index prices: those that the exchange opened with grow old. */
async function refresh(price = "60000"): Promise<void> {
  await exchange.setIndexPrice(BITCOIN, price);
}

type Kind = "classic" | "unified";

/** A main account with dollars, a sub-account that is a unit with a bitcoin, and another. */
async function family(kind: Kind) {
  const wallet = kind === "classic" ? "spot" : "unified";
  const main = await exchange.newUser({ kind }, { wallet, coin: "USDT", amount: "1000" });
  const sub = { kind, parentUid: main.uid } as const;
  const unit = await exchange.newUser(sub, { wallet, coin: "BTC", amount: "1" });
  const other = await exchange.newUser(sub, { wallet, coin: "USDT", amount: "5000" });
  await exchange.admin("PUT", `/users/${unit.uid}/risk-unit`, { product: PRODUCT });
  await refresh();
  return { main, unit, other };
}

async function lend(unit: Key, amount: string): Promise<string> {
  const loan = { coin: "USDT", amount };
  const path = `/users/${unit.uid}/unit-loans`;
  return (await exchange.admin<{ id: string }>("POST", path, loan)).id;
}

async function repay(user: Key, loan: string, amount: string): Promise<void> {
  await exchange.admin("POST", `/users/${user.uid}/unit-repayments`, { loan, amount });
}

const code = (one: string) => ({ body: { code: one } });

const PRODUCT_ROW = {
  ...{ productId: "7", leverage: "3", transferLine: "0.7", spotBuyLine: "0.75" },
  ...{ supportUsdtContract: "YES", supportCoinContract: "NO", supportUsdcContract: "NO" },
  ...{ usdtContractOpenLine: "0.8", coinContractOpenLine: "0.8", usdcContractOpenLine: "0.8" },
  ...{ liquidationLine: "0.9", stopLiquidationLine: "0.6" },
};
const SYMBOLS_ROW = {
  ...{ productId: "7", spotSymbols: ["BTCUSDT"], marginLeverage: "3" },
  ...{ coinContractLeverage: "0", coinContractSymbols: [] },
  ...{ usdcContractLeverage: "0", usdcContractSymbols: [] },
};
const COINS_ROW = {
  productId: "7",
  coinInfo: expect.arrayContaining([
    { coin: "USDT", convertRatio: "1", maxConvertValue: "10000000" },
    { coin: "BTC", convertRatio: "0.9", maxConvertValue: "1000000" },
  ]),
};
/** 30,000 lent and an hour of interest, against 30,000 and a bitcoin at 90 % of 60,000. */
const RATIO_ROW = {
  ltv: "0.357147",
  unpaidUsdtAmount: "30000.3",
  usdtBalance: "84000",
  unpaidInfo: [{ coin: "USDT", unpaidQty: "30000", unpaidInterest: "0.3" }],
  balanceInfo: expect.arrayContaining([
    { coin: "USDT", price: "1", amount: "30000", convertedUsdtAmount: "30000" },
    { coin: "BTC", price: "60000", amount: "1", convertedUsdtAmount: "54000" },
  ]),
};
const NO_PRODUCT = { productId: "8" };
const LOAN_ROW = { orderProductId: "7", loanCoin: "USDT", loanAmount: "30000", reserve: "" };

describe("RestClientV2", () => {
  it("shows products, units, ratios and records to who manages them", async () => {
    proves("RestClientV2.getLoanProductInfo", "GET /api/v2/spot/ins-loan/product-infos");
    proves("RestClientV2.getLoanSymbols", "GET /api/v2/spot/ins-loan/symbols");
    proves("RestClientV2.getLoanMarginCoinInfo", "GET /api/v2/spot/ins-loan/ensure-coins-convert");
    proves("RestClientV2.getLoanRiskUnit", "GET /api/v2/spot/ins-loan/risk-unit");
    proves("RestClientV2.getLoanLTVConvert", "GET /api/v2/spot/ins-loan/ltv-convert");
    proves("RestClientV2.getLoanOrder", "GET /api/v2/spot/ins-loan/loan-order");
    proves("RestClientV2.getLoanRepaidHistory", "GET /api/v2/spot/ins-loan/repaid-history");
    const { main, other, unit } = await family("classic");
    const loan = await lend(unit, "30000");
    for (const key of [main, unit]) {
      const client = restV2(exchange, key);
      expect((await client.getLoanProductInfo({ productId: "7" })).data).toEqual(PRODUCT_ROW);
      expect((await client.getLoanSymbols({ productId: "7" })).data).toMatchObject(SYMBOLS_ROW);
      expect((await client.getLoanMarginCoinInfo({ productId: "7" })).data).toEqual(COINS_ROW);
      await expect(client.getLoanProductInfo(NO_PRODUCT)).rejects.toMatchObject(code("40034"));
      expect((await client.getLoanRiskUnit()).data).toEqual({ riskUnitId: [unit.uid] });
      const ratio = { ...RATIO_ROW, subAccountUids: [unit.uid] };
      expect((await client.getLoanLTVConvert({})).data).toEqual(ratio);
    }
    await repay(unit, loan, "10000.3");
    const interest = { wallet: "spot", coin: "USDT", amount: "0.3" };
    await exchange.admin("POST", `/users/${unit.uid}/credits`, interest);
    await repay(unit, loan, "40000");
    for (const key of [main, unit]) {
      const client = restV2(exchange, key);
      expect((await client.getLoanOrder({ orderId: loan })).data).toMatchObject([
        {
          ...{ ...LOAN_ROW, orderId: loan, uid: unit.uid, status: "paid_off" },
          ...{ unpaidAmount: "0", unpaidInterest: "0" },
          ...{ repaidAmount: "30000", repaidInterest: "0.3" },
        },
      ]);
      expect((await client.getLoanRepaidHistory()).data).toMatchObject([
        { businessType: "normal", repayType: "all", repaidAmount: "20000", repaidInterest: "0" },
        { businessType: "normal", repayType: "part", repaidAmount: "10000", repaidInterest: "0.3" },
      ]);
      expect((await client.getLoanRepaidHistory({ limit: "1" })).data).toHaveLength(1);
      const startTime = String(Date.now() - 60 * DAY_MS);
      const year = { startTime, endTime: String(Date.now() + 300 * DAY_MS) };
      for (const window of [{ startTime }, year]) {
        expect((await client.getLoanRepaidHistory(window)).data).toHaveLength(2);
      }
      await expect(client.getLoanOrder(year)).rejects.toMatchObject(code("00001"));
    }
    const stranger = restV2(exchange, other);
    expect((await stranger.getLoanOrder({ orderId: loan })).data).toEqual([]);
    expect((await stranger.getLoanRepaidHistory()).data).toEqual([]);
    expect((await stranger.getLoanRiskUnit()).data).toEqual({ riskUnitId: [] });
    await expect(stranger.getLoanLTVConvert()).rejects.toMatchObject(code("25559"));
  });

  it("binds users and shows what they may transfer", async () => {
    proves("RestClientV2.postPrivate", "POST /api/v2/spot/ins-loan/bind-uid");
    proves("RestClientV2.getPrivate", "GET /api/v2/spot/ins-loan/transfered");
    const { main, other, unit } = await family("classic");
    const client = restV2(exchange, main);
    const bind = (uid: string, operate: string) =>
      client.postPrivate("/api/v2/spot/ins-loan/bind-uid", { uid, operate });
    expect((await bind(other.uid, "bind")).data).toBe(other.uid);
    await expect(bind(other.uid, "bind")).rejects.toMatchObject(code("25560"));
    await lend(unit, "30000");
    const movable = async (key: Key, userId?: string) => {
      const asked = { coin: "USDT", ...(userId === undefined ? {} : { userId }) };
      const path = "/api/v2/spot/ins-loan/transfered";
      return (await restV2(exchange, key).getPrivate(path, asked)).data;
    };
    // 89,000 of collateral; 30,000.3 ÷ 0.7 must stay: more than all dollars of either could leave.
    expect(await movable(other)).toEqual({ coin: "USDT", transfered: "5000", userId: other.uid });
    expect(await movable(main, unit.uid)).toMatchObject({ transfered: "30000" });
    expect(await movable(main)).toMatchObject({ transfered: "30000", userId: unit.uid });
    await refresh("20000");
    // 53,000 − 42,857.57142858 = 10,142.42857142.
    expect(await movable(unit)).toMatchObject({ transfered: "10142.42857142" });
    await expect(movable(main, main.uid)).rejects.toMatchObject(code("40034"));
    await expect(bind(unit.uid, "unbind")).rejects.toMatchObject(code("25561"));
    await refresh("5000");
    await expect(bind(other.uid, "unbind")).rejects.toMatchObject(code("95005"));
    await refresh();
    expect((await bind(other.uid, "unbind")).data).toBe(other.uid);
    await expect(movable(other)).rejects.toMatchObject(code("25559"));
    await exchange.admin("PUT", `/users/${other.uid}/risk-unit`, { product: PRODUCT });
    await expect(movable(main)).rejects.toMatchObject(code("40019"));
  });
});

describe("RestClientV3", () => {
  it("shows products, units, ratios, records and transferable amounts", async () => {
    proves("RestClientV3.getLoanProductInfo", "GET /api/v3/ins-loan/product-infos");
    proves("RestClientV3.getLoanSymbols", "GET /api/v3/ins-loan/symbols");
    proves("RestClientV3.getLoanMarginCoinInfo", "GET /api/v3/ins-loan/ensure-coins-convert");
    proves("RestClientV3.getLoanRiskUnit", "GET /api/v3/ins-loan/risk-unit");
    proves("RestClientV3.getLoanLTVConvert", "GET /api/v3/ins-loan/ltv-convert");
    proves("RestClientV3.getLoanOrder", "GET /api/v3/ins-loan/loan-order");
    proves("RestClientV3.getLoanRepaidHistory", "GET /api/v3/ins-loan/repaid-history");
    proves("RestClientV3.getLoanTransfered", "GET /api/v3/ins-loan/transfered");
    const { main, unit } = await family("unified");
    const loan = await lend(unit, "30000");
    const client = restV3(exchange, main);
    expect((await client.getLoanProductInfo({ productId: "7" })).data).toEqual(PRODUCT_ROW);
    expect((await client.getLoanSymbols({ productId: "7" })).data).toMatchObject(SYMBOLS_ROW);
    expect((await client.getLoanMarginCoinInfo({ productId: "7" })).data).toEqual(COINS_ROW);
    await expect(client.getLoanProductInfo(NO_PRODUCT)).rejects.toMatchObject(code("25200"));
    expect((await client.getLoanRiskUnit()).data).toEqual({ riskUnitId: [unit.uid] });
    const ratio = { ...RATIO_ROW, subAccountUids: [unit.uid] };
    expect((await client.getLoanLTVConvert({ riskUnitId: unit.uid })).data).toEqual(ratio);
    const moved = await client.getLoanTransfered({ userId: unit.uid, coin: "USDT" });
    expect(moved.data).toEqual({ coin: "USDT", transfered: "30000", userId: unit.uid });
    expect((await client.getLoanOrder()).data).toMatchObject([
      { ...LOAN_ROW, unpaidAmount: "30000", unpaidInterest: "0.3", status: "not_paid_off" },
    ]);
    await repay(unit, loan, "0.1");
    const startTime = String(Date.now() - 60 * DAY_MS);
    expect((await client.getLoanRepaidHistory({ startTime })).data).toMatchObject([
      { repayType: "part", repayAmount: "0", repayInterest: "0.1", repaidInterest: "0.1" },
    ]);
  });

  it("records what a liquidation takes", async () => {
    const { unit } = await family("unified");
    await lend(unit, "90000");
    const client = restV3(exchange, unit);
    // 144,000 − 90,000.9 ÷ 0.7.
    const { transfered } = (await client.getLoanTransfered({ coin: "USDT" })).data;
    expect(transfered).toBe("15427.28571428");
    const most = (await client.getMaxWithdrawal({ coin: "USDT" })).data;
    expect(most).toMatchObject({ utaMaxWithdrawal: transfered, totalMaxWithdrawal: transfered });
    await refresh("10000");
    await expect
      .poll(async () => (await client.getLoanRepaidHistory()).data, { timeout: 10_000 })
      .toMatchObject([{ businessType: "liquidation", repayType: "part", coin: "USDT" }]);
    await refresh();
    const [loan] = (await client.getLoanOrder()).data;
    expect(Number(loan?.unpaidAmount) + Number(loan?.repaidAmount)).toBeCloseTo(90_000, 6);
  });

  it("binds users, and answers units of others as if there were none", async () => {
    proves("RestClientV3.bindLoanUid", "POST /api/v3/ins-loan/bind-uid");
    const { main, other, unit } = await family("unified");
    const stranger = await family("unified");
    const client = restV3(exchange, main);
    const bind = { riskUnitId: unit.uid, uid: other.uid, operate: "bind" } as const;
    expect((await client.bindLoanUid(bind)).data).toEqual(bind);
    const missing = "1000999999";
    for (const riskUnitId of [stranger.unit.uid, missing]) {
      const foreign = client.bindLoanUid({ ...bind, riskUnitId });
      await expect(foreign).rejects.toMatchObject(code("25566"));
      await expect(client.getLoanLTVConvert({ riskUnitId })).rejects.toMatchObject(code("25566"));
    }
    for (const uid of [stranger.other.uid, missing]) {
      await expect(client.bindLoanUid({ ...bind, uid })).rejects.toMatchObject(code("40066"));
      const asked = client.getLoanTransfered({ userId: uid, coin: "USDT" });
      await expect(asked).rejects.toMatchObject(code("25200"));
    }
    const bound = restV3(exchange, other);
    const unbinding = bound.bindLoanUid({ ...bind, operate: "unbind" });
    await expect(unbinding).rejects.toMatchObject(code("25559"));
    expect((await bound.getLoanTransfered({ coin: "USDT" })).data.transfered).toBe("5000");
    const ended = { user: other.uid, isBound: false };
    await exchange.admin("PUT", `/users/${unit.uid}/unit-users`, ended);
    await expect(bound.getLoanTransfered({ coin: "USDT" })).rejects.toMatchObject(code("25559"));
  });
});
