/** The most that can be borrowed, and the most that can be moved out, by coin. */
import { Type } from "typebox";
import type { Currency, Instrument } from "../../../core/instruments/instrument.ts";
import type { MarginPlace } from "../../../core/loan-reads.ts";
import type { Atoms } from "../../../core/money/units.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { coin, symbol } from "../../http/fields.ts";
import { amountText } from "../shared/texts.ts";
import { currencyNamed, forBothModes, marginPath, marginPlace, termsNamed } from "./margin-mode.ts";

type Measure = (context: PrivateContext, place: MarginPlace, currency: Currency) => Atoms;

const borrowable: Measure = ({ exchange }, place, currency) =>
  exchange.accounts.lending.borrowable(place, currency);
const movable: Measure = ({ exchange }, place, currency) =>
  exchange.accounts.lending.movable(place, currency);

function measured(
  context: PrivateContext,
  place: MarginPlace,
  of: { readonly currency: Currency; readonly measure: Measure },
): string {
  const { currency, measure } = of;
  termsNamed(context, place, currency);
  return amountText(context.exchange, currency.index, measure(context, place, currency));
}

/** Base and quote of an isolated pair, with what was measured of each. */
function pairMeasured(context: PrivateContext, place: MarginPlace, measure: Measure) {
  const { accounts } = context.exchange;
  const { base, quote, symbol: name } = place.instrument as Instrument;
  const of = (index: number): { code: string; amount: string } => {
    const currency = accounts.currencyAt(index) as Currency;
    return { code: currency.code, amount: measured(context, place, { currency, measure }) };
  };
  return { symbol: name, base: of(base), quote: of(quote) };
}

const ACCESS = { kind: "private", permission: "read" } as const;
const LIMIT = { perSecond: 10, per: "uid" } as const;

export const maxBorrowableEndpoints = forBothModes((mode) =>
  mode.isIsolated
    ? defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "account/max-borrowable-amount")],
        version: "v2",
        summary: "The most that can be borrowed of both coins of a pair",
        access: ACCESS,
        limit: LIMIT,
        request: Type.Object({ symbol: symbol() }),
        response: Type.Object({
          symbol: Type.String(),
          baseCoin: Type.String(),
          baseCoinMaxBorrowAmount: Type.String(),
          quoteCoin: Type.String(),
          quoteCoinMaxBorrowAmount: Type.String(),
        }),
        handle(context, request) {
          const place = marginPlace(context, mode, request.symbol);
          const { base, quote, symbol: name } = pairMeasured(context, place, borrowable);
          return {
            symbol: name,
            baseCoin: base.code,
            baseCoinMaxBorrowAmount: base.amount,
            quoteCoin: quote.code,
            quoteCoinMaxBorrowAmount: quote.amount,
          };
        },
      })
    : defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "account/max-borrowable-amount")],
        version: "v2",
        summary: "The most that can be borrowed of a coin in crossed margin",
        access: ACCESS,
        limit: LIMIT,
        request: Type.Object({ coin: coin() }),
        response: Type.Object({ coin: Type.String(), maxBorrowableAmount: Type.String() }),
        handle(context, request) {
          const currency = currencyNamed(context, request.coin);
          const place = marginPlace(context, mode, undefined);
          const amount = measured(context, place, { currency, measure: borrowable });
          return { coin: currency.code, maxBorrowableAmount: amount };
        },
      }),
);

export const maxTransferOutEndpoints = forBothModes((mode) =>
  mode.isIsolated
    ? defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "account/max-transfer-out-amount")],
        version: "v2",
        summary: "The most that can be moved out of an isolated margin account",
        access: ACCESS,
        limit: LIMIT,
        request: Type.Object({ symbol: symbol() }),
        response: Type.Object({
          symbol: Type.String(),
          baseCoin: Type.String(),
          baseCoinMaxTransferOutAmount: Type.String(),
          quoteCoin: Type.String(),
          quoteCoinMaxTransferOutAmount: Type.String(),
        }),
        handle(context, request) {
          const place = marginPlace(context, mode, request.symbol);
          const { base, quote, symbol: name } = pairMeasured(context, place, movable);
          return {
            symbol: name,
            baseCoin: base.code,
            baseCoinMaxTransferOutAmount: base.amount,
            quoteCoin: quote.code,
            quoteCoinMaxTransferOutAmount: quote.amount,
          };
        },
      })
    : defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "account/max-transfer-out-amount")],
        version: "v2",
        summary: "The most of a coin that can be moved out of the crossed margin account",
        access: ACCESS,
        limit: LIMIT,
        request: Type.Object({ coin: coin() }),
        response: Type.Object({ coin: Type.String(), maxTransferOutAmount: Type.String() }),
        handle(context, request) {
          const currency = currencyNamed(context, request.coin);
          const place = marginPlace(context, mode, undefined);
          const amount = measured(context, place, { currency, measure: movable });
          return { coin: currency.code, maxTransferOutAmount: amount };
        },
      }),
);
