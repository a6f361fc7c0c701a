import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { formatRatio } from "../../../core/money/decimals.ts";
import type { LoanTermsRead, MarginPlace } from "../../../core/reads/loan-reads.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText, rateE6Text } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { coin, symbol } from "../../http/fields.ts";
import { currencyNamed, forBothModes, marginPath, marginPlace, termsNamed } from "./margin-mode.ts";

const INITIAL_RATE_DIGITS = 8;

function amountOf(context: PrivateContext, terms: LoanTermsRead, tier: number): string {
  const amount = terms.tiers[tier]?.amountMax ?? 0n;
  return amountText(context.exchange.accounts, terms.currency, amount);
}

/** The tiers of both coins of a pair, side by side. */
function pairTiers(context: PrivateContext, place: MarginPlace) {
  const { exchange } = context;
  const pair = place.instrument as Instrument;
  const of = (index: number): LoanTermsRead =>
    termsNamed(context, place, currencyNamed(context, currencyCode(exchange.accounts, index)));
  const [base, quote] = [of(pair.base), of(pair.quote)];
  return base.tiers.map(({ leverage, maintenanceRate }, at) => ({
    tier: String(at + 1),
    symbol: pair.symbol,
    leverage: String(leverage),
    baseCoin: currencyCode(exchange.accounts, pair.base),
    quoteCoin: currencyCode(exchange.accounts, pair.quote),
    baseMaxBorrowableAmount: amountOf(context, base, at),
    quoteMaxBorrowableAmount: amountOf(context, quote, at),
    maintainMarginRate: rateE6Text(maintenanceRate),
    initRate: formatRatio(1n, BigInt(leverage - 1), INITIAL_RATE_DIGITS),
  }));
}

export const tierDataEndpoints = forBothModes((mode) =>
  mode.isIsolated
    ? defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "tier-data")],
        version: "v2",
        summary: "Tiers of a pair: the more is borrowed, the less leverage",
        access: { kind: "private", permission: "read" },
        limit: { perSecond: 10, per: "uid" },
        request: Type.Object({ symbol: symbol() }),
        response: Type.Array(
          Type.Object({
            tier: Type.String(),
            symbol: Type.String(),
            leverage: Type.String(),
            baseCoin: Type.String(),
            quoteCoin: Type.String(),
            baseMaxBorrowableAmount: Type.String(),
            quoteMaxBorrowableAmount: Type.String(),
            maintainMarginRate: Type.String(),
            initRate: Type.String({ description: "1 ÷ (leverage − 1)" }),
          }),
        ),
        handle(context, request) {
          return pairTiers(context, marginPlace(context, mode, request.symbol));
        },
      })
    : defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "tier-data")],
        version: "v2",
        summary: "Tiers of a coin in crossed margin",
        access: { kind: "private", permission: "read" },
        limit: { perSecond: 10, per: "ip" },
        request: Type.Object({ coin: coin() }),
        response: Type.Array(
          Type.Object({
            tier: Type.String(),
            leverage: Type.String(),
            coin: Type.String(),
            maxBorrowableAmount: Type.String(),
            maintainMarginRate: Type.String(),
          }),
        ),
        handle(context, request) {
          const place = marginPlace(context, mode, undefined);
          const terms = termsNamed(context, place, currencyNamed(context, request.coin));
          return terms.tiers.map(({ leverage, maintenanceRate }, at) => ({
            tier: String(at + 1),
            leverage: String(leverage),
            coin: currencyCode(context.exchange.accounts, terms.currency),
            maxBorrowableAmount: amountOf(context, terms, at),
            maintainMarginRate: rateE6Text(maintenanceRate),
          }));
        },
      }),
);
