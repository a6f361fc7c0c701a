/**
 * Risk of a unified account as a whole, in US dollars (trading-rules.md section 8): the effective
 * equity of its coins and profits against the maintenance of all its positions and debts.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { PositionRow } from "../base/position-handle.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { type UsdE8, usdUp } from "../instruments/usd-price.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { currencyAt, instrumentOfRow, type State } from "../state.ts";
import { crossedMaintenanceAt } from "./maintenance.ts";
import {
  type AssumedMark,
  markIn,
  type UnifiedFigures,
  unifiedFiguresOf,
  usdRateIn,
} from "./unified-margin.ts";

/** Equity and maintenance, in 10^-8 US dollars. */
export type UnifiedRisk = { readonly equity: UsdE8; readonly maintenance: UsdE8 };

/** Sums an amount of each row per settlement coin. */
function sumByCoin(state: State, user: User, of: (row: PositionRow) => Atoms): Map<number, Atoms> {
  const { positions } = state;
  const sums = new Map<number, Atoms>();
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const amount = of(row);
    assert(amount >= 0n, "the maintenance of a row is never negative");
    if (amount === 0n) continue;
    const { settle } = instrumentOfRow(state, row);
    sums.set(settle, plus(sums.get(settle) ?? ZERO_ATOMS, amount));
  }
  return sums;
}

/** Maintenance of all positions, in dollars; `of` returns the amount of a row. */
export function positionsMaintenanceUsd(
  state: State,
  user: User,
  of: (row: PositionRow) => Atoms,
  assumed?: AssumedMark,
): UsdE8 {
  const realm = indexIn(REALMS, user.realm);
  const sums = sumByCoin(state, user, of);
  let maintenance = 0n;
  for (const [coin, amount] of sums) {
    maintenance += usdUp(usdRateIn(state, realm, currencyAt(state, coin), assumed), amount);
  }
  return maintenance as UsdE8;
}

/** Maintenance of all positions, in dollars, at mark prices, one of which may be assumed. */
function maintenanceUsdAt(state: State, user: User, assumed?: AssumedMark): UsdE8 {
  const maintenanceOf = (row: PositionRow): Atoms =>
    crossedMaintenanceAt(state, row, markIn(state, row, assumed));
  return positionsMaintenanceUsd(state, user, maintenanceOf, assumed);
}

/** Risk of a unified user; liquidation begins when equity is below maintenance. */
export function unifiedRiskOf(
  state: State,
  user: User,
  figures: UnifiedFigures = unifiedFiguresOf(state, user),
): UnifiedRisk {
  const { debtMaintenanceUsd, effectiveUsd } = figures;
  const maintenance = maintenanceUsdAt(state, user) + debtMaintenanceUsd;
  return { equity: effectiveUsd, maintenance: maintenance as UsdE8 };
}

/** Risk of a unified user at an assumed mark price of one row, and price of its base coin. */
export function unifiedRiskAt(state: State, user: User, assumed: AssumedMark): UnifiedRisk {
  const { debtMaintenanceUsd, effectiveUsd } = unifiedFiguresOf(state, user, undefined, assumed);
  const maintenance = maintenanceUsdAt(state, user, assumed) + debtMaintenanceUsd;
  return { equity: effectiveUsd, maintenance: maintenance as UsdE8 };
}
