/** Issues institutional loans from the lending pools (decision 0067). */
import { hourOf } from "../base/clock-hour.ts";
import { CREDIT_ATOMS_MAX, UNIT_LOANS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { convertedWallet } from "../converting/convert.ts";
import type { LoanProduct, RiskUnit, UnitLoan } from "../institutional/risk-unit.ts";
import { figuresOf, NO_CHANGE, productOf } from "../institutional/unit-figures.ts";
import { hourlyInterest } from "../lending/hourly-interest.ts";
import { isLendingPaused } from "../lending/lending-pause.ts";
import { poolAccount, poolBalance } from "../lending/lending-pool.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State, userAt } from "../state.ts";
import { moveFunds } from "../transfers/move-funds.ts";
import { chargeUnitInterest } from "./charge-unit-interest.ts";

type Issue = DraftOf<"issue_unit_loan">;

/** With leverage L the debt is at most (L − 1) ÷ L of the collateral, which includes the loan. */
function leverageRefusal(
  state: State,
  unit: RiskUnit,
  product: LoanProduct,
  { amount, currency }: Issue,
): Rejection | undefined {
  const debt = amount + hourlyInterest(amount, product.dailyRate);
  const figures = figuresOf(state, unit, { ...NO_CHANGE, currency, amount, debt });
  if (!figures.isFresh) return "collateral_price_missing";
  const most = figures.collateral * BigInt(product.leverage - 1);
  return figures.debt * BigInt(product.leverage) > most ? "collateral_insufficient" : undefined;
}

function issueRefusal(state: State, unit: RiskUnit, command: Issue): Rejection | undefined {
  const { amount, currency } = command;
  const product = productOf(state, unit);
  const { realm } = product;
  if (!product.coins.some((one) => one.currency === currency)) return "unit_coin_not_allowed";
  if (amount <= 0n) return "amount_not_positive";
  if (amount > CREDIT_ATOMS_MAX) return "amount_too_large";
  if (unit.loans.length >= UNIT_LOANS_MAX) return "risk_unit_limit_reached";
  if (unit.isLiquidating) return "unit_liquidating";
  const wallet = convertedWallet(userAt(state, unit.user));
  if (isAccountLiquidating(state, unit.user, wallet, currency)) return "account_liquidating";
  if (isLendingPaused(state, realm, currency)) return "lending_paused";
  if (amount > poolBalance(state, realm, currency)) return "lending_pool_exhausted";
  return leverageRefusal(state, unit, product, command);
}

/**
 * Lends to the wallet of a unit's account. Emits `funds_moved`, `unit_loan_issued` and
 * `unit_interest_charged` for the first hour, or `command_rejected`.
 */
export function issueUnitLoan(state: State, command: Issue, emit: Emit): void {
  const unit = state.institutional.find(command.unit);
  if (unit === undefined) return rejectCommand(state, 0, "risk_unit_not_found", emit);
  const refusal = issueRefusal(state, unit, command);
  if (refusal !== undefined) return rejectCommand(state, unit.user, refusal, emit);
  const { amount, currency } = command;
  const user = userAt(state, unit.user);
  const { dailyRate } = productOf(state, unit);
  const from = poolAccount(state, user.realm, currency);
  const to = state.ledger.account(user.index, convertedWallet(user), currency);
  moveFunds(state, { from, to, amount, reason: "unit_loan", clientTransferId: "" }, emit);
  const id = nextId(state);
  const hour = hourOf(state.timeMs) - 1;
  const loan: UnitLoan = {
    ...{ id, currency, dailyRate, principal: amount, interest: ZERO_ATOMS, hour },
  };
  unit.loans.push(loan);
  state.outcome.id = id;
  emit.write("unit_loan_issued", {
    ...{ loanId: id, unit: unit.user, product: unit.product, currency, amount },
  });
  chargeUnitInterest(state, unit, loan, emit);
}
