import type { Currency } from "../../core/instruments/instrument.ts";
import { rejectionError } from "../rejection-codes.ts";
import type { RealmContext } from "./instrument-scope.ts";

/** Returns a coin by its upper-case name; throws 25201 if there is none. */
export function coinOf(context: RealmContext, name: string): Currency {
  const currency = context.exchange.accounts.currency(name);
  if (currency === undefined) throw rejectionError("currency_not_found", "v3");
  return currency;
}

/**
 * Returns the coins that accounts of the realm can hold: all coins that an instrument is settled in
 * or bought with. The dollar in which inverse contracts are quoted is not a coin.
 */
export function coinsOf({ exchange, realm }: RealmContext): readonly Currency[] {
  const { accounts } = exchange;
  const held = new Set<number>();
  for (const instrument of accounts.instruments()) {
    if (instrument.realm !== realm) continue;
    held.add(instrument.settle);
    if (instrument.isFutures) continue;
    held.add(instrument.base);
    held.add(instrument.quote);
  }
  return accounts.currencies().filter(({ index }) => held.has(index));
}
