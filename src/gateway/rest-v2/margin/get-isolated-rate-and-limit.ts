import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { type CoinFigures, figuresOf, isolatedLevel, levelOf } from "./loan-figures.ts";
import { currencyNamed, ISOLATED, marginPath, marginPlace, termsNamed } from "./margin-mode.ts";

const SIDE = Type.Object({
  symbol: Type.String(),
  leverage: Type.String(),
  baseCoin: Type.String(),
  baseTransferable: Type.Boolean(),
  baseBorrowable: Type.Boolean(),
  baseDailyInterestRate: Type.String(),
  baseAnnuallyInterestRate: Type.String(),
  baseMaxBorrowableAmount: Type.String(),
  baseVipList: Type.Array(isolatedLevel),
  quoteCoin: Type.String(),
  quoteTransferable: Type.Boolean(),
  quoteBorrowable: Type.Boolean(),
  quoteDailyInterestRate: Type.String(),
  quoteAnnuallyInterestRate: Type.String(),
  quoteMaxBorrowableAmount: Type.String(),
  quoteList: Type.Array(isolatedLevel),
  quoteVipList: Type.Array(isolatedLevel),
});

/** Returns the figures of both coins of a pair in one row. */
function pairRates(context: PrivateContext, place: MarginAccountKey) {
  const { accounts } = context.exchange;
  const pair = place.instrument as Instrument;
  const of = (index: number): CoinFigures => {
    const currency = currencyNamed(context, accounts.currencyAt(index)?.code ?? "");
    return figuresOf(context, termsNamed(context, place, currency));
  };
  const [base, quote] = [of(pair.base), of(pair.quote)];
  return {
    symbol: pair.symbol,
    leverage: base.leverage,
    baseCoin: base.code,
    baseTransferable: true,
    baseBorrowable: base.isBorrowable,
    baseDailyInterestRate: base.daily,
    baseAnnuallyInterestRate: base.annual,
    baseMaxBorrowableAmount: base.largest,
    baseVipList: [levelOf(base)],
    quoteCoin: quote.code,
    quoteTransferable: true,
    quoteBorrowable: quote.isBorrowable,
    quoteDailyInterestRate: quote.daily,
    quoteAnnuallyInterestRate: quote.annual,
    quoteMaxBorrowableAmount: quote.largest,
    quoteList: [levelOf(quote)],
    quoteVipList: [levelOf(quote)],
  };
}

export const getIsolatedRateAndLimit = defineEndpoint({
  method: "GET",
  paths: [marginPath(ISOLATED, "interest-rate-and-limit")],
  version: "v2",
  summary: "Interest and largest loans of both coins of a pair",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ symbol: symbol() }),
  response: Type.Array(SIDE),
  handle(context, request) {
    return [pairRates(context, marginPlace(context, ISOLATED, request.symbol))];
  },
});
