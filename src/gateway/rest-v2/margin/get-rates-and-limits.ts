/** What borrowing costs and how much may be borrowed. */
import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { LoanTermsRead, MarginPlace } from "../../../core/reads/loan-reads.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText, rateE8Text } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { coin, symbol, timestampMs } from "../../http/fields.ts";
import { windowOf } from "../shared/paging.ts";
import { currencyNamed, forBothModes, marginPath, marginPlace, termsNamed } from "./margin-mode.ts";

const DAYS_PER_YEAR = 365;
const SPAN_DAYS_MAX = 90;

const LEVEL = {
  level: Type.String(),
  limit: Type.String(),
  dailyInterestRate: Type.String(),
  discountRate: Type.String(),
};
const isolatedLevel = Type.Object({ ...LEVEL, annuallyInterestRate: Type.String() });
const crossedLevel = Type.Object({ ...LEVEL, annualInterestRate: Type.String() });

/** The figures of a coin: rates of a day and a year, the largest loan, the largest leverage. */
function figuresOf(context: PrivateContext, terms: LoanTermsRead) {
  const { currency, dailyRate, tiers } = terms;
  const largest = tiers[tiers.length - 1]?.amountMax ?? 0n;
  return {
    code: currencyCode(context.exchange.accounts, currency),
    daily: rateE8Text(dailyRate),
    annual: rateE8Text(dailyRate * DAYS_PER_YEAR),
    largest: amountText(context.exchange.accounts, currency, largest),
    leverage: String(Math.max(...tiers.map(({ leverage }) => leverage))),
    isBorrowable: largest > 0n,
  };
}

type CoinFigures = ReturnType<typeof figuresOf>;

function levelOf({ annual, daily, largest }: CoinFigures) {
  const level = { level: "0", limit: largest, dailyInterestRate: daily, discountRate: "1" };
  return { ...level, annuallyInterestRate: annual };
}

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

/** The figures of both coins of a pair in one row. */
function pairRates(context: PrivateContext, place: MarginPlace) {
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

export const rateAndLimitEndpoints = forBothModes((mode) =>
  mode.isIsolated
    ? defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "interest-rate-and-limit")],
        version: "v2",
        summary: "Interest and largest loans of both coins of a pair",
        access: { kind: "private", permission: "read" },
        limit: { perSecond: 10, per: "uid" },
        request: Type.Object({ symbol: symbol() }),
        response: Type.Array(SIDE),
        handle(context, request) {
          return [pairRates(context, marginPlace(context, mode, request.symbol))];
        },
      })
    : defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "interest-rate-and-limit")],
        version: "v2",
        summary: "Interest and largest loan of a coin in crossed margin",
        access: { kind: "private", permission: "read" },
        limit: { perSecond: 10, per: "ip" },
        request: Type.Object({ coin: coin() }),
        response: Type.Array(
          Type.Object({
            transferable: Type.Boolean(),
            leverage: Type.String(),
            coin: Type.String(),
            borrowable: Type.Boolean(),
            dailyInterestRate: Type.String(),
            annualInterestRate: Type.String(),
            maxBorrowableAmount: Type.String(),
            vipList: Type.Array(crossedLevel),
          }),
        ),
        handle(context, request) {
          const place = marginPlace(context, mode, undefined);
          const currency = currencyNamed(context, request.coin);
          const figures = figuresOf(context, termsNamed(context, place, currency));
          const { annuallyInterestRate: annualInterestRate, ...level } = levelOf(figures);
          return [
            {
              transferable: true,
              leverage: figures.leverage,
              coin: figures.code,
              borrowable: figures.isBorrowable,
              dailyInterestRate: figures.daily,
              annualInterestRate: figures.annual,
              maxBorrowableAmount: figures.largest,
              vipList: [{ ...level, annualInterestRate }],
            },
          ];
        },
      }),
);

export const getInterestRateRecord = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/margin/interest-rate-record"],
  version: "v2",
  summary: "The rate a coin is lent at in crossed margin now",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({
    coin: coin(),
    startTime: Type.Optional(timestampMs()),
    endTime: Type.Optional(timestampMs()),
  }),
  response: Type.Object({
    coin: Type.String(),
    dailyInterestRate: Type.String(),
    annualInterestRate: Type.String(),
    updatedTime: Type.String(),
  }),
  handle(context, request) {
    windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX });
    const currency = currencyNamed(context, request.coin);
    const { userIndex: user } = context.principal;
    const place = { user, wallet: "crossed_margin", instrument: undefined } as const;
    const figures = figuresOf(context, termsNamed(context, place, currency));
    return {
      coin: figures.code,
      dailyInterestRate: figures.daily,
      annualInterestRate: figures.annual,
      updatedTime: String(context.requestTimeMs),
    };
  },
});
