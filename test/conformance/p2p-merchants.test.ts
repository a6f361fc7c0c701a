/** What merchants of peer-to-peer trading read on v2, as unmodified clients see it. */
import type { RestClientV2 } from "bitget-api";
import { expect, it } from "vitest";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const [merchantKey, takerKey, idleKey] = [await newUser(), await newUser(), await classicUser()];
const [selling, buying] = [restV3(exchange, merchantKey), restV3(exchange, takerKey)];
const [merchant, taker] = [restV2(exchange, merchantKey), restV2(exchange, takerKey)];
const classic = restV2(exchange, idleKey);
for (const [key, nickName] of [
  [merchantKey, "Honest Trader"],
  [idleKey, "Idle Trader"],
] as const) {
  await exchange.admin("PUT", `/users/${key.uid}/merchant`, { level: "master", nickName });
}

const [BANK, SEPA] = ["1", "2"];
const DAY_MS = 86_400_000;

function newUser(): Promise<Key> {
  const money = { wallet: "funding", coin: "USDT", amount: "10000" } as const;
  return exchange.newUser({ kind: "unified" }, money);
}

function classicUser(): Promise<Key> {
  const money = { wallet: "funding", coin: "USDT", amount: "10000" } as const;
  return exchange.newUser({ kind: "classic" }, money);
}

function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    (answer) => (answer as { readonly code: string }).code,
    (refusal) => (refusal as { readonly body: { readonly code: string } }).body.code,
  );
}

async function sellAd(price = "0.95"): Promise<string> {
  const account = { payMethodId: BANK, payMethodUserName: "J. Doe", account: "DE00 1234" };
  const added = await selling.postPrivate("/api/v3/p2p/pay-method-add", account);
  const { userPayMethodId } = added.data as { userPayMethodId: string };
  const { data } = await selling.createP2pAd({
    ...{ token: "USDT", fiat: "EUR", side: "sell", priceType: "fixed", price },
    ...{ payTimeLimit: "15", minAmount: "10", maxAmount: "1000", quantity: "1000" },
    payMethodIds: [{ payMethodId: BANK ?? "", userPayMethodId }],
  });
  return data.advId;
}

async function ordered(advId: string, amount: string): Promise<string> {
  const order = { advId, price: "0.95", amount };
  const { data } = await buying.postPrivate("/api/v3/p2p/order-create", order);
  return (data as { orderId: string }).orderId;
}

const window = () => ({ startTime: String(Date.now() - DAY_MS) });

function ads(client: RestClientV2, changes: object = {}) {
  const asked = { status: "online", side: "sell", coin: "USDT", fiat: "EUR" };
  const request = { ...window(), ...asked, ...changes };
  type Asked = Parameters<RestClientV2["getP2PMerchantAdvertisementList"]>[0];
  return client.getP2PMerchantAdvertisementList(request as unknown as Asked);
}

function orders(client: RestClientV2, changes: object = {}) {
  const request = { ...window(), ...changes };
  type Asked = Parameters<RestClientV2["getP2PMerchantOrders"]>[0];
  return client.getP2PMerchantOrders(request as unknown as Asked);
}

it("shows the own ads by status, pair, side and method, page by page", async () => {
  proves("RestClientV2.getP2PMerchantAdvertisementList", "GET /api/v2/p2p/advList");
  const first = await sellAd();
  const second = await sellAd("0.96");
  const { data } = await ads(merchant);
  expect(data.advList.map(({ advNo }) => advNo)).toEqual([second, first]);
  expect(data.minAdvId).toBe(first);
  expect(data.advList[0]).toMatchObject({
    ...{ advId: second, side: "sell", coin: "USDT", fiat: "EUR", price: "0.96", status: "online" },
    ...{ advSize: "1000", size: "1000", turnoverNum: "0", turnoverRate: "0", payDuration: "15" },
    ...{ minTradeAmount: "10", maxTradeAmount: "1000", coinPrecision: "8", fiatPrecision: "2" },
    paymentMethodList: [{ paymentMethod: "Bank transfer", paymentId: BANK }],
    userLimitList: { placeOrderNum: "1" },
  });
  const page = (await ads(merchant, { limit: "1" })).data;
  expect(page.advList).toMatchObject([{ advNo: second }]);
  const next = (await ads(merchant, { limit: "1", idLessThan: page.minAdvId })).data;
  expect(next.advList).toMatchObject([{ advNo: first }]);
  expect((await ads(merchant, { advNo: first })).data.advList).toHaveLength(1);
  expect((await ads(merchant, { payMethodId: BANK })).data.advList).toHaveLength(2);
  const none = { advList: [], minAdvId: "" };
  expect((await ads(merchant, { payMethodId: SEPA })).data).toEqual(none);
  expect((await ads(merchant, { side: "buy" })).data).toEqual(none);
  expect((await ads(merchant, { status: "editing" })).data).toEqual(none);
  expect((await ads(taker)).data).toEqual(none);
  await selling.operateP2pAd({ advId: first, operation: "delist" });
  expect((await ads(merchant, { status: "offline" })).data.advList).toMatchObject([
    { advNo: first, status: "offline" },
  ]);
  await selling.operateP2pAd({ advId: first, operation: "remove" });
  const removed = (await ads(merchant, { status: "completed" })).data.advList;
  expect(removed).toMatchObject([{ advNo: first, status: "completed" }]);
  await selling.operateP2pAd({ advId: second, operation: "remove" });
});

