/** Peer-to-peer trading as unmodified clients see it. */
import type { RestClientV3 } from "bitget-api";
import { expect, it } from "vitest";
import { restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const merchantKey = await newUser("10000");
const takerKey = await newUser("10000");
const merchant = restV3(exchange, merchantKey);
const taker = restV3(exchange, takerKey);
const stranger = restV3(exchange, await newUser("1"));
await exchange.admin("PUT", `/users/${merchantKey.uid}/merchant`, {
  level: "master",
  nickName: "Honest Trader",
});

function newUser(amount: string): Promise<Key> {
  return exchange.newUser({ kind: "unified" }, { wallet: "funding", coin: "USDT", amount });
}

type Refusal = { readonly body: { readonly code: string } };

async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    return ((await asked) as { readonly code: string }).code;
  } catch (refusal) {
    return (refusal as Refusal).body.code;
  }
}

/** Calls an endpoint of this exchange, which the client library has no method for. */
async function post<T>(client: RestClientV3, path: string, body: object): Promise<T> {
  const { code, data, msg } = await client.postPrivate(`/api/v3/p2p/${path}`, body);
  if (code !== "00000") throw new Error(`${path}: ${code} ${msg}`);
  return data as T;
}

const BANK = "1";
const PAIR = { token: "USDT", fiat: "EUR" };

async function payMethod(client: RestClientV3): Promise<string> {
  const account = { payMethodId: BANK, payMethodUserName: "J. Doe", account: "DE00 1234" };
  const added = await post<{ userPayMethodId: string }>(client, "pay-method-add", account);
  return added.userPayMethodId;
}

const AD = {
  ...{ ...PAIR, priceType: "fixed" as const, price: "0.95", payTimeLimit: "15" },
  ...{ minAmount: "10", maxAmount: "1000", quantity: "1000", remark: "fast" },
};

async function sellAd(changes: object = {}): Promise<string> {
  const userPayMethodId = await payMethod(merchant);
  const payMethodIds = [{ payMethodId: BANK, userPayMethodId }];
  const { data } = await merchant.createP2pAd({ ...AD, side: "sell", payMethodIds, ...changes });
  return data.advId;
}

async function ordered(advId: string, changes: object = {}): Promise<string> {
  const order = { advId, price: "0.95", amount: "95", ...changes };
  return (await post<{ orderId: string }>(taker, "order-create", order)).orderId;
}

/** What the funding account has, and what is in escrow, as both endpoints show it. */
async function frozen(client: RestClientV3): Promise<readonly [string, string]> {
  const { data } = await client.getP2pBalance({ token: "USDT" });
  const { availableBalance: available, frozenBalance, totalBalance: balance } = data;
  const [funding] = (await client.getFundingAssets({ coin: "USDT" })).data;
  expect(funding).toEqual({ coin: "USDT", available, frozen: frozenBalance, balance });
  return [available, frozenBalance];
}

it("shows what is traded, the exchange rate, bounds and the fee", async () => {
  proves("RestClientV3.getP2pCurrencies", "GET /api/v3/p2p/currencies");
  proves("RestClientV3.getP2pExchangeRate", "GET /api/v3/p2p/exchange-rate");
  proves("RestClientV3.simulateP2pFee", "POST /api/v3/p2p/fee-simulate");
  proves("RestClientV3.getP2pAdLimit", "GET /api/v3/p2p/ad-limit");
  const { data } = await taker.getP2pCurrencies();
  expect(data.tokenDetailList).toContainEqual({ token: "USDT", precision: "8" });
  const euro = data.fiatDetailList.find(({ fiat }) => fiat === "EUR");
  expect(euro).toMatchObject({ precision: "2", fixedRateMin: "0.8", adMinLimit: "10" });
  expect(euro?.payMethods).toContainEqual({
    ...{ payMethodId: "2", payMethodName: "SEPA", iconUrl: "" },
  });
  expect((await taker.getP2pExchangeRate(PAIR)).data).toEqual({ rate: "0.92" });
  const bitcoin = { token: "BTC", fiat: "EUR" };
  expect((await taker.getP2pExchangeRate(bitcoin)).data).toEqual({ rate: "55200" });
  const limits = { sellMinTokenAmount: "10", sellMaxTokenAmount: "200000" };
  expect((await taker.getP2pAdLimit({ ...PAIR, side: "sell" })).data).toMatchObject(limits);
  const token = { coin: "BTC", quantityMin: "0.0001", quantityMax: "4", fee: "0.001" };
  await exchange.admin("PUT", "/p2p/tokens", token);
  const trade = { ...bitcoin, side: "buy", marketType: "public", amount: "55200" } as const;
  const fee = { feeToken: "BTC", feeAmount: "0.001", taxToken: "EUR", taxAmount: "0" };
  expect((await taker.simulateP2pFee(trade)).data).toEqual(fee);
  expect(await codeOf(taker.getP2pExchangeRate({ token: "XRP", fiat: "EUR" }))).toBe("60006");
  expect(await codeOf(taker.getP2pExchangeRate({ token: "USDT", fiat: "XXX" }))).toBe("60006");
});

