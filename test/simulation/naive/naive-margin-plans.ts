/** Plans of unified accounts whose orders may borrow, and exits of what a user has of a coin. */

import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { LoanType, OrderBacking } from "../../../src/core/base/vocabulary.ts";
import type { PlaceExits } from "../../../src/core/commands/commands.ts";
import { judgeAccess } from "./naive-debts.ts";
import { isLiquidating } from "./naive-liquidation-state.ts";
import { judgeSize } from "./naive-order-limits.ts";
import { judgeExits } from "./naive-orders.ts";
import { countAfter, isTaken } from "./naive-plans.ts";
import type { NaiveInstrument, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { haltReason, isExecuting } from "./naive-status.ts";

type Backing = { readonly backing: OrderBacking; readonly loanType: LoanType };

/** Whether the user may have plans on margin in the instrument. */
export function judgeBacking(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  { backing, loanType }: Backing,
): Rejection | undefined {
  if (instrument.isFutures || loanType !== "normal") return "margin_not_supported";
  if (backing !== "unified_margin") return "margin_not_supported";
  return judgeAccess(state, user, instrument);
}

function judgeIds(state: NaiveState, user: NaiveUser, ids: readonly string[]) {
  const isKnown = ids.some((id) => isTaken(state, user.index, id));
  const isTwice = ids.length === 2 && ids[0] !== "" && ids[0] === ids[1];
  return isKnown || isTwice ? "duplicate_client_order_id" : undefined;
}

/** Exits that sell what was bought, or buy back what was sold, on margin or not. */
export function judgeSpotExits(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  command: PlaceExits,
): Rejection | undefined {
  const { backing = "default", side = "buy" } = command.margin ?? {};
  if (user.realm !== instrument.realm) return "realm_mismatch";
  if (!isExecuting(instrument)) return haltReason(state.timeMs, instrument);
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  const isOwn = backing === "default" && !instrument.isFutures;
  const terms = { backing, loanType: "normal" } as const;
  const barred = isOwn ? undefined : judgeBacking(state, user, instrument, terms);
  if (barred !== undefined) return barred;
  if (command.positionSide !== "net") return "position_side_not_allowed";
  const legs = (["profit", "loss"] as const).filter((leg) => command[`${leg}Trigger`] > 0);
  const taken = judgeIds(
    state,
    user,
    legs.map((leg) => command[`${leg}ClientOrderId`]),
  );
  if (taken !== undefined) return taken;
  if (legs.length === 0) return "exits_missing";
  const isLong = side === "sell";
  const misplaced = judgeExits(instrument, command, { isLong, reference: undefined });
  if (misplaced !== undefined) return misplaced;
  for (const leg of legs) {
    const price = command[`${leg}Price`];
    const size = command[`${leg}Size`];
    const sized = { isMarket: price === 0, price, isClosing: false };
    const refusal = judgeSize(instrument, size, sized);
    if (refusal !== undefined) return refusal;
  }
  return countAfter(state, user.index, legs.length);
}
