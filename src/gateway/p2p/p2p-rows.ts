/** Rows of peer-to-peer trading on v3. */
import { type Static, Type } from "typebox";
import type { Side } from "../../core/base/vocabulary.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { Atoms } from "../../core/money/units.ts";
import type { P2pAccountRead, P2pAdRead } from "../../core/reads/p2p-reads.ts";
import type { P2pAdRow, P2pOrderRow } from "../../projections/history/p2p-tables.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { wireId } from "../../wire/ids.ts";
import {
  P2P_AD_STATUS_WORDS,
  P2P_ORDER_STATUS_WORDS,
  P2P_PRICE_TYPE_WORDS,
} from "../../wire/words/p2p-words.ts";
import { uidOf } from "../auth/uid.ts";
import { wireMethod } from "./p2p-request.ts";
import type { P2pStatistics } from "./p2p-statistics.ts";

/** Texts of the coin, the fiat currency and amounts of an ad or order. */
export function pairTexts(
  accounts: LiveAccounts,
  pair: { readonly currency: number; readonly fiat: number },
) {
  const { code: token = "", decimals = 0 } = accounts.currencyAt(pair.currency) ?? {};
  const { code: fiat = "", decimals: fiatDecimals = 0 } = accounts.p2p.fiatAt(pair.fiat) ?? {};
  return {
    ...{ token, fiat, tokenDecimals: decimals, fiatDecimals },
    coins: (amount: bigint): string => formatTrimmed(amount, decimals),
    money: (amount: bigint): string => formatTrimmed(amount, fiatDecimals),
  };
}

/** Returns the name of a method of payment. */
export function methodName(accounts: LiveAccounts, method: number): string {
  return accounts.p2p.methods[method] ?? "";
}

export const adListItemSchema = Type.Object({
  advId: Type.String(),
  merchantId: Type.String(),
  merchantName: Type.String(),
  token: Type.String(),
  fiat: Type.String(),
  side: Type.String({ description: "What the merchant does: buy, sell" }),
  price: Type.String(),
  minAmount: Type.String({ description: "Of an order, in fiat" }),
  maxAmount: Type.String({ description: "Of an order, in fiat" }),
  quantity: Type.String({ description: "What is left, in the token" }),
  payMethods: Type.Array(Type.Object({ payMethodId: Type.String(), payMethodName: Type.String() })),
  completedOrderNum: Type.String(),
  completedRate: Type.String({ description: "Completed share of the ended orders" }),
  avgReleaseTime: Type.String({ description: "Minutes, of the last 30 days" }),
  createdTime: Type.String(),
});

/** Returns an ad as others see it. */
export function adListItem(
  accounts: LiveAccounts,
  { ad, price }: { readonly ad: P2pAdRead; readonly price: Atoms },
  statistics: P2pStatistics,
): Static<typeof adListItemSchema> {
  const { coins, fiat, money, token } = pairTexts(accounts, ad);
  return {
    advId: wireId(ad.id),
    merchantId: uidOf(ad.user),
    merchantName: accounts.p2p.merchant(ad.user)?.nickName ?? "",
    ...{ token, fiat, side: ad.side, price: money(price) },
    minAmount: money(ad.terms.amountMin),
    maxAmount: money(ad.terms.amountMax),
    quantity: coins(ad.free),
    payMethods: accounts.p2p.methodsOf(ad).map((method) => ({
      payMethodId: wireMethod(method),
      payMethodName: methodName(accounts, method),
    })),
    completedOrderNum: String(statistics.completed),
    completedRate: statistics.completedRate,
    avgReleaseTime: statistics.recentReleaseMinutes,
    createdTime: String(ad.createdAtMs),
  };
}

/** Present price of an own ad; empty for a floating one without a fresh index price. */
export function ownPrice(accounts: LiveAccounts, ad: P2pAdRow): string {
  const { money } = pairTexts(accounts, ad);
  if (ad.priceType === "fixed") return money(ad.price);
  const open = accounts.p2p.ad(ad.user, ad.id);
  const price = open === undefined ? undefined : accounts.p2p.priceOf(open);
  return price === undefined ? "" : money(price);
}

