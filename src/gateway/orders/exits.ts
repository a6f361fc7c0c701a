/** Converts take-profit and stop-loss of requests to terms of commands. */

import type { TriggerSource } from "../../core/base/vocabulary.ts";
import type { ExitChange, ExitTerms } from "../../core/commands/commands.ts";
import { type Exit, exitsOf, flatExits, NO_EXIT, NO_EXITS } from "../../core/commands/exits.ts";
import { NO_PRICE, type Ticks } from "../../core/money/units.ts";
import { PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import type { OrderInstrument } from "./order-context.ts";
import { priceTicks, type UnitErrors } from "./order-units.ts";

/**
 * An exit in a request: none if absent or 0; a market order without a limit price. In a change,
 * absent members stay as they are.
 */
export interface ExitRequest {
  readonly trigger: string | undefined;
  readonly limit?: string | undefined;
  readonly by?: TriggerSource | undefined;
  /** Name of the trigger price of a v2 request, for the error when only the limit is sent. */
  readonly field?: string;
}

/** Take-profit and stop-loss of a request. */
export interface ExitRequests {
  readonly profit: ExitRequest;
  readonly loss: ExitRequest;
}

/** Names of the fields of v2 requests for spot orders, and for futures orders. */
export const SPOT_EXIT_FIELDS = {
  profit: { trigger: "presetTakeProfitPrice", limit: "executeTakeProfitPrice" },
  loss: { trigger: "presetStopLossPrice", limit: "executeStopLossPrice" },
} as const;
export const MIX_EXIT_FIELDS = {
  profit: { trigger: "presetStopSurplusPrice", limit: "presetStopSurplusExecutePrice" },
  loss: { trigger: "presetStopLossPrice", limit: "presetStopLossExecutePrice" },
} as const;

interface ExitFields<F extends string> {
  readonly trigger: F;
  readonly limit: F;
}

/** Returns take-profit and stop-loss of a v2 request by the names of its fields. */
export function exitsNamed<F extends string>(
  request: { readonly [field in F]?: string },
  { loss, profit }: { readonly profit: ExitFields<F>; readonly loss: ExitFields<F> },
): ExitRequests {
  const exit = ({ limit, trigger }: ExitFields<F>): ExitRequest => ({
    trigger: request[trigger],
    limit: request[limit],
    field: trigger,
  });
  return { profit: exit(profit), loss: exit(loss) };
}

interface ExitUnits {
  readonly instrument: OrderInstrument;
  readonly errors: UnitErrors;
}

/** Returns the exit with the requested terms; what the request does not name is as in `kept`. */
function exitOf(
  { instrument, errors }: ExitUnits,
  { by, limit, trigger }: ExitRequest,
  kept: Exit,
): Exit {
  const ticksOf = (text: string | undefined, other: Ticks) =>
    text === undefined ? other : priceTicks(text, instrument, errors);
  const triggerTicks = ticksOf(trigger, kept.trigger);
  if (triggerTicks === NO_PRICE) return { ...NO_EXIT, price: ticksOf(limit, NO_PRICE) };
  return { trigger: triggerTicks, by: by ?? kept.by, price: ticksOf(limit, kept.price) };
}

/** Throws for an execution price without a trigger price: the position would have no exit. */
function checkTriggers(terms: ExitTerms, requests: ExitRequests, errors: UnitErrors): void {
  const { loss, profit } = exitsOf(terms);
  for (const [exit, { field }] of [
    [profit, requests.profit],
    [loss, requests.loss],
  ] as const) {
    if (exit.trigger !== NO_PRICE || exit.price === NO_PRICE) continue;
    throw field === undefined ? errors.triggerMissing() : PARAMETER_ERRORS.v2.missing(field);
  }
}

/** Returns the terms of both; throws the error of the dialect for a price off its increment. */
export function exitTerms(
  instrument: OrderInstrument,
  errors: UnitErrors,
  { loss, profit }: ExitRequests,
): ExitTerms {
  const units = { instrument, errors };
  return flatExits({
    profit: exitOf(units, profit, NO_EXIT),
    loss: exitOf(units, loss, NO_EXIT),
  });
}

/**
 * Returns the terms of both; undefined if the request names no price. Throws 40019 for an exit with
 * an execution price alone.
 */
export function optionalExits(
  instrument: OrderInstrument,
  errors: UnitErrors,
  exits: ExitRequests,
): ExitTerms | undefined {
  const terms = exitTerms(instrument, errors, exits);
  checkTriggers(terms, exits, errors);
  const { lossTrigger, profitTrigger } = terms;
  return profitTrigger === NO_PRICE && lossTrigger === NO_PRICE ? undefined : terms;
}

function isNamed({ by, limit, trigger }: ExitRequest): boolean {
  return by !== undefined || limit !== undefined || trigger !== undefined;
}

/**
 * Returns the requested change of the `current` exits of an order or plan: an absent price or
 * trigger type is kept, a trigger price of 0 removes the exit. Returns undefined if the request
 * names neither exit. Throws 40019 for an execution price of an exit that does not exist.
 */
export function exitChange(
  instrument: OrderInstrument,
  errors: UnitErrors,
  { loss, profit }: ExitRequests,
  current: ExitTerms | undefined,
): ExitChange | undefined {
  const setsProfit = isNamed(profit);
  const setsLoss = isNamed(loss);
  if (!setsProfit && !setsLoss) return undefined;
  const units = { instrument, errors };
  const kept = current === undefined ? NO_EXITS : exitsOf(current);
  const terms = flatExits({
    profit: setsProfit ? exitOf(units, profit, kept.profit) : NO_EXIT,
    loss: setsLoss ? exitOf(units, loss, kept.loss) : NO_EXIT,
  });
  checkTriggers(terms, { profit, loss }, errors);
  return { setsProfit, setsLoss, ...terms };
}
