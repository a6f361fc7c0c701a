/** The one or two plans that `place_exits` requests. */
import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import type { PlanKind } from "../base/vocabulary.ts";
import type { PlaceExits } from "../commands/commands.ts";
import { type Exit, exitsOf } from "../commands/exits.ts";
import type { Lots } from "../money/units.ts";
import type { State } from "../state.ts";
import { checkClientId } from "./plan-checks.ts";

/** A take-profit or stop-loss: its trigger and the size that it closes. */
export type Leg = {
  readonly kind: PlanKind;
  readonly exit: Exit;
  /** 0 for the whole position. */
  readonly size: Lots;
  readonly clientOrderId: string;
};

/** Returns the legs that have a trigger, take-profit first. */
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

/** Checks that no pending plan of the user has the client id of a leg, and the legs differ. */
export function checkLegIds(state: State, user: User, legs: readonly Leg[]): Rejection | undefined {
  for (const { clientOrderId } of legs) {
    const refusal = checkClientId(state, user, clientOrderId);
    if (refusal !== undefined) return refusal;
  }
  const [first, second] = legs;
  if (first === undefined || second === undefined) return undefined;
  const isTwice = first.clientOrderId !== "" && first.clientOrderId === second.clientOrderId;
  return isTwice ? "duplicate_client_order_id" : undefined;
}
