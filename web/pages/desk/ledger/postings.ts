/** Postings of a user: each change of a balance, with the balance that it leads to. */
import Big from "big.js";
import { spacedWords } from "../../../state/spaced-words.ts";

const ZERO = new Big(0);

/** Account on the other side of a posting. */
export type CounterAccount = {
  /** Of its user; empty for an account of the exchange. */
  readonly uid: string;
  readonly realm: string;
  readonly wallet: string;
  /** Of an isolated margin; empty for others. */
  readonly symbol: string;
  /** Received, or below zero paid, in the coin of the posting. */
  readonly amount: string;
};

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
  /** Empty for a posting that moves nothing, but repeats what another did to a debt. */
  readonly counterAccounts: readonly CounterAccount[];
};

/** Returns what a posting adds to its account, or below zero takes. */
export function netOf({ amount, counterAccounts, fee }: Posting): Big {
  return counterAccounts.length === 0 ? ZERO : new Big(amount).minus(fee);
}

/** Whether the accounts on the other side receive exactly what a posting takes. */
function isAnswered(posting: Posting): boolean {
  const { counterAccounts } = posting;
  const received = counterAccounts.reduce((sum, { amount }) => sum.plus(amount), ZERO);
  return received.plus(netOf(posting)).eq(ZERO);
}

/** Returns the ids of postings whose two sides do not sum to zero. */
export function unansweredPostings(postings: readonly Posting[]): ReadonlySet<string> {
  return new Set(postings.filter((one) => !isAnswered(one)).map(({ billId }) => billId));
}

/** Returns the address of the ledger that has the account. */
export function ledgerPath({ realm, uid }: CounterAccount): string {
  return `/desk/ledger/${uid === "" ? realm : encodeURIComponent(uid)}`;
}

/** Returns the name of an account as the ledger of a user names it. */
export function counterName({ symbol, uid, wallet }: CounterAccount, ownUid: string): string {
  const owner = uid === "" ? "exchange" : uid;
  const account = `${spacedWords(wallet)}${symbol && ` ${symbol}`}`;
  return uid === ownUid ? `own ${account}` : `${owner}: ${account}`;
}

/** Wallets that have an account of each instrument. */
const ISOLATED_WALLETS = new Set(["isolated_margin", "long_margin", "short_margin"]);

/** Accounts whose balances a posting states; each isolated margin account is one of its own. */
function accountOf({ category, coin, symbol, wallet }: Posting): string {
  return `${wallet} ${coin} ${ISOLATED_WALLETS.has(wallet) ? `${category} ${symbol}` : ""}`;
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
