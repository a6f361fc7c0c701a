/** The unified account in REST (rest-v3.md) and on the channel `account` (websocket.md 6.2). */
import { type Static, Type } from "typebox";
import type { Realm } from "../../core/base/vocabulary.ts";
import { formatRatio } from "../../core/money/decimals.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { Without } from "../row-types.ts";
import { coinText, riskRateText } from "../texts.ts";
import { UsdValues, usdText } from "../usd-values.ts";
import { type UnifiedCoin, unifiedTotals } from "./unified-totals.ts";

const RATIO_DECIMALS = 8;

const assetSchema = Type.Object({
  coin: Type.String(),
  equity: Type.String({ description: "balance + locked + unrealised profit and loss" }),
  usdValue: Type.String({ description: "Of the equity, at the index price" }),
  balance: Type.String({ description: "Without what is locked" }),
  available: Type.String({ description: "What may be spent or moved: margin is kept back" }),
  debt: Type.String(),
  locked: Type.String({ description: "Held by open spot orders" }),
  bonus: Type.String({ description: "Always 0: the exchange grants no trial funds" }),
});
type AssetRowV3 = Static<typeof assetSchema>;

export const accountRowSchema = Type.Object({
  accountEquity: Type.String(),
  usdtEquity: Type.String(),
  btcEquity: Type.String(),
  unrealisedPnl: Type.String(),
  usdtUnrealisedPnl: Type.String(),
  btcUnrealizedPnl: Type.String(),
  effEquity: Type.String(),
  mmr: Type.String({ description: "Maintenance margin of all positions and debts" }),
  imr: Type.String({
    description: "Initial margin of positions and open futures orders, margin of what is borrowed",
  }),
  mgnRatio: Type.String({
    description: "Maintenance with the fees of closing ÷ effEquity: above 1 is liquidation",
  }),
  positionMgnRatio: Type.String({ description: "Initial margin of positions ÷ effEquity" }),
  positionValue: Type.String(),
  leverage: Type.String({ description: "positionValue ÷ accountEquity" }),
  assets: Type.Array(assetSchema),
});
export type AccountRowV3 = Static<typeof accountRowSchema>;

/** What an amount below zero lacks. */
function debtOf(amount: bigint): bigint {
  return amount < 0n ? -amount : 0n;
}

function assetRow({ read, equity, usd }: UnifiedCoin): AssetRowV3 {
  const { available, balance, currency, hold } = read;
  return {
    coin: currency.code,
    equity: coinText(currency, equity),
    usdValue: usdText(usd),
    balance: coinText(currency, balance - hold),
    available: coinText(currency, available),
    debt: coinText(currency, debtOf(equity)),
    locked: coinText(currency, hold),
    bonus: "0",
  };
}

/** The whole account in REST; coins without a balance are left out. */
export function accountRow(accounts: LiveAccounts, user: number, realm: Realm): AccountRowV3 {
  const usd = new UsdValues(accounts, realm);
  const totals = unifiedTotals(accounts, usd, user);
  const { effective, equity, unrealised, maintenance } = totals;
  const assets = totals.coins
    .map(assetRow)
    .filter(({ balance, locked, equity: own }) => `${balance}${locked}${own}` !== "000");
  return {
    accountEquity: usdText(equity),
    usdtEquity: usd.textIn(equity, "USDT"),
    btcEquity: usd.textIn(equity, "BTC"),
    unrealisedPnl: usdText(unrealised),
    usdtUnrealisedPnl: usd.textIn(unrealised, "USDT"),
    btcUnrealizedPnl: usd.textIn(unrealised, "BTC"),
    effEquity: usdText(effective),
    mmr: usdText(maintenance),
    imr: usdText(totals.initial),
    mgnRatio: riskRateText(totals.risk),
    positionMgnRatio: formatRatio(totals.positionInitial, effective, RATIO_DECIMALS),
    positionValue: usdText(totals.positionValue),
    leverage: formatRatio(totals.positionValue, equity, RATIO_DECIMALS),
    assets,
  };
}

/** The channel names the debt differently and adds the borrowed amount. */
type AssetPushV3 = Without<AssetRowV3, "debt"> & {
  /** What the equity lacks beyond `borrow`: clients add the two. */
  readonly debts: string;
  /** What the balance lacks. */
  readonly borrow: string;
};

/** Fields that only REST has, or that the channel names differently. */
type RestAlone =
  | ("accountEquity" | "usdtEquity" | "btcEquity" | "assets")
  | ("unrealisedPnl" | "usdtUnrealisedPnl" | "btcUnrealizedPnl")
  | ("positionValue" | "leverage");

/** The account on the channel; its balances include locked amounts. */
export type AccountPushV3 = Without<AccountRowV3, RestAlone> & {
  /** As `accountEquity` of REST. */
  readonly totalEquity: string;
  /** As `unrealisedPnl` of REST. */
  readonly unrealisedPnL: string;
  readonly bonus: string;
  readonly coin: readonly AssetPushV3[];
};

function assetPush({ read, equity, usd }: UnifiedCoin): AssetPushV3 {
  const { available, balance, currency, hold } = read;
  const borrowed = debtOf(balance);
  const owed = debtOf(equity);
  return {
    coin: currency.code,
    balance: coinText(currency, balance),
    available: coinText(currency, available),
    locked: coinText(currency, hold),
    equity: coinText(currency, equity),
    borrow: coinText(currency, borrowed),
    debts: coinText(currency, owed > borrowed ? owed - borrowed : 0n),
    usdValue: usdText(usd),
    bonus: "0",
  };
}

/** Returns the account for the channel; figures outside `coin` are in US dollars. */
export function unifiedAccount(accounts: LiveAccounts, user: number, realm: Realm): AccountPushV3 {
  const totals = unifiedTotals(accounts, new UsdValues(accounts, realm), user);
  const { coins, effective, equity, maintenance, positionInitial } = totals;
  return {
    totalEquity: usdText(equity),
    effEquity: usdText(effective),
    unrealisedPnL: usdText(totals.unrealised),
    imr: usdText(totals.initial),
    mmr: usdText(maintenance),
    mgnRatio: riskRateText(totals.risk),
    positionMgnRatio: formatRatio(positionInitial, effective, RATIO_DECIMALS),
    bonus: "0",
    coin: coins.map(assetPush),
  };
}
