/** Events of liquidations and of deleveraging. */

import { assert } from "../base/assert.ts";
import { type PositionIndex, positionSideOf, rowOf, sideOf } from "../base/position-handle.ts";
import {
  type DeleverageReason,
  type LiquidationOutcome,
  type LiquidationStep,
  type LiquidationTaker,
  WALLETS,
  wordAt,
} from "../base/vocabulary.ts";
import type { Liquidation } from "../margin/liquidations.ts";
import { atoms, type Lots, NO_PRICE, type Ticks } from "../money/units.ts";
import { type Emit, markAt, type State } from "../state.ts";
import { type ScopeRisk, scopeWord } from "./risk-scope.ts";

/** Emits `liquidation_started`. */
export function emitStarted(state: State, liquidation: Liquidation, emit: Emit): void {
  const { instrument, side } = liquidation;
  assert(liquidation.equity < liquidation.maintenance, "a liquidation starts below maintenance");
  const isPosition = instrument !== 0;
  emit.write("liquidation_started", {
    liquidationId: liquidation.id,
    user: liquidation.user,
    scope: scopeWord(liquidation),
    wallet: wordAt(WALLETS, liquidation.wallet),
    currency: liquidation.currency,
    instrument,
    positionSide: isPosition ? positionSideOf(side) : "net",
    mark: isPosition ? markAt(state, instrument - 1) : NO_PRICE,
    equity: atoms(liquidation.equity),
    maintenance: atoms(liquidation.maintenance),
  });
}

/** Part of a position that a liquidation closed. */
export type LiquidatedPart = {
  readonly liquidationId: number;
  readonly step: LiquidationStep;
  readonly taker: LiquidationTaker;
  readonly orderId: number;
  readonly price: Ticks;
  readonly size: Lots;
};

/** Emits `position_liquidated` for a position that was reduced or closed. */
export function emitLiquidated(
  state: State,
  position: PositionIndex,
  part: LiquidatedPart,
  emit: Emit,
): void {
  assert(part.size > 0, "a liquidated part is above zero");
  const { positions } = state;
  const instrument = positions.instrument.get(rowOf(position));
  emit.write("position_liquidated", {
    liquidationId: part.liquidationId,
    user: positions.user.get(rowOf(position)),
    instrument,
    positionSide: positionSideOf(sideOf(position)),
    step: part.step,
    taker: part.taker,
    orderId: part.orderId,
    mark: markAt(state, instrument),
    price: part.price,
    size: part.size,
  });
}

/** Part of a holder's position that deleveraging closed. */
export type DeleveragedPart = Pick<
  LiquidatedPart,
  "liquidationId" | "orderId" | "price" | "size"
> & {
  /** Size that remained to be closed before this holder. */
  readonly deficit: Lots;
  readonly reason: DeleverageReason;
};

/** Emits `position_deleveraged`. */
export function emitDeleveraged(
  state: State,
  position: PositionIndex,
  part: DeleveragedPart,
  emit: Emit,
): void {
  assert(part.size > 0 && part.size <= part.deficit, "a holder is closed up to the deficit");
  const { positions } = state;
  const instrument = positions.instrument.get(rowOf(position));
  emit.write("position_deleveraged", {
    liquidationId: part.liquidationId,
    user: positions.user.get(rowOf(position)),
    instrument,
    positionSide: positionSideOf(sideOf(position)),
    orderId: part.orderId,
    mark: markAt(state, instrument),
    price: part.price,
    size: part.size,
    deficit: part.deficit,
    reason: part.reason,
  });
}

/** Emits `liquidation_ended` with the remaining risk, zero where nothing is held. */
export function emitEnded(
  liquidation: Liquidation,
  end: { readonly outcome: LiquidationOutcome; readonly risk: ScopeRisk },
  emit: Emit,
): void {
  emit.write("liquidation_ended", {
    liquidationId: liquidation.id,
    user: liquidation.user,
    outcome: end.outcome,
    equity: atoms(end.risk.equity),
    maintenance: atoms(end.risk.maintenance),
  });
}
