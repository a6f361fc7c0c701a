/** Converts take-profit and stop-loss of requests to terms of commands. */

import type { TriggerSource } from "../../core/base/vocabulary.ts";
import type { ExitChange, ExitTerms } from "../../core/commands/commands.ts";
import { NO_PRICE } from "../../core/money/units.ts";
import type { OrderInstrument } from "./order-context.ts";
import { priceTicks, type UnitErrors } from "./order-units.ts";

/** An exit in a request: none if absent or 0; a market order without a limit price. */
export interface ExitRequest {
  readonly trigger: string | undefined;
  readonly limit?: string | undefined;
  readonly by?: TriggerSource | undefined;
}

/** Take-profit and stop-loss of a request. */
export interface ExitRequests {
  readonly profit: ExitRequest;
  readonly loss: ExitRequest;
}

/** Returns the terms of both; throws the error of the dialect for a price off its increment. */
export function exitTerms(
  instrument: OrderInstrument,
  errors: UnitErrors,
  { loss, profit }: ExitRequests,
): ExitTerms {
  const price = (text: string | undefined) =>
    text === undefined ? NO_PRICE : priceTicks(text, instrument, errors);
  return {
    profitTrigger: price(profit.trigger),
    profitBy: profit.by ?? "last",
    profitPrice: price(profit.limit),
    lossTrigger: price(loss.trigger),
    lossBy: loss.by ?? "last",
    lossPrice: price(loss.limit),
  };
}

/** Returns the terms of both; undefined if the request names no price. */
export function optionalExits(
  instrument: OrderInstrument,
  errors: UnitErrors,
  exits: ExitRequests,
): ExitTerms | undefined {
  const terms = exitTerms(instrument, errors, exits);
  const { lossPrice, lossTrigger, profitPrice, profitTrigger } = terms;
  const prices = [profitTrigger, profitPrice, lossTrigger, lossPrice];
  return prices.every((price) => price === NO_PRICE) ? undefined : terms;
}

/**
 * Returns the requested change: an absent exit is kept, 0 removes it. Returns undefined if the
 * request names neither.
 */
export function exitChange(
  instrument: OrderInstrument,
  errors: UnitErrors,
  exits: ExitRequests,
): ExitChange | undefined {
  const setsProfit = exits.profit.trigger !== undefined;
  const setsLoss = exits.loss.trigger !== undefined;
  if (!setsProfit && !setsLoss) return undefined;
  return { setsProfit, setsLoss, ...exitTerms(instrument, errors, exits) };
}
