/** Moves of positions between accounts of an owner, by the rules as written in decision 0074. */

import { INDEX_AGE_MS_MAX } from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { CommandOf, PlaceOrder } from "../../../src/core/commands/commands.ts";
import { meet, recentlyMet } from "./naive-counterparties.ts";
import { judgeMargin } from "./naive-cover.ts";
import { closeOutside, openingTerms, openOutside } from "./naive-exchange-orders.ts";
import { hasFreeze, isMoveBarred } from "./naive-freezes.ts";
import { judgeClosing } from "./naive-guard.ts";
import { isLiquidating } from "./naive-liquidation-state.ts";
import { positionOf } from "./naive-money.ts";
import { judgePlacing } from "./naive-orders.ts";
import {
  isClosing,
  isHedged,
  type NaiveInstrument,
  type NaiveUser,
  remainingOf,
} from "./naive-records.ts";
import { isHeldFor } from "./naive-review.ts";
import type { NaiveState } from "./naive-state.ts";
import { unitOf } from "./naive-units.ts";

type Command = CommandOf<"move_position">;
type Parties = { readonly giver: NaiveUser; readonly taker: NaiveUser };

function judgeParties(state: NaiveState, { giver, taker }: Parties): Rejection | undefined {
  const both = [giver, taker];
  if (both.some((one) => one.accountKind !== "unified")) return "account_not_unified";
  const isShut =
    both.some(({ index }) => state.frozen.has(index) || hasFreeze(state, index, "trading")) ||
    isMoveBarred(state, giver.index, taker.index);
  if (isShut) return "account_frozen";
  if (isHeldFor(state, giver)) return "account_under_review";
  const units = both.map(({ index }) => unitOf(state, index));
  const hasDebt = units.some((unit) => unit !== undefined && unit.loans.length > 0);
  return hasDebt && units[0] !== units[1] ? "unit_user_bound" : undefined;
}

/** What resting orders on the other side would close of a position. */
function spokenFor(state: NaiveState, user: NaiveUser, instrument: NaiveInstrument, side: string) {
  const closes = side === "long" ? "sell" : "buy";
  const resting = state
    .openOrdersOf(user.index)
    .filter((one) => one.instrument === instrument.index && one.side === closes)
    .filter((one) => isClosing(one) || !isHedged(user, instrument));
  return resting.reduce((sum, one) => sum + remainingOf(one), 0);
}

function judgeGiving(
  state: NaiveState,
  giver: NaiveUser,
  instrument: NaiveInstrument,
  { positionSide: side, size }: Command,
): Rejection | undefined {
  const held = positionOf(state, giver.index, instrument.index, side)?.size ?? 0;
  if (held === 0) return "no_position";
  if (isLiquidating(state, giver, instrument)) return "account_liquidating";
  const spare = Math.max(0, held - spokenFor(state, giver, instrument, side));
  if (size > spare) return "insufficient_position";
  return judgeClosing(state, giver, instrument, {
    side: side === "long" ? "sell" : "buy",
    positionSide: isHedged(giver, instrument) ? side : "net",
    price: instrument.mark,
  });
}

function judgeTaking(
  state: NaiveState,
  taker: NaiveUser,
  instrument: NaiveInstrument,
  { positionSide: side, size }: Command,
): Rejection | undefined {
  const other = positionOf(
    state,
    taker.index,
    instrument.index,
    side === "long" ? "short" : "long",
  );
  if (other !== undefined && !isHedged(taker, instrument)) return "position_mode_blocked";
  const price = instrument.mark;
  const position = { instrument: instrument.index, side, price, size };
  const order = {
    ...openingTerms(state, taker.index, position),
    orderType: "limit",
    quoteAmount: 0n,
  } as PlaceOrder;
  const refusal = judgePlacing(state, taker, instrument, order);
  if (refusal !== undefined) return refusal;
  const wanted = { side: order.side, isClosing: false, price, worst: price, size };
  return judgeMargin(state, taker, instrument, { wanted, instead: undefined, isMarket: false });
}

export function movePosition(state: NaiveState, command: Command): void {
  const { fromUser, positionSide: side, size, toUser } = command;
  const reject = (reason: Rejection): void => state.rejectCommand(fromUser, reason);
  const [giver, taker] = [state.ordinary(fromUser), state.ordinary(toUser)];
  if (giver === undefined || taker === undefined) return reject("user_not_found");
  if (giver === taker || giver.parent !== taker.parent) return reject("user_not_found");
  const unfit = judgeParties(state, { giver, taker });
  if (unfit !== undefined) return reject(unfit);
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return reject("instrument_not_found");
  if (!instrument.isFutures) return reject("instrument_not_futures");
  const { mark: price } = instrument;
  const isStale = state.timeMs - instrument.indexedAtMs > INDEX_AGE_MS_MAX;
  if (price === 0 || isStale) return reject("mark_price_missing");
  const refusal =
    judgeGiving(state, giver, instrument, command) ??
    judgeTaking(state, taker, instrument, command);
  if (refusal !== undefined) return reject(refusal);

  const given = positionOf(state, fromUser, instrument.index, side);
  if (given === undefined) throw new Error("what is held is given");
  const met = recentlyMet(state, given).map((one) => ({ ...one }));
  const closing = { price, size, source: "system", paysAs: "none" } as const;
  const closed = closeOutside(state, given, closing);
  const position = { instrument: instrument.index, side, price, size };
  const opened = openOutside(state, toUser, position);
  const taken = positionOf(state, toUser, instrument.index, side);
  if (taken === undefined) throw new Error("what is given is held");
  for (const one of met) meet(state, taken, one.user, Math.min(one.size, size));
  state.outcome.items = [closed, opened].map(({ orderId }) => {
    return { orderId, clientOrderId: "", instrument: instrument.index, rejection: undefined };
  });
  state.emit("position_moved", {
    ...{ closingOrderId: closed.orderId, closingFillId: closed.fillId },
    ...{ openingOrderId: opened.orderId, openingFillId: opened.fillId },
    ...{ fromUser, toUser, parent: giver.parent, instrument: instrument.index },
    ...{ positionSide: side, price, size },
  });
}
