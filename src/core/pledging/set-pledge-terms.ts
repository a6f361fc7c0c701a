/** Terms of loans against a pledge, set by the operator. */

import {
  CREDIT_ATOMS_MAX,
  LOAN_DAILY_RATE_MAX,
  PLEDGE_LINE_E6_MAX,
  PLEDGED_LOAN_HOURS_MAX,
  PLEDGED_LOANS_MAX,
} from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { rateE6, rateE8 } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import { replacedIn } from "./pledged-loans.ts";

type Bounds = { readonly amountMin: bigint; readonly amountMax: bigint };

function areAmountsBounded({ amountMax, amountMin }: Bounds): boolean {
  return 0n < amountMin && amountMin <= amountMax && amountMax <= CREDIT_ATOMS_MAX;
}

/**
 * Sets the terms of borrowing a coin; a largest amount of 0 withdraws the coin. Open loans of fixed
 * periods keep their rate, others take the new one with the next hour. Emits
 * `pledged_loan_terms_changed` or `command_rejected`.
 */
export function setPledgedLoanTerms(
  state: State,
  command: DraftOf<"set_pledged_loan_terms">,
  emit: Emit,
): void {
  const { accountLoansMax, amountMax, amountMin, currency, longHours, realm, shortHours } = command;
  const { flexibleRateE8, longRateE8, shortRateE8 } = command;
  if (state.currencies[currency] === undefined) {
    return rejectCommand(state, 0, "currency_not_found", emit);
  }
  const isWithdrawn = amountMax === 0n;
  const isBounded =
    areAmountsBounded(command) &&
    [flexibleRateE8, shortRateE8, longRateE8].every((rate) => rate <= LOAN_DAILY_RATE_MAX) &&
    0 < shortHours &&
    shortHours <= longHours &&
    longHours <= PLEDGED_LOAN_HOURS_MAX &&
    accountLoansMax <= PLEDGED_LOANS_MAX;
  if (!isWithdrawn && !isBounded) {
    return rejectCommand(state, 0, "pledge_terms_out_of_bounds", emit);
  }
  const terms = {
    ...{ realm, currency, amountMin, amountMax, accountLoansMax },
    dailyRates: {
      flexible: rateE8(flexibleRateE8),
      short: rateE8(shortRateE8),
      long: rateE8(longRateE8),
    },
    hours: { flexible: 0, short: shortHours, long: longHours },
  };
  const { pledging } = state;
  const changed = isWithdrawn ? undefined : terms;
  pledging.loanTerms = replacedIn(pledging.loanTerms, { realm, currency }, changed);
  emit.write("pledged_loan_terms_changed", { realm, currency });
}

/**
 * Sets the terms of pledging a coin; a largest amount of 0 withdraws the coin. Open loans keep the
 * lines under which they were taken. Emits `pledge_terms_changed` or `command_rejected`.
 */
export function setPledgeTerms(
  state: State,
  command: DraftOf<"set_pledge_terms">,
  emit: Emit,
): void {
  const { amountMax, amountMin, currency, heldMax, realm } = command;
  const { forcedE6, initialE6, supplementE6 } = command;
  if (state.currencies[currency] === undefined) {
    return rejectCommand(state, 0, "currency_not_found", emit);
  }
  const isWithdrawn = amountMax === 0n;
  const isBounded =
    areAmountsBounded(command) &&
    0n <= heldMax &&
    heldMax <= CREDIT_ATOMS_MAX &&
    0 < initialE6 &&
    initialE6 < supplementE6 &&
    supplementE6 < forcedE6 &&
    forcedE6 <= PLEDGE_LINE_E6_MAX;
  if (!isWithdrawn && !isBounded) {
    return rejectCommand(state, 0, "pledge_terms_out_of_bounds", emit);
  }
  const lines = {
    initial: rateE6(initialE6),
    supplement: rateE6(supplementE6),
    forced: rateE6(forcedE6),
  };
  const terms = { realm, currency, lines, amountMin, amountMax, heldMax };
  const { pledging } = state;
  const changed = isWithdrawn ? undefined : terms;
  pledging.pledgeTerms = replacedIn(pledging.pledgeTerms, { realm, currency }, changed);
  emit.write("pledge_terms_changed", { realm, currency });
}
