/**
 * One step of the liquidation of a risk unit (decision 0067): its users' orders and plans are
 * cancelled, then its coins repay its loans until the debt is back at the stop line. A coin that
 * is not owed goes to its lending pool at the index price less the liquidation fee; the pool of the
 * owed coin bears the principal. When no coin is left to take, the positions are closed.
 */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { CATEGORIES, indexIn, REALMS } from "../base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../base/word-traits.ts";
import type { RiskUnit, UnitLoan } from "../institutional/risk-unit.ts";
import { COLLATERAL_WALLETS, productOf, type UnitFigures } from "../institutional/unit-figures.ts";
import { atomsFor, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { poolAccount } from "../lending/lending-pool.ts";
import { endOrders, endPlans } from "../liquidation/cancel-exposure.ts";
import { spendable } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { minAtoms, plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { closePositions } from "../orders/close-positions.ts";
import { currencyAt, type Emit, instrumentOfRow, type State, userAt } from "../state.ts";
import { moveFunds } from "../transfers/move-funds.ts";
import { chargeUnitInterest } from "./charge-unit-interest.ts";
import { lowerLoan, partsOf, payFrom } from "./repay-unit-loan.ts";

const WHOLE_E6 = 1_000_000n;
/** A step repays at least this, in 10^-8 US dollars, so that a liquidation ends. */
const STEP_USD_MIN = 100_000_000n;

/** An account of a user of the unit in one coin. */
type Source = { readonly user: User; readonly account: number; readonly currency: number };

/** Debt beyond the stop line at present collateral, in 10^-8 US dollars; what a step repays. */
function excessOf(state: State, unit: RiskUnit, { collateral, debt }: UnitFigures): bigint {
  const { stopLine } = productOf(state, unit);
  const kept = collateral > 0n ? (collateral * BigInt(stopLine)) / WHOLE_E6 : 0n;
  const excess = debt - kept;
  return excess > STEP_USD_MIN ? excess : STEP_USD_MIN;
}

/** Accounts of the unit with coins of its product, of which the owed coin comes first. */
function sourcesFor(state: State, unit: RiskUnit, owed: number): Source[] {
  const listed = productOf(state, unit).coins.map(({ currency }) => currency);
  const coins = [owed, ...listed.filter((currency) => currency !== owed)];
  const sources: Source[] = [];
  for (const currency of coins) {
    for (const index of unit.users) {
      for (const wallet of COLLATERAL_WALLETS) {
        const account = state.ledger.find(index, wallet, currency);
        if (account === 0 || isAccountLiquidating(state, index, wallet, currency)) continue;
        sources.push({ user: userAt(state, index), account, currency });
      }
    }
  }
  return sources;
}

/** Amounts of the owed coin that a source repays and of its own coin that it gives. */
function dealFor(
  state: State,
  source: Source,
  loan: UnitLoan,
  usdMax: bigint,
): { readonly give: Atoms; readonly take: Atoms } {
  const realm = indexIn(REALMS, source.user.realm);
  const owedRate = usdRateOf(state, realm, currencyAt(state, loan.currency));
  const paidRate = usdRateOf(state, realm, currencyAt(state, source.currency));
  const most = spendable(state, source.user, source.account);
  const nothing = { give: ZERO_ATOMS, take: ZERO_ATOMS };
  const wanted = atomsFor(owedRate, usdMax);
  if (most <= 0n || wanted === undefined || paidRate.top === 0n) return nothing;
  const owed = plus(loan.principal, loan.interest);
  const bounded = minAtoms(owed, atoms(wanted + 1n));
  if (source.currency === loan.currency) {
    const amount = minAtoms(bounded, most);
    return { give: amount, take: amount };
  }
  const fee = BigInt(state.lending.rules.liquidationFee);
  const top = owedRate.top * paidRate.bottom * (WHOLE_E6 + fee);
  const bottom = owedRate.bottom * paidRate.top * WHOLE_E6;
  const wantedGive = minAtoms(bounded, atoms((most * bottom) / top));
  if (wantedGive <= 0n) return nothing;
  const take = atoms((wantedGive * top + bottom - 1n) / bottom);
  assert(take <= most, "no more is taken than an account has");
  // What is taken is a whole number of atoms, and repays all that it covers.
  return { give: minAtoms(owed, atoms((take * bottom) / top)), take };
}

/** Repays a loan from a source. Returns the value repaid, in 10^-8 US dollars. */
function repayFrom(
  state: State,
  unit: RiskUnit,
  { loan, source, usdMax }: { loan: UnitLoan; source: Source; usdMax: bigint },
  emit: Emit,
): bigint {
  const { give, take } = dealFor(state, source, loan, usdMax);
  if (give === 0n) return 0n;
  const { account: from, currency, user } = source;
  const { realm } = user;
  const repayment = { unit, loan, user, amount: give, isForced: true };
  const usd = usdUp(
    usdRateOf(state, indexIn(REALMS, realm), currencyAt(state, loan.currency)),
    give,
  );
  if (currency === loan.currency) {
    payFrom(state, from, repayment, emit);
    return usd;
  }
  const { poolFunds } = state.lending;
  const to = poolAccount(state, realm, currency);
  moveFunds(
    state,
    { from, to, amount: take, reason: "unit_collateral", clientTransferId: "" },
    emit,
  );
  poolFunds.add(realm, currency, take);
  poolFunds.add(realm, loan.currency, -partsOf(loan, give).principalPart);
  lowerLoan(state, repayment, emit);
  return usd;
}

/** Closes the positions of a user by market orders, which trade within the price bounds. */
function closeAll(state: State, user: User, emit: Emit): void {
  const { positions } = state;
  for (const category of CATEGORIES) {
    if (!CATEGORY_TRAITS[category].isFutures) continue;
    let isHeld = false;
    for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
      if (instrumentOfRow(state, row).category === category && positions.isHeld(row)) isHeld = true;
    }
    if (!isHeld) continue;
    closePositions(
      state,
      {
        kind: "close_positions",
        ...{ user: user.index, category, instrument: 0, positionSide: "net" },
        source: "liquidation",
      },
      emit,
    );
  }
}

/** Advances the liquidation of a unit whose prices are fresh by one step. */
export function stepUnit(state: State, unit: RiskUnit, figures: UnitFigures, emit: Emit): void {
  let ended = 0;
  for (const index of unit.users) {
    const user = userAt(state, index);
    ended += endOrders(state, user, { isEnding: () => true, reason: "liquidation" }, emit);
    ended += endPlans(state, user, () => true, emit);
  }
  let left = excessOf(state, unit, figures);
  const before = left;
  for (const loan of [...unit.loans]) {
    chargeUnitInterest(state, unit, loan, emit);
    for (const source of sourcesFor(state, unit, loan.currency)) {
      if (left <= 0n || !unit.loans.includes(loan)) break;
      left -= repayFrom(state, unit, { loan, source, usdMax: left }, emit);
    }
  }
  if (left < before || ended > 0) return;
  for (const index of unit.users) closeAll(state, userAt(state, index), emit);
}
