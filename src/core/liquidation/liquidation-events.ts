/** The events of liquidations, written in the field order of `events.ts`. */
import { EVENT_INDEX } from "../event-buffer.ts";
import type { Liquidation } from "../margin/liquidations.ts";
import { type Lots, NO_PRICE, type Ticks } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import {
  DELEVERAGE_REASONS,
  type DeleverageReason,
  indexIn,
  LIQUIDATION_OUTCOMES,
  LIQUIDATION_SCOPES,
  LIQUIDATION_STEPS,
  LIQUIDATION_TAKERS,
  type LiquidationOutcome,
  type LiquidationStep,
  type LiquidationTaker,
} from "../vocabulary.ts";
import { type ScopeRisk, scopeWord } from "./risk-scope.ts";

function markOf(state: State, instrument: number): Ticks {
  return state.prices[instrument]?.mark ?? NO_PRICE;
}

export function emitStarted(state: State, liquidation: Liquidation, emit: Emit): void {
  const { instrument, side } = liquidation;
  const isPosition = instrument !== 0;
  emit.begin(EVENT_INDEX.liquidation_started);
  emit.num(liquidation.id);
  emit.num(liquidation.user);
  emit.num(indexIn(LIQUIDATION_SCOPES, scopeWord(liquidation)));
  emit.num(liquidation.wallet);
  emit.num(liquidation.currency);
  emit.num(instrument);
  emit.num(isPosition ? side + 1 : 0);
  emit.num(isPosition ? markOf(state, instrument - 1) : NO_PRICE);
  emit.money(liquidation.equity);
  emit.money(liquidation.maintenance);
  emit.end();
}

export type LiquidatedPart = {
  readonly liquidationId: number;
  readonly step: LiquidationStep;
  readonly taker: LiquidationTaker;
  readonly orderId: number;
  readonly price: Ticks;
  readonly size: Lots;
};

/** `at` is row * 2 + side of the position that was lowered. */
export function emitLiquidated(state: State, at: number, part: LiquidatedPart, emit: Emit): void {
  const { positions } = state;
  const instrument = positions.instrument.get(at >> 1);
  emit.begin(EVENT_INDEX.position_liquidated);
  emit.num(part.liquidationId);
  emit.num(positions.user.get(at >> 1));
  emit.num(instrument);
  emit.num((at & 1) + 1);
  emit.num(indexIn(LIQUIDATION_STEPS, part.step));
  emit.num(indexIn(LIQUIDATION_TAKERS, part.taker));
  emit.num(part.orderId);
  emit.num(markOf(state, instrument));
  emit.num(part.price);
  emit.num(part.size);
  emit.end();
}

export type DeleveragedPart = Pick<
  LiquidatedPart,
  "liquidationId" | "orderId" | "price" | "size"
> & {
  /** What was to be closed when it was the holder's turn. */
  readonly deficit: Lots;
  readonly reason: DeleverageReason;
};

export function emitDeleveraged(state: State, at: number, part: DeleveragedPart, emit: Emit): void {
  const { positions } = state;
  const instrument = positions.instrument.get(at >> 1);
  emit.begin(EVENT_INDEX.position_deleveraged);
  emit.num(part.liquidationId);
  emit.num(positions.user.get(at >> 1));
  emit.num(instrument);
  emit.num((at & 1) + 1);
  emit.num(part.orderId);
  emit.num(markOf(state, instrument));
  emit.num(part.price);
  emit.num(part.size);
  emit.num(part.deficit);
  emit.num(indexIn(DELEVERAGE_REASONS, part.reason));
  emit.end();
}

export function emitEnded(
  liquidation: Liquidation,
  end: { readonly outcome: LiquidationOutcome; readonly risk: ScopeRisk },
  emit: Emit,
): void {
  emit.begin(EVENT_INDEX.liquidation_ended);
  emit.num(liquidation.id);
  emit.num(liquidation.user);
  emit.num(indexIn(LIQUIDATION_OUTCOMES, end.outcome));
  emit.money(end.risk.equity);
  emit.money(end.risk.maintenance);
  emit.end();
}