it("a merchant sells: escrow, order, payment and release; statistics follow", async () => {
  proves("RestClientV3.createP2pAd", "POST /api/v3/p2p/ad-create");
  proves("RestClientV3.getP2pAdList", "GET /api/v3/p2p/ad-list");
  proves("RestClientV3.getP2pAdInfo", "GET /api/v3/p2p/ad-info");
  proves("RestClientV3.confirmP2pOrderPayment", "POST /api/v3/p2p/order-pay");
  proves("RestClientV3.releaseP2pOrderAsset", "POST /api/v3/p2p/order-release");
  proves("RestClientV3.getP2pOrderInfo", "GET /api/v3/p2p/order-info");
  proves("RestClientV3.getP2pPendingOrders", "GET /api/v3/p2p/pending-orders");
  proves("RestClientV3.getP2pAllOrders", "GET /api/v3/p2p/all-orders");
  proves("RestClientV3.getP2pUserInfo", "GET /api/v3/p2p/user-info");
  proves("RestClientV3.getP2pBalance", "GET /api/v3/p2p/balance");
  const advId = await sellAd();
  expect(await frozen(merchant)).toEqual(["9000", "1000"]);
  const page = { ...PAIR, side: "sell", pageNum: "1", limit: "10" } as const;
  const listed = (await taker.getP2pAdList({ ...page, amount: "95" })).data;
  expect(listed.find((one) => one.advId === advId)).toMatchObject({
    ...{ merchantId: merchantKey.uid, merchantName: "Honest Trader", side: "sell" },
    ...{ price: "0.95", minAmount: "10", maxAmount: "1000", quantity: "1000" },
    ...{ completedOrderNum: "0", completedRate: "0", avgReleaseTime: "0" },
    payMethods: [{ payMethodId: BANK, payMethodName: "Bank transfer" }],
  });
  const orderId = await ordered(advId);
  const { items } = (await taker.getP2pPendingOrders()).data;
  expect(items).toMatchObject([
    { orderId, side: "buy", quantity: "100", amount: "95", counterparty: "Honest Trader" },
  ]);
  const { data: order } = await taker.getP2pOrderInfo({ orderId });
  expect(order).toMatchObject({ status: "pending_payment", advId, remark: "fast" });
  expect(order.payMethodDetail).toMatchObject({
    ...{ payMethodUserName: "J. Doe", postscript: orderId },
    payMethodInfo: [{ name: "account", type: "txt", value: "DE00 1234" }],
  });
  expect(await codeOf(merchant.releaseP2pOrderAsset({ orderId }))).toBe("60024");
  expect((await taker.confirmP2pOrderPayment({ orderId })).data).toBe(orderId);
  expect((await merchant.releaseP2pOrderAsset({ orderId })).data).toBe(orderId);
  expect(await frozen(taker)).toEqual(["10100", "0"]);
  expect(await frozen(merchant)).toEqual(["9000", "900"]);
  for (const client of [merchant, taker]) {
    expect(await codeOf(client.confirmP2pOrderPayment({ orderId }))).toBe("60024");
    expect(await codeOf(client.releaseP2pOrderAsset({ orderId }))).toBe("60024");
  }
  const { data: ad } = await merchant.getP2pAdInfo({ advId });
  const [own] = (await merchant.getP2pMyAds({ advId })).data.items;
  const times = { createdTime: own?.createdTime, updatedTime: own?.updatedTime };
  expect(ad).toMatchObject({ ...times, updatedTime: ad.createdTime });
  expect(ad).toMatchObject({ amount: "1000", soldAmount: "100", lastAmount: "900" });
  expect(ad).toMatchObject({ turnover: "0.1", payDuration: "15" });
  const sold = (await merchant.getP2pAllOrders({ side: "sell", status: "completed" })).data.items;
  expect(sold).toMatchObject([{ orderId, side: "sell", status: "completed" }]);
  expect((await merchant.getP2pUserInfo()).data).toMatchObject({
    ...{ uid: merchantKey.uid, nickName: "Honest Trader", accountLevel: "master" },
    ...{ completedOrderNum: "1", completedOrderNum30D: "1" },
    equityDetail: { maxAdvSellNum: "10", advMaxPendingOrder: "50" },
  });
  expect(await codeOf(taker.getP2pUserInfo())).toBe("60049");
});

