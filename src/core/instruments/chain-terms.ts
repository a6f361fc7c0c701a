/**
 * Terms on which a coin is deposited and withdrawn on a chain (decision 0061). The pair of coin and
 * chain has an index, which is its place in the list of the state and never changes.
 */
import { assert } from "../base/assert.ts";
import { type ByteReader, type ByteWriter, wordOf } from "../base/bytes.ts";
import { CHAIN_CONFIRMATIONS_MAX, CHAIN_TEXT_LENGTH_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { type Atoms, atoms, type RateE6, rateE6 } from "../money/units.ts";
import type { Currency } from "./instrument.ts";

export type ChainTerms = {
  /** Place in the list of the state. */
  readonly index: number;
  readonly currency: number;
  /** Name of the network as clients name it, such as TRC20. */
  readonly chain: string;
  /** Whether an address needs a tag beside it, because users share it. */
  readonly needsTag: boolean;
  /** Whether addresses are invoices: the size of a withdrawal is what the invoice asks for. */
  readonly isByInvoice: boolean;
  readonly isRechargeable: boolean;
  readonly isWithdrawable: boolean;
  readonly isCongested: boolean;
  readonly withdrawFee: Atoms;
  /** Further fee as a share of the size. */
  readonly extraFee: RateE6;
  /** Blocks, that of the transaction included, after which a transaction counts as final. */
  readonly depositConfirmations: number;
  readonly withdrawConfirmations: number;
  readonly depositMin: Atoms;
  readonly withdrawMin: Atoms;
  /** The size of a withdrawal is a multiple of it; 0 for no such limit. */
  readonly withdrawStep: Atoms;
  /** Largest number of decimals of the size of a withdrawal. */
  readonly withdrawDecimals: number;
  /** Withdrawals of a main account in a day, in total, that need no approval of the operator. */
  readonly unattendedMax: Atoms;
  readonly browserUrl: string;
  readonly contractAddress: string;
};

const WHOLE_E6 = 1_000_000;
const CHAIN_NAME = /^[A-Za-z0-9-]{1,20}$/;
const PRINTABLE = /^[!-~]*$/;

function isText(text: string): boolean {
  return text.length <= CHAIN_TEXT_LENGTH_MAX && PRINTABLE.test(text);
}

/** Returns the terms that a command states, or `undefined` when one is out of bounds. */
export function chainTermsFrom(
  command: DraftOf<"set_chain_terms">,
  currency: Currency,
  index: number,
): ChainTerms | undefined {
  const { depositConfirmations, withdrawConfirmations } = command;
  const confirmations = [depositConfirmations, withdrawConfirmations];
  const { depositMin, unattendedMax, withdrawFee, withdrawMin, withdrawStep } = command;
  const amounts = [depositMin, unattendedMax, withdrawFee, withdrawMin, withdrawStep];
  const isSound =
    !currency.isPractice &&
    CHAIN_NAME.test(command.chain) &&
    command.extraFeeE6 <= WHOLE_E6 &&
    confirmations.every((count) => count >= 1 && count <= CHAIN_CONFIRMATIONS_MAX) &&
    amounts.every((amount) => amount >= 0n) &&
    command.withdrawDecimals <= currency.decimals &&
    isText(command.browserUrl) &&
    isText(command.contractAddress);
  if (!isSound) return undefined;
  return {
    index,
    currency: currency.index,
    chain: command.chain,
    needsTag: command.needsTag,
    isByInvoice: command.isByInvoice,
    isRechargeable: command.isRechargeable,
    isWithdrawable: command.isWithdrawable,
    isCongested: command.isCongested,
    withdrawFee,
    extraFee: rateE6(command.extraFeeE6),
    depositConfirmations,
    withdrawConfirmations,
    depositMin,
    withdrawMin,
    withdrawStep,
    withdrawDecimals: command.withdrawDecimals,
    unattendedMax,
    browserUrl: command.browserUrl,
    contractAddress: command.contractAddress,
  };
}

/** Returns the terms of a coin on a chain; names of chains are compared without regard to case. */
export function findChain(
  chains: readonly ChainTerms[],
  currency: number,
  chain: string,
): ChainTerms | undefined {
  const name = chain.toUpperCase();
  return chains.find((one) => one.currency === currency && one.chain.toUpperCase() === name);
}

/** Writes the terms of all coins and chains, in the order of their indexes. */
export function writeChains(chains: readonly ChainTerms[], out: ByteWriter): void {
  out.varint(chains.length);
  for (const terms of chains) {
    out.varint(terms.currency);
    out.text(terms.chain);
    for (const isSet of [
      terms.needsTag,
      terms.isByInvoice,
      terms.isRechargeable,
      terms.isWithdrawable,
      terms.isCongested,
    ]) {
      out.u8(isSet ? 1 : 0);
    }
    out.i64(terms.withdrawFee);
    out.varint(terms.extraFee);
    out.varint(terms.depositConfirmations);
    out.varint(terms.withdrawConfirmations);
    out.i64(terms.depositMin);
    out.i64(terms.withdrawMin);
    out.i64(terms.withdrawStep);
    out.varint(terms.withdrawDecimals);
    out.i64(terms.unattendedMax);
    out.text(terms.browserUrl);
    out.text(terms.contractAddress);
  }
}

/** Reads what `writeChains` wrote into an empty list. Throws `BytesDamaged`. */
export function readChains(
  chains: ChainTerms[],
  currencies: readonly Currency[],
  from: ByteReader,
): void {
  const count = from.varint();
  for (let index = 0; index < count; index++) {
    const currency = wordOf(currencies, from.varint()).index;
    const chain = from.text();
    assert(findChain(chains, currency, chain) === undefined, "a coin has each chain once");
    chains.push({
      index,
      currency,
      chain,
      needsTag: from.u8() === 1,
      isByInvoice: from.u8() === 1,
      isRechargeable: from.u8() === 1,
      isWithdrawable: from.u8() === 1,
      isCongested: from.u8() === 1,
      withdrawFee: atoms(from.i64()),
      extraFee: rateE6(from.varint()),
      depositConfirmations: from.varint(),
      withdrawConfirmations: from.varint(),
      depositMin: atoms(from.i64()),
      withdrawMin: atoms(from.i64()),
      withdrawStep: atoms(from.i64()),
      withdrawDecimals: from.varint(),
      unattendedMax: atoms(from.i64()),
      browserUrl: from.text(),
      contractAddress: from.text(),
    });
  }
}
