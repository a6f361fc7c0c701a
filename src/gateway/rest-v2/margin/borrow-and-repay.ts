/** Taking a loan and giving it back. */
import { Type } from "typebox";
import type { Currency } from "../../../core/instruments/instrument.ts";
import type { MarginPlace } from "../../../core/reads/loan-reads.ts";
import { wireId } from "../../../wire/ids.ts";
import { amountText } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { clientOidV2, coin, decimal } from "../../http/fields.ts";
import { submitAccepted } from "../shared/submit.ts";
import {
  amountNamed,
  currencyNamed,
  forBothModes,
  type MarginMode,
  marginPath,
  marginPlace,
  placeNumber,
  symbolField,
} from "./margin-mode.ts";

const COIN_FIELDS = { coin: coin(), clientOid: Type.Optional(clientOidV2()) };
const PLACE_ROW = { symbol: Type.Optional(Type.String()), coin: Type.String() };
const TERMS = {
  version: "v2",
  access: { kind: "private", permission: "margin_trade" },
  limit: { perSecond: 10, per: "uid" },
} as const;

/** An account and a coin as a request names them, and as its answer repeats them. */
type Named = { readonly place: MarginPlace; readonly currency: Currency };

function named(
  context: PrivateContext,
  mode: MarginMode,
  request: { readonly symbol?: string; readonly coin: string },
): Named {
  const place = marginPlace(context, mode, request.symbol);
  return { place, currency: currencyNamed(context, request.coin) };
}

function rowOf({ currency, place }: Named) {
  const symbol = place.instrument === undefined ? {} : { symbol: place.instrument.symbol };
  return { ...symbol, coin: currency.code };
}

/** Borrows or repays; answers the id of the loan or repayment. */
async function move(
  context: PrivateContext,
  { currency, place }: Named,
  terms: { readonly kind: "borrow" | "repay"; readonly amount: ReturnType<typeof amountNamed> },
): Promise<number> {
  const { user, wallet } = place;
  const account = { user, wallet, instrument: placeNumber(place), currency: currency.index };
  const { id } = await submitAccepted(context, { ...account, ...terms }, "margin");
  return id;
}

export const borrowEndpoints = forBothModes((mode) =>
  defineEndpoint({
    ...TERMS,
    method: "POST",
    paths: [marginPath(mode, "account/borrow")],
    summary: `Borrow a coin in ${mode.word} margin`,
    description: "The first hour of interest is charged at once.",
    request: Type.Object({ ...symbolField(mode), ...COIN_FIELDS, borrowAmount: decimal() }),
    response: Type.Object({ loanId: Type.String(), ...PLACE_ROW, borrowAmount: Type.String() }),
    async handle(context, request) {
      const loan = named(context, mode, request);
      const text = request.borrowAmount;
      const amount = amountNamed(context, loan.currency, { name: "borrowAmount", text });
      const id = await move(context, loan, { kind: "borrow", amount });
      const borrowAmount = amountText(context.exchange.accounts, loan.currency.index, amount);
      return { loanId: wireId(id), ...rowOf(loan), borrowAmount };
    },
  }),
);

export const repayEndpoints = forBothModes((mode) =>
  defineEndpoint({
    ...TERMS,
    method: "POST",
    paths: [marginPath(mode, "account/repay")],
    summary: `Repay a loan in ${mode.word} margin`,
    description: "Interest is paid first, then principal; more than is owed repays what is owed.",
    request: Type.Object({ ...symbolField(mode), ...COIN_FIELDS, repayAmount: decimal() }),
    response: Type.Object({
      repayId: Type.String(),
      ...PLACE_ROW,
      repayAmount: Type.String({ description: "What was repaid" }),
      remainDebtAmount: Type.String({ description: "Principal and interest still owed" }),
    }),
    async handle(context, request) {
      const { exchange } = context;
      const loan = named(context, mode, request);
      const { currency, place } = loan;
      const text = request.repayAmount;
      const amount = amountNamed(context, currency, { name: "repayAmount", text });
      const id = await move(context, loan, { kind: "repay", amount });
      const owed = exchange.accounts.lending.coins(place).find((one) => one.currency === currency);
      const { user, wallet } = place;
      const records = { user, wallet, kind: "repay", id, limit: 1 } as const;
      const { rows } = await exchange.history.loanRecords(records);
      const textOf = (money: bigint): string =>
        amountText(exchange.accounts, currency.index, money);
      return {
        repayId: wireId(id),
        ...rowOf(loan),
        repayAmount: textOf(rows[0]?.amount ?? amount),
        remainDebtAmount: textOf((owed?.principal ?? 0n) + (owed?.interest ?? 0n)),
      };
    },
  }),
);
