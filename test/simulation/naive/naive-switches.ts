/** Switches of the kind of an account, by the rules as written in decision 0073. */
import type { Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import type { NaiveAccount, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { unitOf } from "./naive-units.ts";
import { openWithdrawals } from "./naive-withdrawals.ts";

/** Of one kind of account alone, in the order in which they are emptied. */
const WALLETS: Readonly<Record<NaiveUser["accountKind"], readonly Wallet[]>> = {
  classic: [
    ...(["spot", "usdt_futures", "usdc_futures", "coin_futures"] as const),
    ...(["crossed_margin", "isolated_margin"] as const),
  ],
  unified: ["unified"],
};

function accountsOf(state: NaiveState, user: NaiveUser): NaiveAccount[] {
  const wallets = WALLETS[user.accountKind];
  return wallets.flatMap((wallet) =>
    state.accounts
      .filter((one) => one.user === user.index && one.wallet === wallet && one.balance !== 0n)
      .sort((a, b) => a.currency - b.currency || (a.instrument ?? 0) - (b.instrument ?? 0)),
  );
}

function isInUse(state: NaiveState, user: NaiveUser): boolean {
  const records = [
    ...[state.orders, state.plans, state.positions, state.liquidations.queue],
    ...[state.pledging.loans, state.lending.loans, state.lending.unwinds],
    openWithdrawals(state),
  ];
  const isOf = (one: { readonly user: number }): boolean => one.user === user.index;
  if (records.some((list) => list.some(isOf))) return true;
  if (unitOf(state, user.index) !== undefined) return true;
  return accountsOf(state, user).some(({ balance }) => balance < 0n);
}

/** Deals of peer-to-peer trading can be ended by unified accounts alone. */
function tradesWithPeers({ p2p }: NaiveState, user: number): boolean {
  const isOpen = p2p.orders.some(
    ({ buyer, seller, status }) =>
      (buyer === user || seller === user) && status !== "completed" && status !== "cancelled",
  );
  return isOpen || p2p.ads.some((one) => one.user === user && one.status === "published");
}

function forgetSettings(state: NaiveState, user: NaiveUser): void {
  user.level = "basic";
  user.hedgeCategories.clear();
  user.coinLeverages.clear();
  user.isolated.clear();
  user.autoMargins.clear();
  for (const [instrument, { long, short }] of user.leverages) {
    const lower = Math.min(long, short);
    user.leverages.set(instrument, { long: lower, short: lower });
  }
  state.countdowns = state.countdowns.filter((one) => one.user !== user.index);
}

/** `move` posts an amount and tells of it. */
export function switchAccount(
  state: NaiveState,
  command: CommandOf<"switch_account">,
  move: (from: NaiveAccount, to: NaiveAccount, amount: bigint) => void,
): void {
  const { accountKind, user: index } = command;
  const user = state.ordinary(index);
  if (user === undefined) return state.rejectCommand(index, "user_not_found");
  const { parent, realm } = user;
  if (user.accountKind === accountKind) {
    return state.emit("account_kind_changed", { user: index, accountKind, realm, parent });
  }
  if (accountKind === "classic" && parent !== index) {
    return state.rejectCommand(index, "sub_account_stays_unified");
  }
  const isStuck = accountKind === "classic" && tradesWithPeers(state, index);
  if (isStuck || isInUse(state, user)) return state.rejectCommand(index, "account_in_use");
  const accounts = accountsOf(state, user);
  forgetSettings(state, user);
  user.accountKind = accountKind;
  state.emit("account_kind_changed", { user: index, accountKind, realm, parent });
  const wallet = accountKind === "unified" ? "unified" : "spot";
  for (const from of accounts) {
    move(from, state.account(index, wallet, from.currency, undefined), from.balance);
  }
}
