/** Records of the v2 channels of spot margin (websocket.md section 8.4). */

import { formatTrimmed } from "../../core/money/decimals.ts";
import type { MarginWallet } from "../../core/vocabulary.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { wireId } from "../../wire/ids.ts";
import type { AccountOwner } from "./classic-account.ts";
import type { ClassicTopic } from "./private-topics.ts";

/** The channels of each margin wallet. */
export const MARGIN_TOPICS: Readonly<
  Record<MarginWallet, { readonly orders: ClassicTopic; readonly account: ClassicTopic }>
> = {
  crossed_margin: { orders: "orders-crossed", account: "account-crossed" },
  isolated_margin: { orders: "orders-isolated", account: "account-isolated" },
};

/** Balances and debts of a margin wallet; of all pairs where it is isolated. */
export function classicMarginBalances(
  accounts: LiveAccounts,
  owner: AccountOwner,
  wallet: MarginWallet,
  of: { readonly coin: string | undefined; readonly nowMs: number },
): readonly Readonly<Record<string, string>>[] {
  const isIsolated = wallet === "isolated_margin";
  const pairs = isIsolated ? accounts.instrumentsOf(owner.realm, "spot") : [undefined];
  return pairs.flatMap((instrument) =>
    accounts.lending
      .coins({ user: owner.user, wallet, instrument })
      .filter(({ currency }) => of.coin === undefined || currency.code === of.coin)
      .map(({ available, currency, hold, interest, principal }) => {
        const text = (amount: bigint): string => formatTrimmed(amount, currency.decimals);
        const place = instrument === undefined ? 0 : instrument.index + 1;
        return {
          id: wireId(place * 256 + currency.index),
          coin: currency.code,
          ...(instrument === undefined ? {} : { symbol: instrument.symbol }),
          available: text(available),
          borrow: text(principal),
          frozen: text(hold),
          interest: text(interest),
          coupon: "0",
          uTime: `${of.nowMs}`,
        };
      }),
  );
}
