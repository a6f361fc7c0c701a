/** Figures of a step of a story in words. */
import { short } from "../../numbers/format.ts";
import { spacedWords } from "../../state/spaced-words.ts";
import type { StoryStep } from "./story.ts";

export type Fact = readonly [name: string, value: string];

const COUNTERPARTY_WORDS: Readonly<Record<string, string>> = {
  another_user: "another user",
  own_account: "your own account",
  insurance_fund: "the insurance fund",
  deleveraged_user: "a user who was deleveraged",
  liquidated_user: "a user who was liquidated",
  lending_pool: "the lending pool",
};

const SENDER_WORDS: Readonly<Record<string, string>> = {
  exchange: "the exchange",
  plan: "a trigger order",
};

/** Returns a closed word as text: `liquidation_step` is "Liquidation step". */
export function stepTitle(kind: string): string {
  const text = spacedWords(kind);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Returns `before → now`, or the only one that is known. */
function changed(before: string, now: string): string {
  if (before === "" || before === now) return now === "" ? "" : short(now);
  return `${short(before)} → ${now === "" ? "none" : short(now)}`;
}

function range(low: string, high: string): string {
  if (low === "" || high === "") return "";
  return low === high ? short(low) : `${short(low)} to ${short(high)}`;
}

function withUnit(value: string, unit: string): string {
  return value === "" ? "" : `${short(value)} ${unit}`.trim();
}

/** Returns the figures of a step that have a value. */
export function stepFacts(step: StoryStep): readonly Fact[] {
  const facts: readonly Fact[] = [
    ["Side", step.side],
    ["Price", changed(step.priceBefore, step.price)],
    ["Size", changed(step.sizeBefore, step.size)],
    ["Trigger price", changed(step.triggerPriceBefore, step.triggerPrice)],
    ["Mark price", withUnit(step.markPrice, "")],
    ["Mark price in that minute", range(step.markLow, step.markHigh)],
    ["Index price in that minute", range(step.indexLow, step.indexHigh)],
    ["Equity", withUnit(step.equity, step.coin)],
    ["Maintenance margin", withUnit(step.maintenance, step.coin)],
    ["Amount", withUnit(step.amount, step.coin)],
    ["For", withUnit(step.toAmount, step.toCoin)],
    ["Fee", withUnit(step.fee, step.feeCoin)],
    ["Role", step.role],
    ["Counterparty", COUNTERPARTY_WORDS[step.counterparty] ?? step.counterparty],
    ["Reason", spacedWords(step.reason)],
    ["Sent by", SENDER_WORDS[step.sender] ?? spacedWords(step.sender)],
  ];
  return facts.filter(([, value]) => value !== "");
}
