/** The most that can be borrowed, and the most that can be moved out, by coin. */
import { Type } from "typebox";
import type { Currency, Instrument } from "../../../core/instruments/instrument.ts";
import type { MarginPlace } from "../../../core/reads/loan-reads.ts";
import { amountText } from "../../../wire/texts.ts";
import { defineEndpoint, type Endpoint, type PrivateContext } from "../../http/endpoint.ts";
import { coin, symbol } from "../../http/fields.ts";
import {
  currencyNamed,
  forBothModes,
  type MarginMode,
  marginPath,
  marginPlace,
  termsNamed,
} from "./margin-mode.ts";

/** What is measured of a coin in an account, and the words for it. */
type Measure = {
  readonly name: "borrowable" | "movable";
  readonly path: string;
  /** Completes "The most that can be". */
  readonly done: string;
  /** The amount of an isolated pair's coin, after `baseCoin` and `quoteCoin`. */
  readonly isolatedField: "MaxBorrowAmount" | "MaxTransferOutAmount";
  readonly crossedField: "maxBorrowableAmount" | "maxTransferOutAmount";
};

const BORROWABLE: Measure = {
  name: "borrowable",
  path: "account/max-borrowable-amount",
  done: "borrowed",
  isolatedField: "MaxBorrowAmount",
  crossedField: "maxBorrowableAmount",
};

const MOVABLE: Measure = {
  name: "movable",
  path: "account/max-transfer-out-amount",
  done: "moved out",
  isolatedField: "MaxTransferOutAmount",
  crossedField: "maxTransferOutAmount",
};

/** Throws 50004 for a coin that is not lent there. */
function measured(
  context: PrivateContext,
  measure: Measure,
  of: { readonly place: MarginPlace; readonly currency: Currency },
): string {
  const { currency, place } = of;
  termsNamed(context, place, currency);
  const amount = context.exchange.accounts.lending[measure.name](place, currency);
  return amountText(context.exchange.accounts, currency.index, amount);
}

const TERMS = {
  method: "GET",
  version: "v2",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
} as const;

function isolatedAmounts(mode: MarginMode, measure: Measure): Endpoint {
  const field = measure.isolatedField;
  return defineEndpoint({
    ...TERMS,
    paths: [marginPath(mode, measure.path)],
    summary: `The most that can be ${measure.done} of both coins of a pair`,
    request: Type.Object({ symbol: symbol() }),
    response: Type.Object({
      symbol: Type.String(),
      baseCoin: Type.String(),
      [`baseCoin${field}`]: Type.String(),
      quoteCoin: Type.String(),
      [`quoteCoin${field}`]: Type.String(),
    }),
    handle(context, request) {
      const place = marginPlace(context, mode, request.symbol);
      const { base, quote, symbol: name } = place.instrument as Instrument;
      const { accounts } = context.exchange;
      const currencies = [base, quote].map((index) => accounts.currencyAt(index) as Currency);
      const [baseCoin, quoteCoin] = currencies.map(({ code }) => code) as [string, string];
      const amounts = currencies.map((currency) => measured(context, measure, { place, currency }));
      const [ofBase, ofQuote] = amounts as [string, string];
      return {
        symbol: name,
        ...{ baseCoin, [`baseCoin${field}`]: ofBase },
        ...{ quoteCoin, [`quoteCoin${field}`]: ofQuote },
      };
    },
  });
}

function crossedAmount(mode: MarginMode, measure: Measure): Endpoint {
  return defineEndpoint({
    ...TERMS,
    paths: [marginPath(mode, measure.path)],
    summary: `The most of a coin that can be ${measure.done} in crossed margin`,
    request: Type.Object({ coin: coin() }),
    response: Type.Object({ coin: Type.String(), [measure.crossedField]: Type.String() }),
    handle(context, request) {
      const currency = currencyNamed(context, request.coin);
      const place = marginPlace(context, mode, undefined);
      const amount = measured(context, measure, { place, currency });
      return { coin: currency.code, [measure.crossedField]: amount };
    },
  });
}

function maxAmounts(measure: Measure): readonly Endpoint[] {
  return forBothModes((mode) =>
    mode.isIsolated ? isolatedAmounts(mode, measure) : crossedAmount(mode, measure),
  );
}

export const maxBorrowableEndpoints = maxAmounts(BORROWABLE);
export const maxTransferOutEndpoints = maxAmounts(MOVABLE);