/**
 * Time of the last change of an own ad by its owner. The history has that of its last event, which
 * an order on it causes too.
 */
export function adUpdatedMs(accounts: LiveAccounts, { id, updatedAtMs, user }: P2pAdRow): number {
  return accounts.p2p.ad(user, id)?.updatedAtMs ?? updatedAtMs;
}

export const myAdSchema = Type.Object({
  advId: Type.String(),
  side: Type.String(),
  priceType: Type.String(),
  token: Type.String(),
  fiat: Type.String(),
  price: Type.String({ description: "Empty while a floating price is not known" }),
  soldAmount: Type.String(),
  lastAmount: Type.String({ description: "What is left, in the token" }),
  payMethods: Type.Array(Type.Object({ payMethodId: Type.String() })),
  status: Type.String({ description: "publish, delist, remove" }),
  createdTime: Type.String(),
  updatedTime: Type.String(),
});

export function myAdRow(accounts: LiveAccounts, ad: P2pAdRow): Static<typeof myAdSchema> {
  const { coins, fiat, token } = pairTexts(accounts, ad);
  return {
    advId: wireId(ad.id),
    ...{ side: ad.side, priceType: P2P_PRICE_TYPE_WORDS[ad.priceType], token, fiat },
    price: ownPrice(accounts, ad),
    soldAmount: coins(ad.sold),
    lastAmount: coins(ad.free),
    payMethods: ad.methods
      .split(",")
      .map((method) => ({ payMethodId: wireMethod(Number(method)) })),
    status: P2P_AD_STATUS_WORDS[ad.status],
    createdTime: String(ad.createdAtMs),
    updatedTime: String(adUpdatedMs(accounts, ad)),
  };
}

export const orderRowSchema = Type.Object({
  orderId: Type.String(),
  side: Type.String({ description: "What the user does: buy, sell" }),
  token: Type.String(),
  fiat: Type.String(),
  price: Type.String(),
  amount: Type.String({ description: "In fiat" }),
  quantity: Type.String({ description: "In the token" }),
  fee: Type.String({ description: "In the token, deducted from what the buyer receives" }),
  counterparty: Type.String({ description: "Nickname of a merchant, or uid" }),
  status: Type.String({
    description: "pending_payment, pending_release, in_appeal, completed, cancelled",
  }),
  createdTime: Type.String(),
  updatedTime: Type.String(),
});

/** Returns the name under which a user trades: that of a merchant, or the uid. */
export function p2pNameOf(accounts: LiveAccounts, user: number): string {
  return accounts.p2p.merchant(user)?.nickName ?? uidOf(user);
}

export function sideOf({ isBuyer }: Pick<P2pOrderRow, "isBuyer">): Side {
  return isBuyer ? "buy" : "sell";
}

export function orderRow(accounts: LiveAccounts, row: P2pOrderRow): Static<typeof orderRowSchema> {
  const { coins, fiat, money, token } = pairTexts(accounts, row);
  return {
    orderId: wireId(row.id),
    ...{ side: sideOf(row), token, fiat, price: money(row.price), amount: money(row.amount) },
    quantity: coins(row.quantity),
    fee: coins(row.fee),
    counterparty: p2pNameOf(accounts, row.counterparty),
    status: P2P_ORDER_STATUS_WORDS[row.status],
    createdTime: String(row.createdAtMs),
    updatedTime: String(row.updatedAtMs),
  };
}

export const payMethodInfoSchema = Type.Array(
  Type.Object({ name: Type.String(), type: Type.String(), value: Type.String() }),
);

/** Returns the details of a payment account. */
export function payMethodFields({ details }: P2pAccountRead): Static<typeof payMethodInfoSchema> {
  return [{ name: "account", type: "txt", value: details }];
}

/** Lists of v3 peer-to-peer trading: `nextId` is the cursor of the next page. */
export function cursorListOf<R extends ReturnType<typeof Type.Object>>(item: R) {
  return Type.Object({
    items: Type.Array(item),
    nextId: Type.String({ description: "Cursor of the next page; empty on the last" }),
  });
}
