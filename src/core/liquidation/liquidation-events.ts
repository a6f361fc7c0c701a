/** The events of liquidations. */

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
import type { Emit, State } from "../state.ts";
import { type ScopeRisk, scopeWord } from "./risk-scope.ts";

function markOf(state: State, instrument: number): Ticks {
  return state.prices[instrument]?.mark ?? NO_PRICE;
}

export function emitStarted(state: State, liquidation: Liquidation, emit: Emit): void {
  const { instrument, side } = liquidation;
  const isPosition = instrument !== 0;
  emit.write("liquidation_started", {
    liquidationId: liquidation.id,
    user: liquidation.user,
    scope: scopeWord(liquidation),
    wallet: wordAt(WALLETS, liquidation.wallet),
    currency: liquidation.currency,
    instrument,
    positionSide: isPosition ? positionSideOf(side) : "net",
    mark: isPosition ? markOf(state, instrument - 1) : NO_PRICE,
    equity: atoms(liquidation.equity),
    maintenance: atoms(liquidation.maintenance),
  });
}

export type LiquidatedPart = {
  readonly liquidationId: number;
  readonly step: LiquidationStep;
  readonly taker: LiquidationTaker;
  readonly orderId: number;
  readonly price: Ticks;
  readonly size: Lots;
};

/** Emits `position_liquidated` for a position that was lowered. */
export function emitLiquidated(
  state: State,
  position: PositionIndex,
  part: LiquidatedPart,
  emit: Emit,
): void {
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
    mark: markOf(state, instrument),
    price: part.price,
    size: part.size,
  });
}

export type DeleveragedPart = Pick<
  LiquidatedPart,
  "liquidationId" | "orderId" | "price" | "size"
> & {
  /** What was to be closed when it was the holder's turn. */
  readonly deficit: Lots;
  readonly reason: DeleverageReason;
};

export function emitDeleveraged(
  state: State,
  position: PositionIndex,
  part: DeleveragedPart,
  emit: Emit,
): void {
  const { positions } = state;
  const instrument = positions.instrument.get(rowOf(position));
  emit.write("position_deleveraged", {
    liquidationId: part.liquidationId,
    user: positions.user.get(rowOf(position)),
    instrument,
    positionSide: positionSideOf(sideOf(position)),
    orderId: part.orderId,
    mark: markOf(state, instrument),
    price: part.price,
    size: part.size,
    deficit: part.deficit,
    reason: part.reason,
  });
}

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
