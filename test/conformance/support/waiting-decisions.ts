/** Trades, and what waits for a decision of the operator. */
import type { RestClientV3 } from "bitget-api";
import { eventually } from "../../support/eventually.ts";
import { restV2, restV3 } from "./bitget-api-clients.ts";
import type { ConformanceExchange } from "./conformance-exchange.ts";

/** Publishes an ad that sells 1,000 USDT for EUR by bank transfer; returns its id. */
export async function publishSellAd(merchant: RestClientV3): Promise<string> {
  const account = { payMethodId: "1", payMethodUserName: "J. Doe", account: "DE00 1234" };
  await merchant.postPrivate("/api/v3/p2p/pay-method-add", account);
  const { data } = await merchant.createP2pAd({
    ...{ token: "USDT", fiat: "EUR", side: "sell", priceType: "fixed", price: "0.95" },
    ...{ payTimeLimit: "15", minAmount: "10", maxAmount: "1000", quantity: "1000" },
    ...{ payMethodIds: [{ payMethodId: "1" }], remark: "fast", tradeTerms: "own name only" },
  });
  return data.advId;
}

/** Orders 95 EUR from an ad; returns the order. */
export async function orderFromAd(
  taker: RestClientV3,
  advId: string,
): Promise<{ readonly orderId: string }> {
  const order = { advId, price: "0.95", amount: "95" };
  const { data } = await taker.postPrivate("/api/v3/p2p/order-create", order);
  return data as { orderId: string };
}

/** Claims to have paid an order, and appeals. */
export async function appealAgainst(
  taker: RestClientV3,
  order: { readonly orderId: string },
): Promise<void> {
  await taker.confirmP2pOrderPayment(order);
  await taker.postPrivate("/api/v3/p2p/order-appeal", order);
}

/** Has two new users trade 0.1 BTC at 61000; returns the ids of the bid and of the trade. */
export async function tradedIds(
  exchange: ConformanceExchange,
): Promise<{ readonly orderId: string; readonly tradeId: string }> {
  const money = { wallet: "spot", coin: "USDT", amount: "10000" } as const;
  const coins = { wallet: "spot", coin: "BTC", amount: "1" } as const;
  const buyer = restV2(exchange, await exchange.newUser({ kind: "classic" }, money));
  const seller = restV2(exchange, await exchange.newUser({ kind: "classic" }, coins));
  const order = { symbol: "BTCUSDT", orderType: "limit", force: "gtc", size: "0.1" } as const;
  await buyer.spotSubmitOrder({ ...order, side: "buy", price: "61000" });
  await seller.spotSubmitOrder({ ...order, side: "sell", price: "61000" });
  return eventually("the fill", async () => {
    const { data } = await buyer.getSpotFills({ symbol: "BTCUSDT" });
    return data[0] && { orderId: data[0].orderId, tradeId: data[0].tradeId };
  });
}

/** Has a new user request a withdrawal that needs the operator's approval. */
export async function requestLargeWithdrawal(exchange: ConformanceExchange): Promise<void> {
  const money = { wallet: "spot", coin: "USDT", amount: "1000000" } as const;
  const key = await exchange.newUser({ kind: "classic" }, money);
  const entry = { coin: "USDT", chain: "TRC20", address: "TElsewhere" };
  await exchange.admin("POST", `/users/${key.uid}/addresses`, entry);
  await restV2(exchange, key).spotWithdraw({
    ...{ coin: "USDT", chain: "TRC20", address: "TElsewhere" },
    ...{ transferType: "on_chain", size: "900000" },
  });
}

/** Has two new users trade peer to peer until one of them appeals. */
export async function bringAppeal(exchange: ConformanceExchange): Promise<void> {
  const money = { wallet: "funding", coin: "USDT", amount: "10000" } as const;
  const merchantKey = await exchange.newUser({ kind: "unified" }, money);
  const takerKey = await exchange.newUser({ kind: "unified" }, money);
  const level = { level: "master", nickName: "Appealing Trader" };
  await exchange.admin("PUT", `/users/${merchantKey.uid}/merchant`, level);
  const taker = restV3(exchange, takerKey);
  const ad = await publishSellAd(restV3(exchange, merchantKey));
  await appealAgainst(taker, await orderFromAd(taker, ad));
}
