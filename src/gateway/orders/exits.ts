/** Take-profit and stop-loss of requests as the fields of commands. */
import type {
  AmendOrder,
  AmendOrderWithExits,
  CommandOf,
  PlaceOrder,
  PlaceOrderWithExits,
  PlacePlan,
} from "../../core/commands.ts";
import { NO_PRICE } from "../../core/money/units.ts";
import type { TriggerSource } from "../../core/vocabulary.ts";
import type { OrderInstrument } from "./order-context.ts";
import { priceTicks, type UnitErrors } from "./order-units.ts";

/** What placing an order can become. */
export type PlacingCommand = PlaceOrder | PlaceOrderWithExits | PlacePlan;

export type ExitFields = Pick<
  PlaceOrderWithExits,
  "profitTrigger" | "profitBy" | "profitPrice" | "lossTrigger" | "lossBy" | "lossPrice"
>;

/** One of the two as a request has it: absent, or 0, is none; no limit is a market order. */
export interface ExitRequest {
  readonly trigger: string | undefined;
  readonly limit?: string | undefined;
  readonly by?: TriggerSource | undefined;
}

/** The fields of both; throws the dialect's error for a price off its increment. */
export function exitFields(
  instrument: OrderInstrument,
  errors: UnitErrors,
  exits: { readonly profit: ExitRequest; readonly loss: ExitRequest },
): ExitFields {
  const price = (text: string | undefined) =>
    text === undefined ? NO_PRICE : priceTicks(text, instrument, errors);
  const { loss, profit } = exits;
  return {
    profitTrigger: price(profit.trigger),
    profitBy: profit.by ?? "last",
    profitPrice: price(profit.limit),
    lossTrigger: price(loss.trigger),
    lossBy: loss.by ?? "last",
    lossPrice: price(loss.limit),
  };
}

/** What a request changes of an order's exits: absent leaves one as it is, 0 takes it away. */
export type ExitChange = Pick<CommandOf<"amend_order_with_exits">, "setsProfit" | "setsLoss"> &
  ExitFields;

/** The change that a request asks for; undefined when it names neither exit. */
export function exitChange(
  instrument: OrderInstrument,
  errors: UnitErrors,
  exits: { readonly profit: ExitRequest; readonly loss: ExitRequest },
): ExitChange | undefined {
  const setsProfit = exits.profit.trigger !== undefined;
  const setsLoss = exits.loss.trigger !== undefined;
  if (!setsProfit && !setsLoss) return undefined;
  return { setsProfit, setsLoss, ...exitFields(instrument, errors, exits) };
}

/** The change of an order, with what it changes of its exits; plain when that is nothing. */
export function withExitChange(
  order: AmendOrder,
  change: ExitChange | undefined,
): AmendOrder | AmendOrderWithExits {
  return change === undefined ? order : { ...order, ...change, kind: "amend_order_with_exits" };
}

export const NO_EXIT_FIELDS: ExitFields = {
  profitTrigger: NO_PRICE,
  profitBy: "last",
  profitPrice: NO_PRICE,
  lossTrigger: NO_PRICE,
  lossBy: "last",
  lossPrice: NO_PRICE,
};

/** The order with what it brings, or the plain order when that is nothing. */
export function withExits(order: PlaceOrder, exits: ExitFields): PlaceOrder | PlaceOrderWithExits {
  const isPlain = Object.values(exits).every((value) => typeof value === "string" || value === 0);
  return isPlain ? order : { ...order, kind: "place_order_with_exits", ...exits };
}
