/** Futures accounts of v2, in REST (rest-v2.md) and pushed (websocket.md section 8.3). */

import type { Static } from "typebox";
import { type TObject, Type } from "typebox";
import type { Category, Realm, Wallet } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { Without } from "../row-types.ts";
import { coinText, riskRateText } from "../texts.ts";
import { UsdValues, usdText } from "../usd-values.ts";
import type { AccountOwner } from "./balance-rows.ts";

export const ACCOUNT_FIELDS = {
  marginCoin: Type.String(),
  locked: Type.String({ description: "Margin and fees of open orders" }),
  available: Type.String({ description: "Balance, without unrealised profit" }),
  crossedMaxAvailable: Type.String({ description: "Equity that no margin and order needs" }),
  isolatedMaxAvailable: Type.String({ description: "Without unrealised profit" }),
  maxTransferOut: Type.String({ description: "As crossedMaxAvailable, without unrealised profit" }),
  accountEquity: Type.String({ description: "With isolated margin and all unrealised profit" }),
  usdtEquity: Type.String(),
  btcEquity: Type.String(),
  crossedRiskRate: Type.String({ description: "Maintenance margin by equity" }),
  unrealizedPL: Type.String(),
  coupon: Type.String(),
  grant: Type.String(),
  isolatedMargin: Type.String(),
  crossedMargin: Type.String(),
  crossedUnrealizedPL: Type.String(),
  isolatedUnrealizedPL: Type.String(),
  assetMode: Type.String(),
};
export type MixAccountRow = Static<TObject<typeof ACCOUNT_FIELDS>>;

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** The account in one margin coin, in REST; isolated positions are part of equity only. */
export function mixAccountRow(
  accounts: LiveAccounts,
  owner: AccountOwner,
  wallet: Wallet,
  currency: Currency,
): MixAccountRow {
  const margin = accounts.margin(owner.user, wallet, currency);
  const { isolatedMargin, isolatedUnrealisedPnl, unrealisedPnl } = margin;
  const equity = margin.balance + unrealisedPnl + isolatedMargin + isolatedUnrealisedPnl;
  const usd = new UsdValues(accounts, owner.realm);
  const dollars = usd.of(equity, currency);
  const text = (amount: bigint): string => coinText(currency, amount);
  return {
    marginCoin: currency.code,
    locked: text(margin.hold + margin.requiredMargin - margin.positionMargin),
    available: text(margin.balance),
    crossedMaxAvailable: text(positive(margin.free)),
    isolatedMaxAvailable: text(positive(margin.transferable)),
    maxTransferOut: text(positive(margin.transferable)),
    accountEquity: text(equity),
    usdtEquity: usdText(dollars),
    btcEquity: usd.textIn(dollars, "BTC"),
    crossedRiskRate: riskRateText(accounts.risk(owner.user, wallet, currency)),
    unrealizedPL: text(unrealisedPnl + isolatedUnrealisedPnl),
    coupon: "0",
    grant: "0",
    isolatedMargin: text(isolatedMargin),
    crossedMargin: text(margin.positionMargin),
    crossedUnrealizedPL: text(unrealisedPnl),
    isolatedUnrealizedPL: text(isolatedUnrealisedPnl),
    assetMode: "single",
  };
}

/** Members of accounts with multi-coin margin, which v2 does not have. */
type UnionMembers = {
  readonly unionTotalMargin: string;
  readonly unionAvailable: string;
  readonly unionMm: string;
};
const NO_UNION: UnionMembers = { unionTotalMargin: "0", unionAvailable: "0", unionMm: "0" };

/** Fields that only REST has, or that the channel names differently. */
type RestAlone =
  | ("locked" | "crossedMaxAvailable" | "isolatedMaxAvailable" | "accountEquity" | "btcEquity")
  | ("available" | "coupon" | "grant" | "isolatedMargin" | "crossedMargin" | "assetMode")
  | ("crossedUnrealizedPL" | "isolatedUnrealizedPL");

/** An account on the channel `account` of futures. */
export type MixAccountPush = Without<MixAccountRow, RestAlone> &
  UnionMembers & {
    /** As `locked` of REST. */
    readonly frozen: string;
    /** As `crossedMaxAvailable` of REST. */
    readonly available: string;
    /** The same. */
    readonly maxOpenPosAvailable: string;
    /** As `accountEquity` of REST. */
    readonly equity: string;
    /** As `assetMode` of REST. */
    readonly assetsMode: string;
  };

function mixAccountPush(row: MixAccountRow): MixAccountPush {
  return {
    marginCoin: row.marginCoin,
    frozen: row.locked,
    available: row.crossedMaxAvailable,
    maxOpenPosAvailable: row.crossedMaxAvailable,
    maxTransferOut: row.maxTransferOut,
    equity: row.accountEquity,
    usdtEquity: row.usdtEquity,
    crossedRiskRate: row.crossedRiskRate,
    unrealizedPL: row.unrealizedPL,
    ...NO_UNION,
    assetsMode: row.assetMode,
  };
}

export type FuturesCategory = Exclude<Category, "spot">;

/** Returns the coins that contracts of a product line settle in, each once, in listing order. */
export function settleCoins(
  accounts: LiveAccounts,
  realm: Realm,
  category: Category,
): readonly Currency[] {
  const instruments = accounts.instrumentsOf(realm, category);
  const coins = new Set(instruments.map(({ settle }) => settle));
  return [...coins].flatMap((index) => accounts.currencyAt(index) ?? []);
}

/** Returns one row for each settle coin of the product line. */
export function mixAccountsPush(
  accounts: LiveAccounts,
  owner: AccountOwner,
  category: FuturesCategory,
): readonly MixAccountPush[] {
  const wallet = CATEGORY_TRAITS[category].classicWallet;
  return settleCoins(accounts, owner.realm, category).map((currency) =>
    mixAccountPush(mixAccountRow(accounts, owner, wallet, currency)),
  );
}

/** The equity of one product line on the channel `equity`. */
export type EquityPush = Pick<MixAccountRow, "btcEquity" | "usdtEquity" | "unrealizedPL"> &
  UnionMembers & {
    /** As `unrealizedPL`, under the name that some clients read. */
    readonly usdtUnrealized: string;
    /** As `unionMm`, under the name that some clients read. */
    readonly unionMM: string;
  };

/** Adds up the accounts in the line's settle coins; its wallet also holds coins of other lines. */
export function equityPush(
  accounts: LiveAccounts,
  owner: AccountOwner,
  category: FuturesCategory,
): EquityPush {
  const wallet = CATEGORY_TRAITS[category].classicWallet;
  const usd = new UsdValues(accounts, owner.realm);
  let equity = 0n;
  let profit = 0n;
  for (const currency of settleCoins(accounts, owner.realm, category)) {
    const margin = accounts.margin(owner.user, wallet, currency);
    const unrealised = margin.unrealisedPnl + margin.isolatedUnrealisedPnl;
    equity += usd.of(margin.balance + margin.isolatedMargin + unrealised, currency);
    profit += usd.of(unrealised, currency);
  }
  return {
    btcEquity: usd.textIn(equity, "BTC"),
    usdtEquity: usdText(equity),
    unrealizedPL: usdText(profit),
    usdtUnrealized: usdText(profit),
    ...NO_UNION,
    unionMM: NO_UNION.unionMm,
  };
}
