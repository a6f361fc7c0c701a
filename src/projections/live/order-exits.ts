/** Exits of an order as one text, which is empty for most orders. */

import { TRIGGER_SOURCES, type TriggerSource } from "../../core/base/vocabulary.ts";
import type { ExitTerms } from "../../core/commands/commands.ts";
import { flatExits, NO_EXITS } from "../../core/commands/exits.ts";
import { ticks } from "../../core/money/units.ts";

export const WITHOUT_EXITS: ExitTerms = flatExits(NO_EXITS);

export function exitsText(exits: ExitTerms): string {
  const { lossBy, lossPrice, lossTrigger, profitBy, profitPrice, profitTrigger } = exits;
  if (profitTrigger === 0 && lossTrigger === 0) return "";
  return [profitTrigger, profitBy, profitPrice, lossTrigger, lossBy, lossPrice].join(",");
}

/** Parses a text that `exitsText` returned. */
export function exitsFromText(text: string): ExitTerms {
  if (text === "") return WITHOUT_EXITS;
  const parts = text.split(",");
  const price = (index: number) => ticks(Number(parts[index] ?? 0));
  const source = (index: number): TriggerSource =>
    TRIGGER_SOURCES.find((word) => word === parts[index]) ?? "last";
  return {
    profitTrigger: price(0),
    profitBy: source(1),
    profitPrice: price(2),
    lossTrigger: price(3),
    lossBy: source(4),
    lossPrice: price(5),
  };
}
