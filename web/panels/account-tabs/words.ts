/** Words of the interface as a person reads them. */

import type { Plan, PlanKind, Position } from "../../accounts/model.ts";
import { spacedWords } from "../../state/spaced-words.ts";

/** Words of the interface that this page spells in another way. */
const SPELLINGS: Readonly<Record<string, string>> = { canceled: "cancelled" };

/** Returns a closed word of the interface as text: `partially_filled` is "Partially filled". */
export function plainWord(word: string): string {
  const text = spacedWords(SPELLINGS[word] ?? word)
    .trim()
    .toLowerCase();
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const PLAN_WORDS: Readonly<Record<PlanKind, string>> = {
  trigger: "Trigger",
  trailing: "Trailing",
  take_profit: "Take profit",
  stop_loss: "Stop loss",
  exits: "TP/SL",
};

export function planWord({ kind }: Pick<Plan, "kind">): string {
  return PLAN_WORDS[kind];
}

/** Returns `Long 10× crossed`. */
export function positionWords({ leverage, marginMode, side }: Position): string {
  return `${plainWord(side)} ${leverage === "" ? "" : `${leverage}× `}${marginMode}`;
}
