/** The rules of decisions 0034 to 0038 that an honest order can meet, and what tells of each. */

import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { CloseReason } from "../../../src/core/base/vocabulary.ts";

export const RULES = [
  "open loss (order)",
  "open loss (uncovered orders end)",
  "opening guard",
  "maker guard",
  "closing guard (limit)",
  "closing guard (market order)",
  "price band",
  "bound of opening market orders",
  "bound of spot market orders",
  "loss of orders on credit",
  "pool share",
  "repayment limit",
  "fresh index",
  "depth limit (position)",
  "depth limit (open interest)",
] as const;
export type Rule = (typeof RULES)[number];

/**
 * Refusals that the interface documents word for word (trading-rules.md section 2.1): a limit order
 * that closes beyond the bankruptcy price. They are counted, and are no false alarms.
 */
export const DOCUMENTED_RULES: readonly Rule[] = ["closing guard (limit)"];

const RULE_OF_REJECTION: Readonly<Partial<Record<Rejection, Rule>>> = {
  opening_too_risky: "opening guard",
  price_below_bankruptcy: "closing guard (limit)",
  price_above_bankruptcy: "closing guard (limit)",
  price_above_band: "price band",
  price_below_band: "price band",
  pool_share_reached: "pool share",
  repayment_limit_reached: "repayment limit",
  collateral_price_missing: "fresh index",
  mark_price_missing: "fresh index",
  position_above_depth: "depth limit (position)",
  open_interest_above_depth: "depth limit (open interest)",
};

/** Refusals that say that money is missing: only a second look shows whether a rule did it. */
const MONEY_REJECTIONS: readonly Rejection[] = ["insufficient_margin", "collateral_insufficient"];

/** The rule behind a refusal; `money` where it depends on what the account could afford. */
export function ruleOfRejection(reason: Rejection): Rule | "money" | undefined {
  return MONEY_REJECTIONS.includes(reason) ? "money" : RULE_OF_REJECTION[reason];
}

/** How an order ended, as far as the rule behind it depends on it. */
export type Ending = {
  readonly reason: CloseReason;
  /** Whether the clock ended it. */
  readonly isByClock: boolean;
  readonly isFutures: boolean;
  readonly isClosing: boolean;
  /** Whether orders were left on the opposite side, beyond what it was allowed to trade with. */
  readonly wasBounded: boolean;
};

/** The rule that ended an order. A market order in an empty book met no rule. */
export function ruleOfEnding(ending: Ending): Rule | undefined {
  const { isByClock, isClosing, isFutures, reason, wasBounded } = ending;
  if (reason === "insolvent") {
    return isByClock ? "open loss (uncovered orders end)" : "maker guard";
  }
  if (reason !== "no_depth" || !wasBounded) return undefined;
  if (!isFutures) return "bound of spot market orders";
  return isClosing ? "closing guard (market order)" : "bound of opening market orders";
}