it("an order is of its parties alone, and 100 identical releases are one", async () => {
  const advId = await sellAd();
  const orderId = await ordered(advId);
  const id = { orderId };
  const unknown = { orderId: "1000000000000000001" };
  for (const asked of [id, unknown]) {
    expect(await codeOf(stranger.getP2pOrderInfo(asked))).toBe("60003");
    expect(await codeOf(stranger.confirmP2pOrderPayment(asked))).toBe("60003");
    expect(await codeOf(stranger.releaseP2pOrderAsset(asked))).toBe("60003");
  }
  expect(await codeOf(stranger.getP2pAdInfo({ advId }))).toBe("60004");
  expect(await codeOf(stranger.operateP2pAd({ advId, operation: "remove" }))).toBe("60004");
  expect(await codeOf(stranger.updateP2pAd({ advId, price: "0.9" }))).toBe("60004");
  await taker.confirmP2pOrderPayment(id);
  const before = Number((await frozen(taker))[0]);
  // The limit of requests answers most of them; what counts is the effect.
  const codes = await Promise.all(
    Array.from({ length: 100 }, () => codeOf(merchant.releaseP2pOrderAsset(id))),
  );
  expect(codes.filter((code) => code === "00000")).toHaveLength(1);
  expect(Number((await frozen(taker))[0]) - before).toBe(100);
});

it("ads are changed, delisted, published and removed, and own lists show them", async () => {
  proves("RestClientV3.updateP2pAd", "POST /api/v3/p2p/ad-update");
  proves("RestClientV3.operateP2pAd", "POST /api/v3/p2p/ad-operate");
  proves("RestClientV3.postPrivate", "POST /api/v3/p2p/pay-method-add");
  proves("RestClientV3.postPrivate", "POST /api/v3/p2p/pay-method-remove");
  proves("RestClientV3.getP2pMyAds", "GET /api/v3/p2p/my-ads");
  proves("RestClientV3.getP2pPayMethods", "GET /api/v3/p2p/pay-method");
  const advId = await sellAd({ priceType: "floating", price: undefined, premium: "1.1" });
  const operate = (operation: "publish" | "delist" | "remove") =>
    merchant.operateP2pAd({ advId, operation });
  const own = async () => (await merchant.getP2pMyAds({ advId })).data.items;
  expect(await own()).toMatchObject([{ advId, price: "1.01", status: "publish" }]);
  await merchant.updateP2pAd({ advId, premium: "1.05", quantity: "500" });
  expect((await merchant.getP2pAdInfo({ advId })).data).toMatchObject({
    ...{ premium: "1.05", price: "0.96", lastAmount: "500", remark: "fast" },
  });
  const [, escrowed] = await frozen(merchant);
  await operate("delist");
  expect((await frozen(merchant))[1]).toBe(String(Number(escrowed) - 500));
  expect(await codeOf(operate("delist"))).toBe("60010");
  await operate("publish");
  await operate("remove");
  expect(await own()).toMatchObject([{ advId, status: "remove" }]);
  expect(await codeOf(merchant.getP2pAdInfo({ advId }))).toBe("60004");
  const { data: accounts } = await merchant.getP2pPayMethods();
  const last = accounts.at(-1);
  expect(last).toMatchObject({ payMethodId: BANK, payMethodUserName: "J. Doe" });
  const removal = { userPayMethodId: last?.userPayMethodId };
  await post(merchant, "pay-method-remove", removal);
  expect((await merchant.getP2pPayMethods()).data).toHaveLength(accounts.length - 1);
});

