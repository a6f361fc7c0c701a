/** Terms and rules of conversions, set by the operator. */

import {
  CONVERSION_DAY_USD_MAX,
  CONVERSION_QUOTES_MAX,
  CONVERSION_SPREAD_E6_MAX,
  CREDIT_ATOMS_MAX,
} from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { rateE6 } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import { replaceTerms } from "./conversions.ts";

/**
 * Sets the terms of a coin; a largest amount of 0 withdraws the coin. Open quotes keep their price
 * and are checked against the new limits. Emits `conversion_terms_changed` or `command_rejected`.
 */
export function setConversionTerms(
  state: State,
  command: DraftOf<"set_conversion_terms">,
  emit: Emit,
): void {
  const { amountMax, amountMin, currency, netMax, realm, spreadE6 } = command;
  if (state.currencies[currency] === undefined) {
    return rejectCommand(state, 0, "currency_not_found", emit);
  }
  const isWithdrawn = amountMax === 0n;
  const isBounded =
    0n < amountMin &&
    amountMin <= amountMax &&
    amountMax <= CREDIT_ATOMS_MAX &&
    0n <= netMax &&
    netMax <= CREDIT_ATOMS_MAX &&
    spreadE6 <= CONVERSION_SPREAD_E6_MAX;
  if (!isWithdrawn && !isBounded) {
    return rejectCommand(state, 0, "conversion_terms_out_of_bounds", emit);
  }
  const spread = rateE6(spreadE6);
  const terms = { realm, currency, amountMin, amountMax, spread, netMax };
  replaceTerms(state.conversions, { realm, currency }, isWithdrawn ? undefined : terms);
  emit.write("conversion_terms_changed", { realm, currency });
}

/** Emits `conversion_rules_changed` or `command_rejected`. */
export function setConversionRules(
  state: State,
  command: DraftOf<"set_conversion_rules">,
  emit: Emit,
): void {
  const { accountDayUsdMax, accountQuotesMax, dayLossUsdMax, quotesMax, realm } = command;
  const isBounded =
    quotesMax <= CONVERSION_QUOTES_MAX &&
    accountQuotesMax <= CONVERSION_QUOTES_MAX &&
    accountDayUsdMax <= CONVERSION_DAY_USD_MAX &&
    dayLossUsdMax <= CONVERSION_DAY_USD_MAX;
  if (!isBounded) return rejectCommand(state, 0, "conversion_terms_out_of_bounds", emit);
  const rules = { quotesMax, accountQuotesMax, accountDayUsdMax, dayLossUsdMax };
  state.conversions.rules[realm] = rules;
  emit.write("conversion_rules_changed", { realm });
}
