/** The one or two plans that `place_exits` asks for. */
import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import type { PlanKind } from "../base/vocabulary.ts";
import type { PlaceExits } from "../commands/commands.ts";
import type { Lots } from "../money/units.ts";
import { type Exit, exitsOf } from "../plans/plan.ts";
import type { State } from "../state.ts";
import { checkClientId } from "./plan-checks.ts";

/** Take-profit or stop-loss: when it acts, and how much it closes. */
export type Leg = {
  readonly kind: PlanKind;
  readonly exit: Exit;
  /** 0 for the whole position. */
  readonly size: Lots;
  readonly clientOrderId: string;
};

/** The legs that have a trigger, take-profit first. */
export function legsOf(command: PlaceExits): Leg[] {
  const { loss, profit } = exitsOf(command);
  const { lossSize, margin, profitSize } = command;
  const isOfPosition = margin === undefined;
  const legs: Leg[] = [
    {
      kind: isOfPosition && profitSize === 0 ? "position_profit" : "profit",
      exit: profit,
      size: profitSize,
      clientOrderId: command.profitClientOrderId,
    },
    {
      kind: isOfPosition && lossSize === 0 ? "position_loss" : "loss",
      exit: loss,
      size: lossSize,
      clientOrderId: command.lossClientOrderId,
    },
  ];
  return legs.filter(({ exit }) => exit.trigger !== 0);
}

/** Client ids that no pending plan of the user has, nor the other leg. */
export function checkLegIds(state: State, user: User, legs: readonly Leg[]): Rejection | undefined {
  for (const { clientOrderId } of legs) {
    const refusal = checkClientId(state, user, clientOrderId);
    if (refusal !== undefined) return refusal;
  }
  const [one, other] = legs;
  const isTwice = one?.clientOrderId !== "" && one?.clientOrderId === other?.clientOrderId;
  return isTwice && other !== undefined ? "duplicate_client_order_id" : undefined;
}