it("a merchant buys; a taker cancels, appeals, and the operator decides", async () => {
  proves("RestClientV3.postPrivate", "POST /api/v3/p2p/order-create");
  proves("RestClientV3.postPrivate", "POST /api/v3/p2p/order-cancel");
  proves("RestClientV3.postPrivate", "POST /api/v3/p2p/order-appeal");
  const userPayMethodId = await payMethod(taker);
  const payMethodIds = [{ payMethodId: BANK }];
  const { data } = await merchant.createP2pAd({ ...AD, side: "buy", payMethodIds });
  const { advId } = data;
  const [available] = await frozen(taker);
  const orderId = await ordered(advId, { userPayMethodId });
  expect(await frozen(taker)).toEqual([String(Number(available) - 100), "100"]);
  await post(merchant, "order-cancel", { orderId });
  expect(await frozen(taker)).toEqual([available, "0"]);
  const order = { advId, price: "0.95", amount: "95" };
  const refused = (account: object) =>
    codeOf(taker.postPrivate("/api/v3/p2p/order-create", { ...order, ...account }));
  expect(await refused({})).toBe("40019");
  expect(await refused({ userPayMethodId: "1000000000000000001" })).toBe("60026");
  const second = { orderId: await ordered(advId, { userPayMethodId }) };
  await merchant.confirmP2pOrderPayment(second);
  await post(taker, "order-appeal", second);
  expect(await exchange.admin("GET", "/p2p/orders?status=in_appeal")).toMatchObject({
    orders: [{ id: second.orderId, status: "in_appeal" }],
  });
  await exchange.admin("POST", `/p2p/orders/${second.orderId}/decision`, { isReleased: false });
  expect(await frozen(taker)).toEqual([available, "0"]);
  expect((await taker.getP2pOrderInfo(second)).data).toMatchObject({ status: "cancelled" });
});

it("refuses what an ad does not offer", async () => {
  const advId = await sellAd({ price: "0.94" });
  const order = { advId, price: "0.95", amount: "95" };
  const refused = (body: object) =>
    codeOf(taker.postPrivate("/api/v3/p2p/order-create", body).then((answer) => answer));
  expect(await refused({ ...order, price: "0.93" })).toBe("60016");
  expect(await refused({ ...order, amount: "9.99" })).toBe("60019");
  expect(await refused({ ...order, amount: "1000.01" })).toBe("60019");
  expect(await refused({ ...order, amount: "95.001" })).toBe("25200");
  expect(await refused({ ...order, advId: "1000000000000000001" })).toBe("60004");
  const own = { ...order, advId };
  const asMerchant = merchant.postPrivate("/api/v3/p2p/order-create", own);
  expect(await codeOf(asMerchant)).toBe("60018");
  const payMethodIds = [{ payMethodId: BANK }];
  const ad = { ...AD, side: "sell", payMethodIds } as const;
  expect(await codeOf(taker.createP2pAd(ad))).toBe("60049");
  expect(await codeOf(merchant.createP2pAd({ ...ad, quantity: "100000" }))).toBe("60013");
  expect(await codeOf(merchant.createP2pAd({ ...ad, price: "2" }))).toBe("60015");
  expect(await codeOf(merchant.createP2pAd({ ...ad, payMethodIds: [] }))).toBe("60021");
});

it("lists an ad for an amount exactly when it can be ordered", async () => {
  const quantity = "32.25806451";
  const advId = await sellAd({ price: "0.93", quantity });
  const page = { ...PAIR, side: "sell", pageNum: "1", limit: "10" } as const;
  const offering = async (amount: string) =>
    (await taker.getP2pAdList({ ...page, amount })).data.some((ad) => ad.advId === advId);
  const order = (amount: string) =>
    codeOf(taker.postPrivate("/api/v3/p2p/order-create", { advId, price: "0.93", amount }));
  // 30 ÷ 0.93 is 32.258064516…, which an order rounds down.
  expect([await offering("30.01"), await order("30.01")]).toEqual([false, "60019"]);
  expect([await offering("30"), await order("30")]).toEqual([true, "00000"]);
});

it("a price that the type of price ignores is refused, and one that it needs is missed", async () => {
  const advId = await sellAd();
  const changed = (change: object) => codeOf(merchant.updateP2pAd({ advId, ...change }));
  expect(await changed({ premium: "1.01" })).toBe("25200");
  expect(await changed({ priceType: "floating" })).toBe("40019");
  expect(await changed({ priceType: "floating", premium: "1.01" })).toBe("00000");
  expect(await changed({ price: "0.95" })).toBe("25200");
  expect(await changed({ priceType: "fixed" })).toBe("40019");
  expect(await changed({ priceType: "fixed", price: "0.96" })).toBe("00000");
  expect((await merchant.getP2pAdInfo({ advId })).data).toMatchObject({
    ...{ priceType: "fixed", price: "0.96", premium: "" },
  });
});

it("names a method of payment for which the merchant has no account", async () => {
  const payMethodIds = [{ payMethodId: "3" }];
  const asked = merchant.createP2pAd({ ...AD, side: "sell", payMethodIds });
  const msg = "The user has no payment account of method 3: add one with pay-method-add";
  await expect(asked).rejects.toMatchObject({ body: { code: "60025", msg } });
});
