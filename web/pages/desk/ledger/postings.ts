/** Postings of a user: each change of a balance, with the balance that it leads to. */
import Big from "big.js";

/** A row of `GET /admin/v1/users/UID/bills`. */
export type Posting = {
  readonly billId: string;
  readonly wallet: string;
  readonly kind: string;
  readonly coin: string;
  /** With its sign, before the fee. */
  readonly amount: string;
  readonly fee: string;
  /** Of the wallet after it. */
  readonly balance: string;
  readonly symbol: string;
  readonly category: string;
  readonly relatedId: string;
  readonly orderId: string;
  readonly time: string;
};

/** Returns what a posting adds to its account, or below zero takes. */
export function netOf({ amount, fee }: Posting): Big {
  return new Big(amount).minus(fee);
}

/** Accounts whose balances a posting states; each isolated margin account is one of its own. */
function accountOf({ coin, symbol, wallet }: Posting): string {
  return `${wallet} ${coin} ${wallet === "isolated_margin" ? symbol : ""}`;
}

/**
 * Returns the ids of postings whose balance is not that of the posting before plus what they move.
 * Expects the newest first, and all of an account; the oldest of an account is not judged.
 */
export function brokenPostings(newestFirst: readonly Posting[]): ReadonlySet<string> {
  const broken = new Set<string>();
  const later = new Map<string, Posting>();
  for (const posting of newestFirst) {
    const next = later.get(accountOf(posting));
    if (next !== undefined && !netOf(next).plus(posting.balance).eq(next.balance)) {
      broken.add(next.billId);
    }
    later.set(accountOf(posting), posting);
  }
  return broken;
}
