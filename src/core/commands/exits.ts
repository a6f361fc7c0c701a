/**
 * Take-profit and stop-loss as pairs. Commands and events state them as six fields; both forms
 * mean the same (trading-rules.md section 2.8).
 */

import type { TriggerSource } from "../base/vocabulary.ts";
import { NO_PRICE, type Ticks } from "../money/units.ts";
import type { ExitTerms } from "./commands.ts";

/** A take-profit or stop-loss. `trigger` 0 means none, `price` 0 a market order. */
export type Exit = { readonly trigger: Ticks; readonly by: TriggerSource; readonly price: Ticks };

/** Take-profit and stop-loss of an order, a plan or a position. */
export type Exits = { readonly profit: Exit; readonly loss: Exit };

export const NO_EXIT: Exit = { trigger: NO_PRICE, by: "last", price: NO_PRICE };
export const NO_EXITS: Exits = { profit: NO_EXIT, loss: NO_EXIT };

/** Returns the exits that the fields of a command describe. */
export function exitsOf(flat: ExitTerms): Exits {
  return {
    profit: { trigger: flat.profitTrigger, by: flat.profitBy, price: flat.profitPrice },
    loss: { trigger: flat.lossTrigger, by: flat.lossBy, price: flat.lossPrice },
  };
}

/** Returns exits as the fields of a command or event. */
export function flatExits({ loss, profit }: Exits): ExitTerms {
  return {
    profitTrigger: profit.trigger,
    profitBy: profit.by,
    profitPrice: profit.price,
    lossTrigger: loss.trigger,
    lossBy: loss.by,
    lossPrice: loss.price,
  };
}
