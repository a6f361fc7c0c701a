/** Administrative actions on balances of users and funds: credits, debits, the second person. */
import { exchangeUserOf, FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import { unreachable } from "../../core/base/assert.ts";
import type { Wallet } from "../../core/base/vocabulary.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import { formatTrimmed, parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, atoms } from "../../core/money/units.ts";
import type { Adjustment } from "../../core/operating/operating-state.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type {
  AdjustmentActions,
  BalanceChange,
  ChangeResult,
  FundChange,
  WaitingAdjustment,
} from "../../ops/adjustment-port.ts";
import type { AdminOutcome, AdminRefusal } from "../../ops/admin-outcome.ts";
import { wireId } from "../../wire/ids.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { timeText } from "./times.ts";

type Parts = { readonly engine: ActingEngine };

type Adjusted = {
  readonly user: number;
  readonly wallet: Wallet;
  readonly coin: string;
  readonly amount: string;
  readonly isDebit: boolean;
  readonly reference: string;
};

/** Submits a change; states whether it was made or waits for a second person. */
export async function submitChange(
  engine: ActingEngine,
  draft: CommandDraft,
): Promise<AdminRefusal | ChangeResult> {
  const { id, rejection, seq } = await submit(engine, draft);
  if (rejection !== undefined) return refusalOf(rejection);
  const isWaiting = engine.state.operating.adjusting.waiting.has(id);
  return isWaiting
    ? { seq, status: "waiting", adjustmentId: wireId(id) }
    : { seq, status: "done", adjustmentId: "" };
}

/** Kind of a waiting change, and the id of the trade or liquidation that it corrects. */
function subjectOf({ correction }: Adjustment): Pick<WaitingAdjustment, "kind" | "correctedId"> {
  switch (correction?.kind) {
    case undefined:
      return { kind: "adjustment", correctedId: "" };
    case "bust_trade":
      return { kind: "trade_correction", correctedId: wireId(correction.tradeId) };
    case "refund_liquidation":
      return { kind: "liquidation_refund", correctedId: wireId(correction.liquidationId) };
    default:
      return unreachable(correction);
  }
}

async function adjust({ engine }: Parts, change: Adjusted): Promise<AdminRefusal | ChangeResult> {
  const { coin, isDebit, reference, user, wallet } = change;
  const currency = engine.accounts.currency(coin);
  if (currency === undefined) return refuse("not_found", `no coin is called ${coin}`);
  const units = parseUnits(change.amount, currency.decimals);
  if (units === undefined || units === 0n || units > ATOMS_MAX) {
    return refuse(
      "invalid",
      `amount must be above zero, with at most ${currency.decimals} decimals`,
    );
  }
  const amount = atoms(isDebit ? -units : units);
  const account = { user, wallet, currency: currency.index, amount, reference };
  return submitChange(engine, { kind: "adjust_balance", ...account });
}

function userChange(parts: Parts, isDebit: boolean): AdjustmentActions["credit"] {
  return async ({ reference, ...change }: BalanceChange) => {
    const user = ordinaryUserOf(parts, change.uid);
    if ("refused" in user) return user;
    const { amount, coin, wallet } = change;
    const done = await adjust(parts, {
      user: user.index,
      wallet,
      coin,
      amount,
      isDebit,
      reference,
    });
    return "refused" in done ? done : { done: { ...change, ...done } };
  };
}

function fundChange(parts: Parts, isDebit: boolean): AdjustmentActions["endow"] {
  return async ({ reference, ...change }: FundChange) => {
    const { amount, coin, fund: wallet, realm } = change;
    const user = exchangeUserOf(realm);
    const done = await adjust(parts, { user, wallet, coin, amount, isDebit, reference });
    return "refused" in done ? done : { done: { ...change, ...done } };
  };
}

/** Returns all administrative actions on balances. */
export function adjustmentActions(parts: Parts): AdjustmentActions {
  const { engine } = parts;
  const { state } = engine;
  return {
    credit: userChange(parts, false),
    debit: userChange(parts, true),
    endow: fundChange(parts, false),
    withdrawFromFund: fundChange(parts, true),
    listAdjustments: () =>
      [...state.operating.adjusting.waiting.values()].map((adjustment) => {
        const { actor, amount, currency, id, proposedAtMs, reference, user, wallet } = adjustment;
        const { code = "", decimals = 0 } = state.currencies[currency] ?? {};
        return {
          id: wireId(id),
          uid: user < FIRST_ORDINARY_USER ? "" : uidOf(user),
          realm: state.users[user]?.realm ?? "live",
          ...subjectOf(adjustment),
          ...{ wallet, coin: code, amount: formatTrimmed(amount, decimals), reference, actor },
          proposedAt: timeText(proposedAtMs),
        };
      }),
    async decideAdjustment(
      id,
      isApproved,
    ): Promise<AdminOutcome<{ id: string; isApproved: boolean }>> {
      const waiting = [...state.operating.adjusting.waiting.keys()];
      const adjustment = waiting.find((one) => wireId(one) === id);
      if (adjustment === undefined) return refusalOf("adjustment_not_found");
      const decision = { kind: "decide_adjustment", adjustment, isApproved } as const;
      const { rejection } = await submit(engine, decision);
      return rejection === undefined ? { done: { id, isApproved } } : refusalOf(rejection);
    },
    adjustmentRules: () => ({ fourEyesUsd: state.operating.adjusting.fourEyesUsd }),
    async setAdjustmentRules(rules) {
      const { rejection } = await submit(engine, { kind: "set_adjustment_rules", ...rules });
      return rejection === undefined ? { done: rules } : refusalOf(rejection);
    },
  };
}
