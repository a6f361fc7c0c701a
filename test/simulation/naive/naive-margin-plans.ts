/** Plans of unified accounts whose orders may borrow; and which command of plans does what. */
import { unreachable } from "../../../src/core/assert.ts";
import type { Command, PlaceMarginExits, PlaceMarginPlan } from "../../../src/core/commands.ts";
import type { Rejection } from "../../../src/core/rejections.ts";
import { judgeAccess } from "./naive-debts.ts";
import { isLiquidating } from "./naive-liquidation-state.ts";
import { judgeExits, judgeSize } from "./naive-orders.ts";
import {
  amendPlan,
  cancelPlan,
  cancelPlans,
  countAfter,
  hasExits,
  isTaken,
  judgeBrought,
  judgeTerms,
  partiesOf,
  placeExits,
  placePlan,
} from "./naive-plan-commands.ts";
import { admit, NO_EXITS, newPlan } from "./naive-plans.ts";
import type { NaiveInstrument, NaivePlan, NaiveState, NaiveUser } from "./naive-state.ts";

/** Whether the user may have plans on margin in the instrument, under that id. */
function judgeParties(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  command: PlaceMarginPlan | PlaceMarginExits,
): Rejection | undefined {
  if (user.realm !== instrument.realm) return "realm_mismatch";
  if (instrument.status !== "online") return "instrument_halted";
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  const isLoan = command.kind === "place_margin_plan" && command.loanType !== "normal";
  if (instrument.isFutures || isLoan) return "margin_not_supported";
  if (command.backing !== "unified_margin") return "margin_not_supported";
  const barred = judgeAccess(state, user, instrument);
  if (barred !== undefined) return barred;
  return isTaken(state, user.index, command.clientOrderId)
    ? "duplicate_client_order_id"
    : undefined;
}

const SPOT = { positionSide: "net", reduceOnly: false, callbackE4: 0, parentOrderId: 0 } as const;

function placeMarginPlan(state: NaiveState, command: PlaceMarginPlan): void {
  const parties = partiesOf(state, command);
  if (parties === undefined) return;
  const { instrument, user } = parties;
  const { kind: _, seq: __, timeMs: ___, loanType: ____, ...terms } = command;
  const draft = { ...SPOT, ...terms, planKind: "normal" } as const;
  const refusal =
    judgeParties(state, user, instrument, command) ??
    judgeTerms(instrument, draft) ??
    judgeBrought(instrument, draft) ??
    countAfter(state, user.index, 1);
  if (refusal !== undefined) return state.rejectCommand(command.user, refusal);
  const plan = newPlan(state, draft);
  state.outcome.id = plan.id;
  admit(state, [plan]);
}

function judgeMarginExits(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  command: PlaceMarginExits,
): Rejection | undefined {
  const refusal = judgeParties(state, user, instrument, command);
  if (refusal !== undefined) return refusal;
  if (!hasExits(command)) return "exits_missing";
  const isLong = command.side === "sell";
  const misplaced = judgeExits(instrument, command, { isLong, reference: undefined });
  if (misplaced !== undefined) return misplaced;
  for (const leg of ["profit", "loss"] as const) {
    if (command[`${leg}Trigger`] === 0) continue;
    const price = command[`${leg}Price`];
    const missized = judgeSize(instrument, command.size, { isMarket: price === 0, price });
    if (missized !== undefined) return missized;
  }
  const isOne = command.profitTrigger === 0 || command.lossTrigger === 0;
  return countAfter(state, user.index, isOne ? 1 : 2);
}

function placeMarginExits(state: NaiveState, command: PlaceMarginExits): void {
  const parties = partiesOf(state, command);
  if (parties === undefined) return;
  const { instrument, user } = parties;
  const refusal = judgeMarginExits(state, user, instrument, command);
  if (refusal !== undefined) return state.rejectCommand(command.user, refusal);
  const { backing, side, size, source, stpMode } = command;
  const plans: NaivePlan[] = [];
  for (const leg of ["profit", "loss"] as const) {
    const [triggerPrice, price] = [command[`${leg}Trigger`], command[`${leg}Price`]];
    if (triggerPrice === 0) continue;
    plans.push(
      newPlan(state, {
        ...{ ...NO_EXITS, ...SPOT, user: user.index, instrument: instrument.index },
        ...{ planKind: leg, side, size, source, stpMode, backing, timeInForce: "gtc" },
        ...{ clientOrderId: plans.length === 0 ? command.clientOrderId : "" },
        ...{ triggerBy: command[`${leg}By`], triggerPrice, price, quoteAmount: 0n },
        orderType: price === 0 ? "market" : "limit",
      }),
    );
  }
  state.outcome.id = plans[0]?.id ?? 0;
  state.outcome.items = plans.map(({ clientOrderId, id: orderId }) => {
    return { orderId, clientOrderId, instrument: instrument.index, rejection: undefined };
  });
  admit(state, plans);
}

type PlanKind =
  | "place_margin_plan"
  | "place_margin_exits"
  | "place_plan"
  | "place_exits"
  | "amend_plan"
  | "cancel_plan"
  | "cancel_plans";

export function dispatchPlans(
  state: NaiveState,
  command: Extract<Command, { kind: PlanKind }>,
): void {
  switch (command.kind) {
    case "place_margin_plan":
      return placeMarginPlan(state, command);
    case "place_margin_exits":
      return placeMarginExits(state, command);
    case "place_plan":
      return placePlan(state, command);
    case "place_exits":
      return placeExits(state, command);
    case "amend_plan":
      return amendPlan(state, command);
    case "cancel_plan":
      return cancelPlan(state, command);
    case "cancel_plans":
      return cancelPlans(state, command);
    default:
      return unreachable(command);
  }
}
