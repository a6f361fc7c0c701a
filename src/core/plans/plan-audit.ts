/** Checks the invariants of plans, recomputed from scratch (docs/invariants.md). */

import { LONG, positionAt, SHORT } from "../base/position-handle.ts";
import { BACKING_TRAITS, FOLLOWS_INDEX, isTrading } from "../base/word-traits.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Ticks } from "../money/units.ts";
import type { State } from "../state.ts";
import { sourcePrice } from "./observe-price.ts";
import { isPositionBound, isTrailing, isWholePosition, type Plan } from "./plan.ts";
import { retreatPrice } from "./trail-tracker.ts";

type Report = (finding: string) => void;

/** Whether a plan should have acted at a price; it is waiting or tracking. */
function isReached(plan: Plan, price: Ticks): boolean {
  const { callbackE4, triggerPrice } = plan.terms;
  if (plan.phase === "waiting") {
    return plan.isRising ? price >= triggerPrice : price <= triggerPrice;
  }
  const best = plan.group?.best ?? price;
  const isSell = plan.side === "sell";
  const fires = retreatPrice(isSell, best, callbackE4);
  return isSell ? price > best || price <= fires : price < best || price >= fires;
}

/** Reports waiting and tracking plans whose price has already been reached. */
export function checkPlansWait(state: State, report: Report): void {
  for (const plan of state.plans.all()) {
    if (plan.phase === "fired") continue;
    const instrument = state.instruments[plan.instrument];
    if (instrument === undefined || !isTrading(instrument.status)) continue;
    if (FOLLOWS_INDEX[plan.terms.triggerBy] && !isIndexFresh(state, plan.instrument)) continue;
    const price = sourcePrice(state, plan.instrument, plan.terms.triggerBy);
    if (price !== 0 && isReached(plan, price)) report(`plan ${plan.id} is past its price`);
  }
}

/** Reports exits without a position, and a second exit of one kind for a whole position. */
export function checkPositionPlans(state: State, report: Report): void {
  const wholes = new Set<string>();
  for (const plan of state.plans.all()) {
    if (!isPositionBound(plan.kind) || !state.instruments[plan.instrument]?.isFutures) continue;
    const side = plan.side === "sell" ? LONG : SHORT;
    const row = state.positions.find(plan.user, plan.instrument);
    if (row === 0 || state.positions.size.get(positionAt(row, side)) === 0) {
      report(`plan ${plan.id} closes a position that is not there`);
    }
    if (!isWholePosition(plan.kind)) continue;
    const key = `${plan.user}/${plan.instrument}/${side}/${plan.kind}`;
    if (wholes.has(key)) report(`plan ${plan.id} is the second ${plan.kind} of its position`);
    wholes.add(key);
  }
}

/** Reports lists, ids, pairs and order exits that disagree, and users with too many plans. */
export function checkPlanLists(state: State, report: Report): void {
  const { orders, plans } = state;
  const placed = new Map<number, number>();
  for (const plan of plans.all()) {
    if (!plans.ofUser(plan.user).has(plan)) report(`plan ${plan.id} is not in its user's list`);
    const { clientOrderId, id, pairedId, user } = plan;
    if (clientOrderId !== "" && plans.findByClientId(user, clientOrderId) !== plan) {
      report(`client id ${clientOrderId} of user ${user} finds another plan`);
    }
    if (pairedId !== 0 && plans.find(pairedId)?.pairedId !== id)
      report(`plan ${id} has a twin without it`);
    if ((plan.phase === "tracking") !== (plan.group !== undefined)) report(`plan ${id}: no group`);
    if (plan.phase === "tracking" && !isTrailing(plan.kind)) report(`plan ${id} cannot track`);
    const isOnMargin = BACKING_TRAITS[plan.backing].lender !== "none";
    const isSpot = state.instruments[plan.instrument]?.isFutures === false;
    const mayBorrow = isSpot && state.users[user]?.isUnified === true;
    if (isOnMargin && !mayBorrow) report(`plan ${id} borrows where nobody can`);
    if (plan.parentOrderId === 0) placed.set(user, (placed.get(user) ?? 0) + 1);
  }
  for (const [user, count] of placed) {
    if (count > (state.users[user]?.openOrdersMax ?? 0)) report(`user ${user} has ${count} plans`);
  }
  for (const orderId of plans.orderExits.keys()) {
    const slot = orders.find(orderId);
    if (slot === 0 || !orders.hasExits(slot)) report(`exits of order ${orderId}, which has none`);
  }
}
