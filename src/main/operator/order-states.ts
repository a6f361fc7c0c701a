/** Orders and plans as the operator reads them. */
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { OrderState, PlanState } from "../../ops/user-read-rows.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { LivePlan } from "../../projections/live/live-plan.ts";
import { orderAverageText } from "../../wire/average-price.ts";
import { wireId } from "../../wire/ids.ts";
import { currencyCode } from "../../wire/listings.ts";
import type { OrderView } from "../../wire/order-view.ts";
import { filledText, orderSizeText } from "../../wire/sizes.ts";
import { amountText, callbackText, knownPriceText } from "../../wire/texts.ts";
import { timeText } from "./times.ts";

/** Returns the members that name an instrument. */
export function instrumentName({ category, realm, symbol }: Instrument) {
  return { symbol, category, realm };
}

function termsOf(accounts: LiveAccounts, instrument: Instrument, terms: OrderView | LivePlan) {
  const { backing, clientOrderId, marginMode, orderType, positionSide, quoteAmount } = terms;
  const { reduceOnly, side, size, source, stpMode, timeInForce } = terms;
  return {
    clientOrderId,
    ...instrumentName(instrument),
    ...{ side, positionSide, orderType, timeInForce, reduceOnly, stpMode, source, marginMode },
    ...{ backing, price: knownPriceText(instrument, terms.price) },
    size: size === 0 ? "" : orderSizeText(instrument, terms),
    quoteAmount: quoteAmount === 0n ? "" : amountText(accounts, instrument.quote, quoteAmount),
    createdAt: timeText(terms.createdAtMs),
    updatedAt: timeText(terms.updatedAtMs),
  };
}

function idOrNone(id: number): string {
  return id === 0 ? "" : wireId(id);
}

/** Returns an order of an instrument, open or closed. */
export function orderState(
  accounts: LiveAccounts,
  instrument: Instrument,
  order: OrderView,
): OrderState {
  const { exits, feeCurrency, feeTotal, filled, leverage, loanType, realisedPnl, status } = order;
  return {
    orderId: wireId(order.orderId),
    ...termsOf(accounts, instrument, order),
    ...{ leverage, loanType, state: status },
    filled: filledText(instrument, order),
    averagePrice: orderAverageText(accounts, instrument, order),
    fee: filled === 0 ? "0" : amountText(accounts, feeCurrency, feeTotal),
    feeCoin: filled === 0 ? "" : currencyCode(accounts, feeCurrency),
    realisedPnl: amountText(accounts, instrument.settle, realisedPnl),
    takeProfit: knownPriceText(instrument, exits.profitTrigger),
    stopLoss: knownPriceText(instrument, exits.lossTrigger),
  };
}

/** Returns a plan on an instrument. */
export function planState(
  accounts: LiveAccounts,
  instrument: Instrument,
  plan: LivePlan,
): PlanState {
  const { callbackE4, planKind: kind, status, triggerBy } = plan;
  return {
    planId: wireId(plan.planId),
    ...termsOf(accounts, instrument, plan),
    ...{ kind, status, triggerBy },
    triggerPrice: knownPriceText(instrument, plan.triggerPrice),
    callbackPercent: callbackE4 === 0 ? "" : callbackText(callbackE4),
    takeProfit: knownPriceText(instrument, plan.profitTrigger),
    stopLoss: knownPriceText(instrument, plan.lossTrigger),
    pairedId: idOrNone(plan.pairedId),
    parentOrderId: idOrNone(plan.parentOrderId),
  };
}
