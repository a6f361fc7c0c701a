import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { formatRatio } from "../../../core/money/decimals.ts";
import type { LoanTermsRead, MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { rateE6Text } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { currencyNamed, ISOLATED, marginPath, marginPlace, termsNamed } from "./margin-mode.ts";
import { tierAmount } from "./tier-amount.ts";

const INITIAL_RATE_DIGITS = 8;

/** Returns the tiers of both coins of a pair, side by side. */
function pairTiers(context: PrivateContext, place: MarginAccountKey) {
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
    baseMaxBorrowableAmount: tierAmount(context, base, at),
    quoteMaxBorrowableAmount: tierAmount(context, quote, at),
    maintainMarginRate: rateE6Text(maintenanceRate),
    initRate: formatRatio(1n, BigInt(leverage - 1), INITIAL_RATE_DIGITS),
  }));
}

export const getIsolatedTiers = defineEndpoint({
  method: "GET",
  paths: [marginPath(ISOLATED, "tier-data")],
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
    return pairTiers(context, marginPlace(context, ISOLATED, request.symbol));
  },
});
