/** Balances of spot and margin wallets of v2, in REST and pushed (websocket.md 8.2 and 8.4). */
import { type Static, Type } from "typebox";
import type { MarginWallet, Realm } from "../../core/base/vocabulary.ts";
import { BACKING_TRAITS } from "../../core/base/word-traits.ts";
import type { BalanceRead } from "../../core/reads/account-reads.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { wireId } from "../ids.ts";
import { coinText } from "../texts.ts";

/** User of an account, and the realm of its prices. */
export interface AccountOwner {
  readonly user: number;
  readonly realm: Realm;
}

export const spotBalanceRowSchema = Type.Object({
  coin: Type.String(),
  available: Type.String(),
  frozen: Type.String({ description: "Reserved by open orders" }),
  locked: Type.String(),
  limitAvailable: Type.String(),
  uTime: Type.String({ description: "Time of the newest state that the balance is read from" }),
});
export type SpotBalanceRow = Static<typeof spotBalanceRowSchema>;

/** A spot balance in REST and on the channel `account`. */
export function spotBalanceRow(
  { available, currency, hold }: BalanceRead,
  timeMs: number,
): SpotBalanceRow {
  return {
    coin: currency.code,
    available: coinText(currency, available),
    frozen: coinText(currency, hold),
    locked: "0",
    limitAvailable: "0",
    uTime: String(timeMs),
  };
}

/** Spot balances of the channel; only those of `coin` when it is given. */
export function spotBalancesPush(
  accounts: LiveAccounts,
  owner: AccountOwner,
  coin: string | undefined,
  nowMs: number,
): readonly SpotBalanceRow[] {
  return accounts
    .balances(owner.user, "spot")
    .filter(({ currency }) => coin === undefined || currency.code === coin)
    .map((balance) => spotBalanceRow(balance, nowMs));
}

/** A balance on the channels account-crossed and account-isolated. */
export type MarginBalancePush = {
  readonly id: string;
  readonly coin: string;
  /** Of isolated accounts. */
  readonly symbol?: string;
  readonly available: string;
  readonly borrow: string;
  readonly frozen: string;
  readonly interest: string;
  readonly coupon: string;
  readonly uTime: string;
};

/** Returns balances and debts of a margin wallet; of all spot instruments if it is isolated. */
export function marginBalancesPush(
  accounts: LiveAccounts,
  owner: AccountOwner,
  wallet: MarginWallet,
  shown: { readonly coin: string | undefined; readonly nowMs: number },
): readonly MarginBalancePush[] {
  const { isPerInstrument } = BACKING_TRAITS[wallet];
  const pairs = isPerInstrument ? accounts.instrumentsOf(owner.realm, "spot") : [undefined];
  return pairs.flatMap((instrument) =>
    accounts.lending
      .coins({ user: owner.user, wallet, instrument })
      .filter(({ currency }) => shown.coin === undefined || currency.code === shown.coin)
      .map(({ available, currency, hold, interest, principal }) => {
        const accountIndex = instrument === undefined ? 0 : instrument.index + 1;
        return {
          id: wireId(accountIndex * 256 + currency.index),
          coin: currency.code,
          ...(instrument === undefined ? {} : { symbol: instrument.symbol }),
          available: coinText(currency, available),
          borrow: coinText(currency, principal),
          frozen: coinText(currency, hold),
          interest: coinText(currency, interest),
          coupon: "0",
          uTime: `${shown.nowMs}`,
        };
      }),
  );
}