it("shows orders with their times, and statistics that follow from them", async () => {
  proves("RestClientV2.getP2PMerchantOrders", "GET /api/v2/p2p/orderList");
  proves("RestClientV2.getP2PMerchantInfo", "GET /api/v2/p2p/merchantInfo");
  proves("RestClientV2.getP2PMerchantList", "GET /api/v2/p2p/merchantList");
  const fresh = (await merchant.getP2PMerchantInfo()).data;
  expect(fresh).toMatchObject({ totalTrades: "0", totalCompletionRate: "0", avgReleaseTime: "0" });
  const advId = await sellAd();
  const paid = await ordered(advId, "95");
  expect((await ads(merchant)).data.advList).toMatchObject([{ advSize: "1000", size: "900" }]);
  await buying.confirmP2pOrderPayment({ orderId: paid });
  const [open] = (await orders(taker, { status: "pending_release" })).data.orderList;
  expect(open).toMatchObject({
    ...{ orderId: paid, orderNo: paid, advNo: advId, side: "buy", coin: "USDT", fiat: "EUR" },
    ...{ price: "0.95", count: "100", amount: "95", withdrawTime: "", releaseTime: "" },
    sellerRealName: "J. Doe",
    paymentInfo: {
      ...{ paymethodId: BANK, paymethodName: "Bank transfer" },
      paymethodInfo: [{ name: "account", required: "true", type: "txt", value: "DE00 1234" }],
    },
  });
  expect(Number(open?.paymentTime)).toBeGreaterThanOrEqual(Number(open?.ctime));
  await selling.releaseP2pOrderAsset({ orderId: paid });
  const dropped = await ordered(advId, "19");
  await buying.postPrivate("/api/v3/p2p/order-cancel", { orderId: dropped });
  const { data } = await orders(merchant, { advNo: advId });
  expect(data.orderList).toMatchObject([
    { orderId: dropped, side: "sell", status: "cancelled", paymentTime: "", releaseTime: "" },
    { orderId: paid, side: "sell", status: "completed", withdrawTime: "" },
  ]);
  expect(data.minOrderId).toBe(paid);
  expect(data.orderList.map(({ sellerRealName }) => sellerRealName)).toEqual(["", ""]);
  expect(Number(data.orderList[1]?.releaseTime)).toBeGreaterThan(0);
  expect((await orders(classic)).data).toEqual({ orderList: [], minOrderId: "" });
  expect((await orders(classic, { orderNo: paid })).data.orderList).toEqual([]);
  const half = { totalTrades: "1", totalCompletionRate: "0.5", trades30d: "1" };
  expect((await merchant.getP2PMerchantInfo()).data).toMatchObject({
    ...{ ...half, merchantId: merchantKey.uid, nickName: "Honest Trader", kycStatus: false },
    ...{ totalSell: "1", totalBuy: "0", sell30d: "1", buy30d: "0", completionRate30d: "0.5" },
  });
  expect(await codeOf(taker.getP2PMerchantInfo())).toBe("60049");
  const { merchantList: all } = (await taker.getP2PMerchantList()).data;
  expect(all).toMatchObject([
    { nickName: "Idle Trader", isOnline: "no", totalTrades: "0" },
    { nickName: "Honest Trader", isOnline: "yes", ...half },
  ]);
  const named = async (asked: object) => {
    const { merchantList, minMerchantId } = (await classic.getP2PMerchantList(asked)).data;
    return [merchantList.map(({ nickName }) => nickName), minMerchantId];
  };
  expect(await named({ online: "yes" })).toEqual([["Honest Trader"], merchantKey.uid]);
  expect(await named({ online: "no" })).toEqual([["Idle Trader"], idleKey.uid]);
  expect(await named({ limit: "1" })).toEqual([["Idle Trader"], idleKey.uid]);
  const rest = { limit: "1", idLessThan: idleKey.uid };
  expect(await named(rest)).toEqual([["Honest Trader"], merchantKey.uid]);
  expect(await named({ idLessThan: merchantKey.uid })).toEqual([[], ""]);
});

it("refuses requests that name nothing, and spans beyond 90 days", async () => {
  expect(await codeOf(ads(merchant, { coin: "NOSUCH" }))).toBe("40034");
  expect(await codeOf(ads(merchant, { fiat: "XXX" }))).toBe("60006");
  expect(await codeOf(ads(merchant, { status: "nonsense" }))).toBe("40034");
  expect(await codeOf(ads(merchant, { startTime: "" }))).toBe("40019");
  const endTime = String(Date.now());
  const startTime = String(Date.now() - 91 * DAY_MS);
  expect(await codeOf(orders(merchant, { startTime, endTime }))).toBe("00001");
  expect(await codeOf(ads(merchant, { startTime, endTime }))).toBe("00001");
});
