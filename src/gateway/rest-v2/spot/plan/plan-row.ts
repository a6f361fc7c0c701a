/** Rows of spot trigger orders (rest-v2.md, plan orders), and of tpsl orders among the orders. */
import { Type } from "typebox";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { ZERO_ATOMS, ZERO_LOTS } from "../../../../core/money/units.ts";
import { NO_CURRENCY } from "../../../../projections/live/live-order.ts";
import type { LivePlan } from "../../../../projections/live/live-plan.ts";
import { WITHOUT_EXITS } from "../../../../projections/live/order-exits.ts";
import { wireId } from "../../../../wire/ids.ts";
import type { OrderView } from "../../../../wire/order-view.ts";
import { amountText, knownPriceText, priceText, sizeText } from "../../../../wire/texts.ts";
import { POINT_SOURCES_V2 } from "../../../../wire/words/order-words.ts";
import { PLAN_STATUSES_V2, TRIGGER_TYPES_V2 } from "../../../../wire/words/plan-words.ts";
import type { ExchangeAccess } from "../../../exchange-access.ts";

export const spotPlanRow = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  symbol: Type.String(),
  size: Type.String({ description: "Quote amount where planType is total, else base" }),
  executePrice: Type.String({ description: "Empty for a market order" }),
  triggerPrice: Type.String(),
  status: Type.String({ description: "live, executing, executed, fail_execute, cancelled" }),
  orderType: Type.String(),
  side: Type.String(),
  planType: Type.String(),
  triggerType: Type.String(),
  enterPointSource: Type.String(),
  uTime: Type.String(),
  cTime: Type.String(),
});

export function spotPlanOf(exchange: ExchangeAccess, instrument: Instrument, plan: LivePlan) {
  const isByQuote = plan.quoteAmount > 0n;
  return {
    orderId: wireId(plan.planId),
    clientOid: plan.clientOrderId,
    symbol: instrument.symbol,
    size: isByQuote
      ? amountText(exchange.accounts, instrument.quote, plan.quoteAmount)
      : sizeText(instrument, plan.size),
    executePrice: knownPriceText(instrument, plan.price),
    triggerPrice: priceText(instrument, plan.triggerPrice),
    status: PLAN_STATUSES_V2[plan.status],
    orderType: plan.orderType,
    side: plan.side,
    planType: isByQuote ? "total" : "amount",
    triggerType: TRIGGER_TYPES_V2[plan.triggerBy],
    enterPointSource: POINT_SOURCES_V2[plan.source],
    uTime: String(plan.updatedAtMs),
    cTime: String(plan.createdAtMs),
  };
}

/** A plan as an order: what order lists show of tpsl orders. `became` is its order, once there. */
export function orderViewOfPlan(plan: LivePlan, became: OrderView | undefined): OrderView {
  const isPending = plan.status === "waiting" || plan.status === "fired";
  const terms = {
    orderId: plan.planId,
    clientOrderId: plan.clientOrderId,
    source: plan.source,
    createdAtMs: plan.createdAtMs,
    updatedAtMs: plan.updatedAtMs,
  };
  if (became !== undefined) return { ...became, ...terms };
  return {
    ...terms,
    user: plan.user,
    instrument: plan.instrument,
    side: plan.side,
    orderType: plan.orderType,
    timeInForce: plan.timeInForce,
    positionSide: plan.positionSide,
    reduceOnly: plan.reduceOnly,
    stpMode: plan.stpMode,
    price: plan.price,
    size: plan.size,
    quoteAmount: plan.quoteAmount,
    filled: ZERO_LOTS,
    filledValue: ZERO_ATOMS,
    feeTotal: ZERO_ATOMS,
    feeCurrency: NO_CURRENCY,
    remaining: plan.size,
    realisedPnl: ZERO_ATOMS,
    leverage: 0,
    marginMode: "crossed",
    backing: "default",
    loanType: "normal",
    exits: WITHOUT_EXITS,
    status: isPending ? "new" : "cancelled",
    closeReason: isPending ? undefined : "user_cancelled",
  };
}
