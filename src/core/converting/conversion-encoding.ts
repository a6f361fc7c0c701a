/** Conversions in the canonical bytes of a state (see `state-encoding.ts`). */

import { type ByteReader, type ByteWriter, wordOf } from "../base/bytes.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { atoms, rateE6 } from "../money/units.ts";
import { type State, userAt } from "../state.ts";
import type { ConversionQuote } from "./conversions.ts";

function writeTerms({ conversions }: State, out: ByteWriter): void {
  for (const realm of REALMS) {
    const rules = conversions.rules[realm];
    out.varint(rules.quotesMax);
    out.varint(rules.accountQuotesMax);
    out.varint(rules.accountDayUsdMax);
    out.varint(rules.dayLossUsdMax);
  }
  out.varint(conversions.terms.length);
  for (const terms of conversions.terms) {
    out.u8(indexIn(REALMS, terms.realm));
    out.varint(terms.currency);
    out.i64(terms.amountMin);
    out.i64(terms.amountMax);
    out.varint(terms.spread);
    out.i64(terms.netMax);
  }
}

function readTerms({ conversions }: State, from: ByteReader): void {
  for (const realm of REALMS) {
    conversions.rules[realm] = {
      quotesMax: from.varint(),
      accountQuotesMax: from.varint(),
      accountDayUsdMax: from.varint(),
      dayLossUsdMax: from.varint(),
    };
  }
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    conversions.terms.push({
      realm: wordOf(REALMS, from.u8()),
      currency: from.varint(),
      amountMin: atoms(from.i64()),
      amountMax: atoms(from.i64()),
      spread: rateE6(from.varint()),
      netMax: atoms(from.i64()),
    });
  }
}

function writeQuotes({ conversions }: State, out: ByteWriter): void {
  out.varint(conversions.quotes.size);
  for (const quote of conversions.quotes.values()) {
    out.varint(quote.id);
    out.varint(quote.user);
    out.varint(quote.fromCurrency);
    out.i64(quote.fromAmount);
    out.varint(quote.toCurrency);
    out.i64(quote.toAmount);
    out.varint(quote.price.digits);
    out.varint(quote.price.decimals);
    out.varint(quote.expiresAtMs);
  }
}

function readQuotes(state: State, from: ByteReader): void {
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    const quote: ConversionQuote = {
      id: from.varint(),
      user: from.varint(),
      fromCurrency: from.varint(),
      fromAmount: atoms(from.i64()),
      toCurrency: from.varint(),
      toAmount: atoms(from.i64()),
      price: { digits: from.varint(), decimals: from.varint() },
      expiresAtMs: from.varint(),
    };
    state.conversions.quotes.add(quote, userAt(state, quote.user));
  }
}

/** Appends conversions, after the users. */
export function writeConversions(state: State, out: ByteWriter): void {
  const { day } = state.conversions;
  writeTerms(state, out);
  writeQuotes(state, out);
  out.varint(day.day);
  const nets = day.nets();
  out.varint(nets.length);
  for (const [key, net] of nets) {
    out.varint(key);
    out.i64(net);
  }
  const usds = day.usds();
  out.varint(usds.length);
  for (const [parent, usd] of usds) {
    out.varint(parent);
    out.i64(usd);
  }
}

/** Restores what `writeConversions` wrote. */
export function readConversions(state: State, from: ByteReader): void {
  const { day } = state.conversions;
  readTerms(state, from);
  readQuotes(state, from);
  day.begin(from.varint());
  const nets = from.varint();
  for (let i = 0; i < nets; i++) {
    const key = from.varint();
    day.restoreNet(key, atoms(from.i64()));
  }
  const usds = from.varint();
  for (let i = 0; i < usds; i++) {
    const parent = from.varint();
    day.restoreUsd(parent, from.i64());
  }
}
