/**
 * The risk of a unified account as a whole, in US dollars (trading-rules.md section 8): what its
 * coins and open profits count for, against the maintenance of all its positions and debts.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { PositionRow } from "../base/position-handle.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { type UsdE8, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { currencyAt, instrumentAt, type State } from "../state.ts";
import { crossedMaintenanceAt } from "./maintenance.ts";
import {
  type AssumedMark,
  markIn,
  type UnifiedFigures,
  unifiedFiguresOf,
} from "./unified-margin.ts";

/** What is there and what must be there, in 10^-8 US dollars. */
export type UnifiedRisk = { readonly equity: UsdE8; readonly maintenance: UsdE8 };

/** Σ per settlement coin of something that a row comes to. */
function sumByCoin(state: State, user: User, of: (row: PositionRow) => Atoms): Map<number, Atoms> {
  const { positions } = state;
  const sums = new Map<number, Atoms>();
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const amount = of(row);
    assert(amount >= 0n, "the maintenance of a row is never negative");
    if (amount === 0n) continue;
    const { settle } = instrumentAt(state, positions.instrument.get(row));
    sums.set(settle, plus(sums.get(settle) ?? ZERO_ATOMS, amount));
  }
  return sums;
}

/** Maintenance of all positions, in dollars, each row with the amount that `of` says. */
export function positionsMaintenanceUsd(
  state: State,
  user: User,
  of: (row: PositionRow) => Atoms,
): UsdE8 {
  const realm = indexIn(REALMS, user.realm);
  const sums = sumByCoin(state, user, of);
  let maintenance = 0n;
  for (const [coin, amount] of sums) {
    maintenance += usdUp(usdRateOf(state, realm, currencyAt(state, coin)), amount);
  }
  return maintenance as UsdE8;
}

/** Maintenance of all positions, in dollars, at the mark prices or the one that is assumed. */
function maintenanceUsdAt(state: State, user: User, assumed?: AssumedMark): UsdE8 {
  return positionsMaintenanceUsd(state, user, (row) =>
    crossedMaintenanceAt(state, row, markIn(state, row, assumed)),
  );
}

/** Liquidation begins when the equity that counts is below maintenance. */
export function unifiedRiskOf(
  state: State,
  user: User,
  figures: UnifiedFigures = unifiedFiguresOf(state, user),
): UnifiedRisk {
  const { debtMaintenanceUsd, effectiveUsd } = figures;
  const maintenance = maintenanceUsdAt(state, user) + debtMaintenanceUsd;
  return { equity: effectiveUsd, maintenance: maintenance as UsdE8 };
}

/** The same if the mark price of a row were another one. */
export function unifiedRiskAt(state: State, user: User, assumed: AssumedMark): UnifiedRisk {
  const { debtMaintenanceUsd, effectiveUsd } = unifiedFiguresOf(state, user, undefined, assumed);
  const maintenance = maintenanceUsdAt(state, user, assumed) + debtMaintenanceUsd;
  return { equity: effectiveUsd, maintenance: maintenance as UsdE8 };
}
