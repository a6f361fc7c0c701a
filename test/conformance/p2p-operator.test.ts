/** Peer-to-peer trading as the operator sees it, while unmodified clients trade. */
import { expect, it } from "vitest";
import { restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { appealAgainst, orderFromAd, publishSellAd } from "./support/waiting-decisions.ts";

const exchange = await openExchange();
const [merchantKey, takerKey, idleKey] = [await newUser(), await newUser(), await newUser()];
const [merchant, taker] = [restV3(exchange, merchantKey), restV3(exchange, takerKey)];
await makeMerchant(merchantKey, "Honest Trader");
await makeMerchant(idleKey, "Idle Trader");

type Row = Readonly<Record<string, unknown>>;
type Rows = { readonly [L in "ads" | "orders" | "merchants"]?: readonly Row[] };
type Page = Rows & { readonly cursor: string };

function newUser(): Promise<Key> {
  const money = { wallet: "funding", coin: "USDT", amount: "10000" } as const;
  return exchange.newUser({ kind: "unified" }, money);
}

async function makeMerchant({ uid }: Key, nickName: string): Promise<void> {
  await exchange.admin("PUT", `/users/${uid}/merchant`, { level: "master", nickName });
}

function read<T = Page>(path: string): Promise<T> {
  return exchange.admin<T>("GET", path);
}

const [buyer, seller] = [takerKey.uid, merchantKey.uid];
const EMPTY_TIMES = { payBy: "", paidAt: "", appealedAt: "" };

it("terms are listed in the form in which they are set", async () => {
  type Terms = Readonly<Record<"fiats" | "tokens" | "levels", readonly Row[]>>;
  const terms = await read<Terms & { methods: readonly string[] }>("/p2p/terms");
  expect(terms.methods).toEqual(["Bank transfer", "SEPA", "Wise", "Revolut"]);
  expect(terms.fiats.find(({ code }) => code === "EUR")).toEqual({
    ...{ code: "EUR", decimals: 2, usdRate: "0.92", amountMin: "10", amountMax: "50000" },
    ...{ floatMin: "0.8", floatMax: "1.2", fixedMin: "0.8", fixedMax: "1.2" },
    ...{ payMinutes: [15, 30, 45, 60], methods: ["Bank transfer", "SEPA", "Wise", "Revolut"] },
  });
  const bitcoin = { coin: "BTC", quantityMin: "0.0001", quantityMax: "4", fee: "0" };
  expect(terms.tokens).toContainEqual(bitcoin);
  expect(terms.levels.map(({ level }) => level)).toEqual(["starter", "advanced", "master"]);
  for (const fiat of terms.fiats) await exchange.admin("PUT", "/p2p/fiats", fiat);
  for (const token of terms.tokens) await exchange.admin("PUT", "/p2p/tokens", token);
  for (const level of terms.levels) await exchange.admin("PUT", "/p2p/levels", level);
  expect(await read("/p2p/terms")).toEqual(terms);
});

it("an appeal is shown with what a decision needs; summary and lists follow it", async () => {
  const none = { pending_payment: 0, pending_release: 0, in_appeal: 0 };
  expect(await read("/p2p/summary")).toEqual({
    ...{ merchants: 2, ads: { published: 0, delisted: 0 }, orders: none },
    ...{ oldestAppealAt: "", escrow: [] },
  });
  const ad = await publishSellAd(merchant);
  const dropped = await orderFromAd(taker, ad);
  await taker.postPrivate("/api/v3/p2p/order-cancel", dropped);
  const disputed = await orderFromAd(taker, ad);
  await appealAgainst(taker, disputed);
  const { orders } = await read("/p2p/orders?status=in_appeal");
  const terms = {
    ...{ id: disputed.orderId, ad, merchant: seller, buyer, seller, coin: "USDT", fiat: "EUR" },
    ...{ price: "0.95", amount: "95", quantity: "100", fee: "0", method: "Bank transfer" },
    remark: "fast",
  };
  const account = { holder: "J. Doe", details: "DE00 1234" };
  expect(orders).toMatchObject([{ ...terms, status: "in_appeal", account, payBy: "" }]);
  const [appealed] = orders ?? [];
  const times = [appealed?.["createdAt"], appealed?.["paidAt"], appealed?.["appealedAt"]];
  expect(times.map(String).toSorted()).toEqual(times);
  expect(await read("/p2p/summary")).toEqual({
    ...{ merchants: 2, ads: { published: 1, delisted: 0 }, orders: { ...none, in_appeal: 1 } },
    oldestAppealAt: appealed?.["appealedAt"],
    escrow: [{ coin: "USDT", balance: "1000", ofAds: "900", ofOrders: "100" }],
  });
  expect((await read("/p2p/ads")).ads).toMatchObject([
    {
      ...{ id: ad, merchant: seller, side: "sell", coin: "USDT", fiat: "EUR", price: "0.95" },
      ...{ priceType: "fixed", premium: "", amountMin: "10", amountMax: "1000", payMinutes: 15 },
      ...{ methods: ["Bank transfer"], free: "900", ordered: "100", sold: "0", isOpen: true },
      ...{ status: "published", remark: "fast", tradeTerms: "own name only" },
    },
  ]);
  const decision = { id: disputed.orderId, isReleased: true };
  const path = `/p2p/orders/${disputed.orderId}/decision`;
  expect(await exchange.admin("POST", path, { isReleased: true })).toEqual(decision);
  expect((await read("/p2p/orders")).orders).toEqual([]);
  const ended = (await read(`/users/${buyer}/p2p-orders`)).orders;
  expect(ended).toMatchObject([
    { ...terms, status: "completed", paidAt: times[1], appealedAt: times[2] },
    { ...terms, id: dropped.orderId, status: "cancelled", ...EMPTY_TIMES },
  ]);
  const seen = (await read(`/users/${seller}/p2p-orders?status=completed`)).orders;
  expect(seen).toEqual(ended?.slice(0, 1));
});

it("statistics of merchants are those of their orders", async () => {
  expect((await read("/p2p/merchants")).merchants).toMatchObject([
    { uid: idleKey.uid, nickName: "Idle Trader", completedOrders: 0, completedRate: "0" },
    {
      ...{ uid: seller, nickName: "Honest Trader", level: "master", publishedAds: 1 },
      ...{ openOrders: 0, completedOrders: 1, completedRate: "0.5", undisputedRate: "0.5" },
      ...{ recentCompletedOrders: 1, recentCompletedRate: "0.5", recentPayMinutes: "0" },
    },
  ]);
});

it("lists are narrowed and continued page by page", async () => {
  const older = (await read("/p2p/ads")).ads?.[0]?.["id"];
  const newer = await publishSellAd(merchant);
  const first = await read("/p2p/ads?limit=1");
  expect(first).toMatchObject({ ads: [{ id: newer }], cursor: newer });
  const second = await read(`/p2p/ads?limit=1&cursor=${newer}`);
  expect(second).toMatchObject({ ads: [{ id: older }], cursor: "" });
  expect((await read(`/p2p/ads?uid=${idleKey.uid}`)).ads).toEqual([]);
  await merchant.operateP2pAd({ advId: newer, operation: "delist" });
  const delisted = (await read("/p2p/ads?status=delisted")).ads;
  expect(delisted).toMatchObject([{ id: newer, status: "delisted", isOpen: false }]);
  const open = await orderFromAd(taker, String(older));
  expect((await read(`/p2p/orders?uid=${buyer}`)).orders).toMatchObject([{ id: open.orderId }]);
  expect((await read(`/p2p/orders?uid=${idleKey.uid}`)).orders).toEqual([]);
  expect((await read("/p2p/orders?status=in_appeal")).orders).toEqual([]);
  const page = await read(`/users/${seller}/p2p-orders?limit=1`);
  expect(page).toMatchObject({ orders: [{ id: open.orderId }], cursor: open.orderId });
  const rest = await read(`/users/${seller}/p2p-orders?limit=2&cursor=${page.cursor}`);
  expect([rest.orders?.length, rest.cursor]).toEqual([2, ""]);
  const merchants = await read(`/p2p/merchants?limit=1&cursor=${idleKey.uid}`);
  expect(merchants).toMatchObject({ merchants: [{ uid: seller }], cursor: "" });
});

it("a refusal says what stands in the way", async () => {
  const merchantOf = (uid: string, nickName?: string) =>
    exchange.admin("PUT", `/users/${uid}/merchant`, { level: "starter", nickName });
  const sub = await exchange.newUser(
    { kind: "unified", parentUid: takerKey.uid },
    { wallet: "funding", coin: "USDT", amount: "1" },
  );
  await expect(merchantOf(sub.uid, "Sub")).rejects.toThrow("a sub-account cannot be a merchant");
  const demo = exchange.firstUser("unified-demo").uid;
  await expect(merchantOf(demo, "Demo")).rejects.toThrow("only the live realm has peer-to-peer");
  await expect(merchantOf(takerKey.uid)).rejects.toThrow("a merchant needs a nickName");
  await expect(merchantOf(takerKey.uid, "idle trader")).rejects.toThrow("another merchant has");
  const [fiat] = (await read<{ fiats: readonly Row[] }>("/p2p/terms")).fiats;
  const change = (member: object) => exchange.admin("PUT", "/p2p/fiats", { ...fiat, ...member });
  await expect(change({ methods: ["Cheque"] })).rejects.toThrow("is called Cheque");
  await expect(change({ payMinutes: [] })).rejects.toThrow("1 to 10 payment times");
  const [open] = (await read("/p2p/orders")).orders ?? [];
  const decide = (id: string) =>
    exchange.admin("POST", `/p2p/orders/${id}/decision`, { isReleased: true });
  await expect(decide(String(open?.["id"]))).rejects.toThrow("the order is not in appeal");
  await expect(decide("1000000000000000001")).rejects.toThrow("there is no such open order");
});

it("who has an ad or an order neither leaves the endpoints nor is closed", async () => {
  const money = { wallet: "funding", coin: "USDT", amount: "1000" } as const;
  const sellerKey = await exchange.newUser({ kind: "unified" }, money);
  const buyerKey = await exchange.newUser({ kind: "unified" }, { ...money, amount: "1" });
  const [selling, buying] = [restV3(exchange, sellerKey), restV3(exchange, buyerKey)];
  await makeMerchant(sellerKey, "All In");
  await exchange.admin("POST", `/users/${buyerKey.uid}/debits`, { ...money, amount: "1" });
  const advId = await publishSellAd(selling);
  const close = ({ uid }: Key) => exchange.admin("POST", `/users/${uid}/close`, {});
  const closed = { uid: buyerKey.uid, revokedKeys: 1 };
  await expect(close(sellerKey)).rejects.toThrow("the user has published peer-to-peer ads");
  const order = await orderFromAd(buying, advId);
  await selling.operateP2pAd({ advId, operation: "delist" });
  await exchange.admin("POST", `/users/${sellerKey.uid}/debits`, { ...money, amount: "900" });
  for (const key of [sellerKey, buyerKey]) {
    await expect(close(key)).rejects.toThrow("the user has open peer-to-peer orders");
    const leaving = restV3(exchange, key).downgradeAccountToClassic();
    await expect(leaving).rejects.toMatchObject({ body: { code: "25009" } });
  }
  await buying.postPrivate("/api/v3/p2p/order-cancel", order);
  await selling.downgradeAccountToClassic();
  expect(await close(buyerKey)).toEqual(closed);
});
