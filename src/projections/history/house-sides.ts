/** Accounts on the other side of movements on accounts of the exchange. */
import { WALLETS, type Wallet } from "../../core/base/vocabulary.ts";
import { WALLET_TRAITS } from "../../core/base/word-traits.ts";
import { COUNTER_WALLETS } from "./counter-wallets.ts";
import type { MovementKind, StatementWallet } from "./statement-tables.ts";

const HOUSE_WALLETS = WALLETS.filter((wallet) => WALLET_TRAITS[wallet].owner === "exchange");

/**
 * Sides of movements on accounts of the exchange: wallets of users and their isolated margins,
 * what users hold for withdrawals and pledges, or a wallet of the exchange.
 */
export const HOUSE_SIDES = ["users", "withdrawing", "pledged", ...HOUSE_WALLETS] as const;
export type HouseSide = "users" | Wallet;

const ENDOWED = WALLETS.filter((wallet) => WALLET_TRAITS[wallet].isEndowed);

/** Kinds by which users, and some funds as they do, exchange money with one account. */
const FACED: Partial<Record<MovementKind, { hub: Wallet; funds: readonly Wallet[] }>> = {
  trade: { hub: COUNTER_WALLETS.trade, funds: [COUNTER_WALLETS.fund] },
  trading_fee: { hub: COUNTER_WALLETS.fee, funds: [] },
  funding: { hub: COUNTER_WALLETS.funding, funds: [COUNTER_WALLETS.fund] },
  credit: { hub: "outside_world", funds: ENDOWED },
  debit: { hub: "outside_world", funds: ENDOWED },
};

/** Kinds that move money between two accounts of the exchange. */
const PAIRS: Partial<Record<MovementKind, readonly Wallet[]>> = {
  delivery: [COUNTER_WALLETS.trade, COUNTER_WALLETS.funding],
  loan_cover: [COUNTER_WALLETS.fund, COUNTER_WALLETS.loan],
  fund_fees: [COUNTER_WALLETS.fee, COUNTER_WALLETS.fund],
  fund_backstop: ["house", COUNTER_WALLETS.fund],
  p2p_fee: ["p2p_escrow", COUNTER_WALLETS.fee],
};

/** Kinds that move what users hold. */
const HELD: Partial<Record<MovementKind, Wallet>> = {
  withdrawal: "withdrawing",
  withdrawal_fee: "withdrawing",
  pledge_sale: COUNTER_WALLETS.pledge,
};

/**
 * Returns the accounts with which an account of the exchange exchanges money by movements of a
 * kind; none for kinds of `market_agents` that are not decided by the kind.
 */
export function houseSidesOf(wallet: StatementWallet, kind: MovementKind): readonly HouseSide[] {
  const pair = PAIRS[kind];
  if (pair !== undefined) return pair.filter((one) => one !== wallet);
  const held = HELD[kind];
  if (held !== undefined) return [held];
  const faced = FACED[kind];
  if (faced !== undefined) return wallet === faced.hub ? ["users", ...faced.funds] : [faced.hub];
  return wallet === "market_agents" ? [] : ["users"];
}
