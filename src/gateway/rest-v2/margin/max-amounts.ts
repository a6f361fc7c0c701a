import type { Currency } from "../../../core/instruments/instrument.ts";
import type { MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import { amountText } from "../../../wire/texts.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { termsNamed } from "./margin-mode.ts";

/** Limit of a coin in an account, with its wire words. */
export type Measure = {
  readonly name: "borrowable" | "movable";
  readonly path: string;
  /** Completes "The most that can be". */
  readonly done: string;
  /** Suffix of the amount field of an isolated pair, after `baseCoin` and `quoteCoin`. */
  readonly isolatedField: "MaxBorrowAmount" | "MaxTransferOutAmount";
  readonly crossedField: "maxBorrowableAmount" | "maxTransferOutAmount";
};

export const BORROWABLE: Measure = {
  name: "borrowable",
  path: "account/max-borrowable-amount",
  done: "borrowed",
  isolatedField: "MaxBorrowAmount",
  crossedField: "maxBorrowableAmount",
};

export const MOVABLE: Measure = {
  name: "movable",
  path: "account/max-transfer-out-amount",
  done: "moved out",
  isolatedField: "MaxTransferOutAmount",
  crossedField: "maxTransferOutAmount",
};

/** Returns the limit as text; throws 50004 for a coin that is not lent there. */
export function measuredText(
  context: PrivateContext,
  measure: Measure,
  of: { readonly place: MarginAccountKey; readonly currency: Currency },
): string {
  const { currency, place } = of;
  termsNamed(context, place, currency);
  const amount = context.exchange.accounts.lending[measure.name](place, currency);
  return amountText(context.exchange.accounts, currency.index, amount);
}

export const MAX_AMOUNT_ENDPOINT = {
  method: "GET",
  version: "v2",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
} as const;
