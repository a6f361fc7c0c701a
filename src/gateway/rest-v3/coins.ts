import type { Currency } from "../../core/instruments/instrument.ts";
import { rejectionError } from "../rejection-codes.ts";
import type { RealmContext } from "./instrument-scope.ts";

/** A coin by its upper-case name; throws 25201 when there is none. */
export function coinOf(context: RealmContext, name: string): Currency {
  const currency = context.exchange.accounts.currency(name);
  if (currency === undefined) throw rejectionError("currency_not_found", "v3");
  return currency;
}

/**
 * The coins that accounts of the realm can hold: all that something is settled in or bought with.
 * The dollar that inverse contracts are quoted in is none.
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
