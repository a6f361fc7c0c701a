/** Rows of futures accounts (rest-v2.md, Get Account List). */
import { Type } from "typebox";
import type { Currency } from "../../../../core/instruments/instrument.ts";
import type { Wallet } from "../../../../core/vocabulary.ts";
import { amountText, riskRateText } from "../../../../wire/texts.ts";
import { UsdValues, usdText } from "../../../../wire/usd-values.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";

export const ACCOUNT_FIELDS = {
  marginCoin: Type.String(),
  locked: Type.String({ description: "Margin and fees of open orders" }),
  available: Type.String({ description: "Equity that no margin needs" }),
  crossedMaxAvailable: Type.String(),
  isolatedMaxAvailable: Type.String({ description: "Without unrealised profit" }),
  maxTransferOut: Type.String({ description: "As available, without unrealised profit" }),
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

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** Equity in dollars, and in BTC when BTC has a price. */
function worthOf(context: PrivateContext, currency: Currency, equity: bigint) {
  const usd = new UsdValues(context.exchange.accounts, context.realm);
  const dollars = usd.of(equity, currency);
  return { usdtEquity: usdText(dollars), btcEquity: usd.textIn(dollars, "BTC") };
}

/** The account of the caller in one margin coin; isolated positions count in equity alone. */
export function accountOf(context: PrivateContext, wallet: Wallet, currency: Currency) {
  const { exchange, principal } = context;
  const margin = exchange.accounts.margin(principal.userIndex, wallet, currency);
  const { isolatedMargin, isolatedUnrealisedPnl, unrealisedPnl } = margin;
  const equity = margin.balance + unrealisedPnl + isolatedMargin + isolatedUnrealisedPnl;
  const text = (amount: bigint): string => amountText(exchange.accounts, currency.index, amount);
  const free = text(positive(margin.free));
  const risk = exchange.accounts.risk(principal.userIndex, wallet, currency);
  return {
    marginCoin: currency.code,
    locked: text(margin.hold + margin.requiredMargin - margin.positionMargin),
    available: free,
    crossedMaxAvailable: free,
    isolatedMaxAvailable: text(positive(margin.transferable)),
    maxTransferOut: text(positive(margin.transferable)),
    accountEquity: text(equity),
    ...worthOf(context, currency, equity),
    crossedRiskRate: riskRateText(risk),
    unrealizedPL: text(unrealisedPnl + isolatedUnrealisedPnl),
    coupon: "0",
    grant: "",
    isolatedMargin: text(isolatedMargin),
    crossedMargin: text(margin.positionMargin),
    crossedUnrealizedPL: text(unrealisedPnl),
    isolatedUnrealizedPL: text(isolatedUnrealisedPnl),
    assetMode: "single",
  };
}
