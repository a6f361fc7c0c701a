/** Collects which accounts face the accounts of the exchange in the postings of a life. */

import { exchangeUserOf } from "../../src/core/accounts/user.ts";
import { WALLET_TRAITS } from "../../src/core/base/word-traits.ts";
import { EventReader } from "../../src/core/events/event-buffer.ts";
import { realmOfExchange } from "../../src/core/reads/liquidation-reads.ts";
import { instrumentRow } from "../../src/projections/history/history.ts";
import { Postings, type Side } from "../../src/projections/history/postings.ts";
import type { LivedDays } from "./lived-days.ts";

function sideOf({ user, wallet }: Side): string {
  if (realmOfExchange(user) !== undefined) return wallet;
  const { owner } = WALLET_TRAITS[wallet];
  return owner === "user" || owner === "position" ? "users" : wallet;
}

/** Adds `wallet kind side` for each posting on an account of the exchange, by the events. */
export function addHousePairs(pairs: Set<string>, { blocks, state }: LivedDays): void {
  let paid: Side | undefined;
  const rows = state.instruments.map((one) => instrumentRow(one, state.currencies));
  const handlers = new Postings({
    // Postings come in twos: the account that pays, then the one that receives.
    post: (side, _currency, kind, amount) => {
      const other = paid;
      paid = other === undefined ? side : undefined;
      if (other === undefined || amount === 0n) return;
      for (const [account, counterpart] of [
        [side, other],
        [other, side],
      ] as const) {
        if (realmOfExchange(account.user) === undefined) continue;
        pairs.add(`${account.wallet} ${kind} ${sideOf(counterpart)}`);
      }
    },
    exchangeOf: () => exchangeUserOf("live"),
    instrumentAt: (instrument) => rows[instrument],
    addUser: () => undefined,
  }).handlers();
  for (const words of blocks) {
    const reader = new EventReader(words);
    while (reader.next()) handlers[reader.kindIndex]?.(reader);
  }
}
