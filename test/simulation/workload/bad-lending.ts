/** Commands of lending that the exchange should refuse, or nearly. */

import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { altered, type Change, type Form } from "./forms.ts";
import { NOTHING, type Spoil, UNKNOWN_USER } from "./spoil.ts";

type Kind = "borrow" | "repay" | "flash_repay" | "endow" | "set_loan_terms" | "set_margin_rules";

const ORDERS: readonly Change<"place_margin_order">[] = [
  { user: UNKNOWN_USER },
  { user: 4 },
  { instrument: NOTHING },
  { instrument: 1 },
  { instrument: 4 },
  { backing: "default" },
  { price: 0 },
  { size: 0 },
  { size: 4_900 },
  { quoteAmount: 1n },
  { user: 6, timeInForce: "gtc", size: 3 },
];

const LOANS: readonly Change<"borrow">[] = [
  { user: UNKNOWN_USER },
  { user: 1 },
  { user: 4 },
  { currency: 3 },
  { currency: 250 },
  { instrument: 2 },
  { instrument: NOTHING },
  { wallet: "crossed_margin" },
  { wallet: "isolated_margin" },
  { amount: 0n },
  { amount: -1n },
  { amount: 1n },
  { amount: 200_000_000n },
  { amount: 2n ** 62n },
];

const TERMS: readonly Change<"set_loan_terms">[] = [
  { currency: 250 },
  { instrument: NOTHING },
  { instrument: 2 },
  { instrument: 1, currency: 3 },
  { instrument: 0, pricedBy: 2 },
  { instrument: 0, pricedBy: 0, currency: 1 },
  { instrument: 0, pricedBy: 10, currency: 1 },
  { realm: "demo" },
  { dailyRateE8: 100_000_001 },
  { amountMin: -1n },
  { interestFree: -1n },
  { tierAmounts: [] },
  { tierAmounts: [7, 7] },
  { tierLeverages: [3] },
  { tierLeverages: [1, 1] },
  { tierLeverages: [21, 5] },
  { tierMaintenanceE6: [5, 1_000_000] },
];

const RULES: readonly Change<"set_margin_rules">[] = [
  { warningRiskE6: 0 },
  { warningRiskE6: 1_100_000 },
  { liquidationRiskE6: 2_000_001 },
  { liquidationFeeE6: 1_000_000 },
  { haircutE6: 1_000_000 },
  { repaymentSpreadE6: 1_000_000 },
  { repaymentHourlyUsd: 10_000_000_001 },
  { poolShareE6: 1_000_001 },
  { poolLossShareE6: 1_000_001 },
];

const ENDOWMENTS: readonly Change<"endow">[] = [
  { currency: 250 },
  { wallet: "fees" },
  { amount: 0n },
  { amount: CREDIT_ATOMS_MAX },
];

/** The same command with one thing changed that it cannot bear. */
function changed<F extends Form>(changes: readonly Change<F>[]): Spoil<F> {
  return (command, random) => altered(command as CommandDraft, random.pick(changes));
}

export const SPOILED_LENDING: {
  readonly [K in Kind | "place_margin_order"]: Spoil<K>;
} = {
  place_margin_order: changed(ORDERS),
  borrow: changed<"borrow">(LOANS),
  repay: changed<"repay">(LOANS),
  flash_repay: changed([{ user: UNKNOWN_USER }, { user: 4 }, { instrument: 2 }, { currency: 251 }]),
  endow: changed(ENDOWMENTS),
  set_loan_terms: changed(TERMS),
  set_margin_rules: changed(RULES),
};
