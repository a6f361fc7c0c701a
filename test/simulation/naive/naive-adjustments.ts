/** Credits and debits by the operator, and the second person that large ones wait for. */
import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { ceilDiv } from "./naive-amounts.ts";
import type { Mover } from "./naive-deposits.ts";
import { isAccountLiquidating } from "./naive-liquidation-state.ts";
import { spendableOf } from "./naive-money.ts";
import type { NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf } from "./naive-unified.ts";
import { judgeLeavingUnit } from "./naive-units.ts";

type Adjust = CommandOf<"adjust_balance">;
type Terms = Pick<Adjust, "user" | "wallet" | "currency"> & { readonly amount: bigint };

type Correction = CommandOf<"bust_trade"> | CommandOf<"refund_liquidation">;

export type NaiveAdjustment = Terms & {
  readonly id: number;
  readonly actor: string;
  /** The correction that waits, if it is one. */
  readonly act?: Correction;
};

const DAY = 86_400_000;
const FUNDS: readonly string[] = ["lending_pool", "insurance_fund", "conversion"];

export class NaiveAdjusting {
  fourEyesUsd = 0;
  waiting: NaiveAdjustment[] = [];
  /** Id of the one decided last; of none at first. */
  lastDecided = 7;
  /** What people adjusted alone. */
  readonly alone: { readonly actor: string; readonly day: number; readonly usd: bigint }[] = [];
}

export type AdjustingTools = {
  readonly move: Mover;
  readonly walletsOf: (user: NaiveUser) => readonly Wallet[];
};

function judge(state: NaiveState, terms: Terms, tools: AdjustingTools): Rejection | undefined {
  const { amount, currency, user: index, wallet } = terms;
  const user = state.users[index];
  if (user === undefined) return "user_not_found";
  if (state.currencies[currency] === undefined) return "currency_not_found";
  const wallets: readonly string[] = index < 2 ? FUNDS : tools.walletsOf(user);
  if (!wallets.includes(wallet)) return "wallet_not_allowed";
  const outside = state.account(
    user.realm === "live" ? 0 : 1,
    "outside_world",
    currency,
    undefined,
  );
  if (amount > 0n)
    return amount - outside.balance > CREDIT_ATOMS_MAX ? "amount_too_large" : undefined;
  if (index < 2) {
    const { balance } = state.account(index, wallet, currency, undefined);
    return balance + amount < 0n ? "insufficient_available" : undefined;
  }
  if (isAccountLiquidating(state, index, wallet, currency)) return "account_liquidating";
  if (spendableOf(state, user, wallet, currency) + amount < 0n) return "insufficient_available";
  return judgeLeavingUnit(state, index, undefined, { wallet, currency, amount: -amount });
}

function make(state: NaiveState, terms: Terms, { move }: AdjustingTools): void {
  const { amount, currency, user, wallet } = terms;
  const exchange = state.userAt(user).realm === "live" ? 0 : 1;
  const outside = state.account(exchange, "outside_world", currency, undefined);
  const account = state.account(user, wallet, currency, undefined);
  if (amount > 0n) move(outside, account, { reason: "credit", amount });
  else move(account, outside, { reason: "debit", amount: -amount });
}

/** Whether it takes a second person; remembers what it does not take one for. */
export function isAboveLimit(state: NaiveState, terms: Terms, actor: string): boolean {
  const { alone, fourEyesUsd } = state.adjusting;
  if (fourEyesUsd === 0) return false;
  const [top, bottom] = dollarsOf(state, state.userAt(terms.user), terms.currency);
  if (top === 0n) return true;
  const usd = ceilDiv((terms.amount < 0n ? -terms.amount : terms.amount) * top, bottom);
  const day = Math.floor(state.timeMs / DAY);
  const before = alone.filter((one) => one.actor === actor && one.day === day);
  const sum = before.reduce((total, one) => total + one.usd, usd);
  if (sum > BigInt(fourEyesUsd) * 100_000_000n) return true;
  alone.push({ actor, day, usd });
  return false;
}

export function adjustBalance(state: NaiveState, command: Adjust, tools: AdjustingTools): void {
  const { amount, currency, reference, user, wallet } = command;
  const actor = command.origin?.act?.actor ?? "";
  const terms = { user, wallet, currency, amount };
  if (amount === 0n || reference.length > 128) {
    return state.rejectCommand(user, "adjustment_out_of_bounds");
  }
  const refusal = judge(state, terms, tools);
  if (refusal !== undefined) return state.rejectCommand(user, refusal);
  if (!isAboveLimit(state, terms, actor)) return make(state, terms, tools);
  wait(state, { actor, ...terms });
}

/** Keeps it for a second person. */
export function wait(state: NaiveState, proposal: Omit<NaiveAdjustment, "id">): void {
  const { amount, currency, user, wallet } = proposal;
  if (state.adjusting.waiting.length === 100) {
    return state.rejectCommand(user, "adjustment_out_of_bounds");
  }
  const id = state.nextId();
  state.outcome.id = id;
  state.adjusting.waiting.push({ id, ...proposal });
  state.emit("adjustment_proposed", { adjustment: id, user, wallet, currency, amount });
}

export function decideAdjustment(
  state: NaiveState,
  command: CommandOf<"decide_adjustment">,
  tools: AdjustingTools & {
    readonly correct: (
      state: NaiveState,
      act: Correction,
      tools: AdjustingTools,
    ) => Rejection | undefined;
  },
): void {
  const { adjustment: id, isApproved } = command;
  const found = state.adjusting.waiting.find((one) => one.id === id);
  if (found === undefined) return state.rejectCommand(0, "adjustment_not_found");
  const actor = command.origin?.act?.actor ?? "";
  const issuersOf = (name: string) => state.operating.tokens.get(name)?.issuers ?? [];
  const isOne =
    actor === "" ||
    [actor, ...issuersOf(actor)].includes(found.actor) ||
    issuersOf(found.actor).includes(actor);
  if (isApproved && isOne) return state.rejectCommand(found.user, "adjustment_needs_another");
  if (isApproved) {
    const { act } = found;
    const refusal =
      act === undefined ? judge(state, found, tools) : tools.correct(state, act, tools);
    if (refusal !== undefined) return state.rejectCommand(found.user, refusal);
    if (act === undefined) make(state, found, tools);
  }
  state.adjusting.waiting = state.adjusting.waiting.filter((one) => one !== found);
  state.adjusting.lastDecided = id;
  state.emit("adjustment_decided", { adjustment: id, user: found.user, isApproved });
}

export function setAdjustmentRules(
  state: NaiveState,
  { fourEyesUsd }: CommandOf<"set_adjustment_rules">,
): void {
  if (fourEyesUsd > 10 ** 12) return state.rejectCommand(0, "adjustment_out_of_bounds");
  state.adjusting.fourEyesUsd = fourEyesUsd;
  state.emit("adjustment_rules_changed", { fourEyesUsd });
}
