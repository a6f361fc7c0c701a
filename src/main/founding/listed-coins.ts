/**
 * The lists of the founding name a coin by its place in `CURRENCY_LISTINGS`. In an exchange whose
 * operator has listed coins of his own, a later coin of the product has another index.
 */
import type { CommandDraft } from "../../core/commands/commands.ts";
import type { State } from "../../core/state.ts";
import { CURRENCY_LISTINGS } from "./listings.ts";

const COIN_FIELDS = ["base", "currency", "quote", "settle"] as const;

type CoinFields = { [N in (typeof COIN_FIELDS)[number]]?: number };

/**
 * Returns the index that the coin at a place of `CURRENCY_LISTINGS` has; undefined when the
 * exchange has no such coin, or one of this code with other decimals or of the other kind. Such a
 * coin is the operator's own, and amounts of the product would mean something else in it.
 */
export function listedIndex({ currencyByCode }: State, place: number): number | undefined {
  const listing = CURRENCY_LISTINGS[place];
  if (listing === undefined) return undefined;
  const coin = currencyByCode.get(listing.code);
  const isSame = coin?.decimals === listing.decimals && coin.isPractice === listing.isPractice;
  return isSame ? coin.index : undefined;
}

/** Returns the commands with the indexes of their coins; leaves out those without an index. */
export function withListedCoins<D extends CommandDraft>(state: State, drafts: readonly D[]): D[] {
  return drafts.flatMap((draft) => {
    const places: CoinFields = draft as CoinFields;
    const indexes: CoinFields = {};
    for (const field of COIN_FIELDS) {
      const place = places[field];
      if (place === undefined) continue;
      const index = listedIndex(state, place);
      if (index === undefined) return [];
      indexes[field] = index;
    }
    return [{ ...draft, ...indexes }];
  });
}
