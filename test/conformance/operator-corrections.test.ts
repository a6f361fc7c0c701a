/** The operator corrects a trade and refunds a liquidation; both sides see it in their bills. */
import { beforeAll, describe, expect, it } from "vitest";
import type { BillPage } from "../../src/ops/user-history-rows.ts";
import { adminRequest } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { USDC_PERPETUAL } from "./support/products.ts";

type Row = Readonly<Record<string, unknown>>;

const exchange = await openExchange();

describe("a trade at a wrong price", () => {
  const SPOT = { symbol: "BTCUSDT", category: "spot" } as const;
  const order = { symbol: "BTCUSDT", orderType: "limit", force: "gtc", size: "0.1" } as const;
  let buyer: ReturnType<typeof restV2>;
  let seller: ReturnType<typeof restV3>;
  let uids: readonly string[];
  let tradeId = "";

  beforeAll(async () => {
    const money = { wallet: "spot", coin: "USDT", amount: "10000" } as const;
    const buying = await exchange.newUser({ kind: "classic" }, money);
    const coins = { wallet: "unified", coin: "BTC", amount: "1" } as const;
    const selling = await exchange.newUser({ kind: "unified" }, coins);
    uids = [buying.uid, selling.uid];
    [buyer, seller] = [restV2(exchange, buying), restV3(exchange, selling)];
    await buyer.spotSubmitOrder({ ...order, side: "buy", price: "61000" });
    await seller.submitNewOrder({
      ...{ category: "SPOT", symbol: "BTCUSDT", side: "sell", orderType: "limit" },
      ...{ timeInForce: "gtc", price: "61000", qty: "0.1" },
    });
    tradeId = await eventually("the fill", async () => {
      const { data } = await buyer.getSpotFills({ symbol: "BTCUSDT" });
      return data[0]?.tradeId;
    });
  });

  it("is shown with both sides, and corrected once", async () => {
    const query = "symbol=BTCUSDT&category=spot";
    const path = `/trades/${tradeId}`;
    const shown = await exchange.admin<Row>("GET", `${path}?${query}`);
    const publicTrades = (await buyer.getSpotRecentTrades({ symbol: "BTCUSDT" })).data;
    expect(shown["tradeId"]).toBe(publicTrades[0]?.tradeId);
    expect(shown).toMatchObject({
      ...{ price: "61000", size: "0.1", isCorrected: false },
      buyer: { uid: uids[0], role: "maker", feeCoin: "BTC" },
      seller: { uid: uids[1], role: "taker", feeCoin: "USDT" },
    });
    const correction = { ...SPOT, fairPrice: "60000", reference: "ticket 1" };
    const done = await exchange.admin<Row>("POST", `${path}/correction`, correction);
    expect(done).toMatchObject({ tradeId, fairPrice: "60000", fundMax: "0", status: "done" });
    const again = await adminRequest(
      exchange.credentials,
      "POST",
      `${path}/correction`,
      correction,
    );
    expect(await again.json()).toMatchObject({ error: { reason: "trade_not_correctable" } });
    const byPublicId = `/trades/${shown["tradeId"]}?${query}`;
    const after = await exchange.admin<Row>("GET", byPublicId);
    expect(after).toMatchObject({ isCorrected: true });
  });

  it("is in the bills of both sides and in the acts of the operator", async () => {
    const bill = await eventually("the buyer's bill", async () => {
      const { data } = await buyer.getSpotAccountBills({});
      return data.find(({ businessType }) => String(businessType) === "trade_correction_in");
    });
    expect(bill).toMatchObject({ coin: "USDT", size: "100", fees: "0" });
    const { data } = await seller.getFinancialRecords({ category: "SPOT" });
    const outs = data.list.filter(({ type }) => type === "TRANSFER_OUT");
    expect(outs).toMatchObject([{ coin: "USDT", amount: "-100" }]);
    const path = `/users/${uids[1]}/bills?kind=trade_correction_out`;
    const { bills } = await exchange.admin<BillPage>("GET", path);
    expect(bills.map(({ counterAccounts }) => counterAccounts)).toMatchObject([
      [{ uid: uids[0], wallet: "spot", amount: "100" }],
    ]);
    const { acts } = await exchange.admin<{ acts: Row[] }>("GET", "/acts?command=bust_trade");
    const fields = { buyer: uids[0], seller: uids[1], price: "61000", fairPrice: "60000" };
    expect(acts.at(-1)).toMatchObject({
      fields: { ...fields, size: "0.1", fundMax: "0", buyerFee: "0" },
    });
  });

  it("is refused when it is unknown, or its side cannot pay, with the amount that is there", async () => {
    const call = async (id: string, body: object) => {
      const path = `/trades/${id}/correction`;
      const answer = await adminRequest(exchange.credentials, "POST", path, { ...SPOT, ...body });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    expect(await call("1000000000000000007", { fairPrice: "60000" })).toMatchObject({
      status: 404,
    });
    await buyer.spotSubmitOrder({ ...order, side: "buy", price: "61000", size: "0.05" });
    await seller.submitNewOrder({
      ...{ category: "SPOT", symbol: "BTCUSDT", side: "sell", orderType: "limit" },
      ...{ timeInForce: "gtc", price: "61000", qty: "0.05" },
    });
    const second = await eventually("the second fill", async () => {
      const { data } = await buyer.getSpotFills({ symbol: "BTCUSDT" });
      return data.find((fill) => fill.tradeId !== tradeId)?.tradeId;
    });
    const { data } = await buyer.getSpotAccountAssets({ coin: "USDT" });
    const answer = await call(second, { fairPrice: "900000" });
    expect(answer).toMatchObject({
      status: 400,
      error: { reason: "insufficient_available" },
    });
    expect(JSON.stringify(answer)).toContain(`${Number(data[0]?.available)} USDT`);
    expect(await call(second, { fairPrice: "60000.000001" })).toMatchObject({ status: 400 });
  });
});

describe("a liquidation that left a surplus", () => {
  const { marginCoin, productType, symbol } = USDC_PERPETUAL;
  const CONTRACT = { realm: "live", category: "usdc_futures", symbol } as const;

  it("is refunded up to the surplus, and is in the bills", async () => {
    const money = { wallet: "usdc_futures", coin: marginCoin, amount: "400" } as const;
    const key = await exchange.newUser({ kind: "classic" }, money);
    const alice = restV2(exchange, key);
    const bob = restV2(exchange, await exchange.counterparty());
    await exchange.admin("PUT", "/insurance-funds", { coin: marginCoin, feeShare: "0" });
    const order = { productType, symbol, marginCoin, size: "0.1", orderType: "limit" } as const;
    const terms = { ...order, marginMode: "crossed", force: "gtc" } as const;
    await bob.futuresSubmitOrder({ ...terms, side: "sell", price: "60000" });
    await alice.futuresSubmitOrder({ ...terms, side: "buy", price: "60000" });
    await bob.futuresSubmitOrder({ ...terms, side: "buy", price: "56200" });
    await exchange.setIndexPrice(CONTRACT, "56200");
    const path = `/users/${key.uid}/refundable-liquidations`;
    const [taken] = await eventually("the surplus", async () => {
      const rows = await exchange.admin<Row[]>("GET", path);
      return rows.length === 0 ? undefined : rows;
    });
    // 400 − 3.6 − 380 − 0.1 × 56,200 × 0.0006 = 13.028.
    expect(taken).toMatchObject({ coin: marginCoin, taken: "13.028", refunded: "0" });
    const { liquidationId } = taken as { liquidationId: string };
    const target = { liquidationId, wallet: "usdc_futures", coin: marginCoin };
    const refunds = `/users/${key.uid}/liquidation-refunds`;
    const part = await exchange.admin<Row>("POST", refunds, { ...target, amount: "13" });
    expect(part).toMatchObject({ uid: key.uid, liquidationId, amount: "13", status: "done" });
    const more = { ...target, amount: "0.029" };
    const refused = await adminRequest(exchange.credentials, "POST", refunds, more);
    expect(await refused.json()).toMatchObject({ error: { reason: "refund_too_large" } });
    expect(await exchange.admin("GET", path)).toMatchObject([
      { taken: "13.028", refunded: "13", refundable: "0.028" },
    ]);
    const { data } = await alice.getFuturesAccountAsset({ productType, symbol, marginCoin });
    expect(data.available).toBe("13");
    const bill = await eventually("the bill", async () => {
      const bills = (await alice.getFuturesAccountBills({ productType })).data.bills;
      return bills.find(({ amount }) => amount === "13");
    });
    expect(bill).toMatchObject({ businessType: "risk_captital_user_transfer", coin: marginCoin });
  });
});
