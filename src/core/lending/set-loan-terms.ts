/** Terms on which a coin is lent, set by the operator. */

import { LOAN_DAILY_RATE_MAX, LOAN_LEVERAGE_MAX, LOAN_TIERS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { atoms, rateE6, rateE8 } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import type { LoanTerms, LoanTier } from "./loan-terms.ts";

const WHOLE_E6 = 1_000_000;

type SetTerms = DraftOf<"set_loan_terms">;

/**
 * Tiers from the columns of the command, or `undefined` when there is none, the columns differ in
 * length, the amounts do not rise, or a value is out of bounds.
 */
function tiersOf(command: SetTerms): LoanTier[] | undefined {
  const { tierAmounts, tierLeverages, tierMaintenanceE6 } = command;
  const count = tierAmounts.length;
  if (count === 0 || count > LOAN_TIERS_MAX) return undefined;
  if (tierLeverages.length !== count || tierMaintenanceE6.length !== count) return undefined;
  const tiers: LoanTier[] = [];
  for (let i = 0; i < count; i++) {
    const amountMax = atoms(BigInt(tierAmounts[i] ?? 0));
    const leverage = tierLeverages[i] ?? 0;
    const maintenance = tierMaintenanceE6[i] ?? 0;
    if (leverage < 2 || leverage > LOAN_LEVERAGE_MAX || maintenance >= WHOLE_E6) return undefined;
    if (i > 0 && amountMax <= (tiers[i - 1]?.amountMax ?? 0n)) return undefined;
    tiers.push({ amountMax, leverage, maintenanceRate: rateE6(maintenance) });
  }
  return tiers;
}

/**
 * Instrument that prices the coin, or `undefined` when realm, instruments and coin of the command
 * do not fit together. In isolated margin the instrument itself prices its base coin. In crossed
 * margin the first coin with terms is the money of the realm, which all other coins are priced in.
 */
function pricingOf(
  state: State,
  command: SetTerms,
): { readonly pricedBy: Instrument | undefined } | undefined {
  const { currency, instrument, pricedBy, realm } = command;
  if (instrument !== 0) {
    const own = state.instruments[instrument - 1];
    if (own === undefined || own.isFutures || own.realm !== realm) return undefined;
    if (currency === own.quote) return { pricedBy: undefined };
    return currency === own.base ? { pricedBy: own } : undefined;
  }
  const crossed = state.lending.terms.of(realm, 0);
  const money = crossed.find((terms) => terms.pricedBy === undefined);
  if (pricedBy === 0) {
    const isMoney = money === undefined ? crossed.length === 0 : money.currency === currency;
    return isMoney ? { pricedBy: undefined } : undefined;
  }
  const by = state.instruments[pricedBy - 1];
  if (by === undefined || by.isFutures || by.realm !== realm) return undefined;
  if (by.base !== currency || money === undefined || by.quote !== money.currency) return undefined;
  return { pricedBy: by };
}

/**
 * Sets the terms of a coin in crossed margin or in an isolated instrument. The rate applies to
 * loans from the hour after the one already charged. Emits `loan_terms_changed`, or
 * `command_rejected`.
 */
export function setLoanTerms(state: State, command: SetTerms, emit: Emit): void {
  const { amountMin, currency, dailyRateE8, instrument, interestFree, realm } = command;
  if (state.currencies[currency] === undefined) {
    return rejectCommand(state, 0, "currency_not_found", emit);
  }
  const tiers = tiersOf(command);
  const pricing = pricingOf(state, command);
  const isRateGood = dailyRateE8 <= LOAN_DAILY_RATE_MAX;
  const areAmountsGood = amountMin >= 0n && interestFree >= 0n;
  if (tiers === undefined || pricing === undefined || !isRateGood || !areAmountsGood) {
    return rejectCommand(state, 0, "loan_terms_out_of_bounds", emit);
  }
  const { pricedBy } = pricing;
  const dailyRate = rateE8(dailyRateE8);
  const scope = { realm, instrument, currency, pricedBy };
  const terms: LoanTerms = { ...scope, dailyRate, amountMin, interestFree, tiers };
  state.lending.terms.set(terms);
  emit.write("loan_terms_changed", { realm, instrument, currency });
}
