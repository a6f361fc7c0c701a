/** Changes of terms and prices that bring one account into liquidation, chosen by what it holds. */

import type { Side } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { availableAt, loanAt, moneyAt, type Place } from "../naive/naive-lending.ts";
import type { NaiveInstrument, NaivePosition } from "../naive/naive-records.ts";
import { boundOf, markValueOf, riskOf, scopeOfPosition } from "../naive/naive-risk.ts";
import type { NaiveState } from "../naive/naive-state.ts";
import { draft } from "./draft.ts";
import type { Draws } from "./draws.ts";
import { LOAN_LINES, PRICED_INSTRUMENTS } from "./founding.ts";

const E6 = 1_000_000;
const VALUE_MAX = 1_000_000;
/** Of an order that spends what was borrowed: books are thin. */
const LOTS_MAX = 60;
/** Below the least index price that the other draws choose, contracts lose their scale. */
const INDEX_TICKS_MIN = 120;

function isCrossed(state: NaiveState, position: NaivePosition): boolean {
  const { instrument, wallet } = scopeOfPosition(state, position);
  return instrument === 0 && wallet !== "unified";
}

/** Crossed positions of classic users, those first whose user is long and short at once. */
function crossedPositions(state: NaiveState): NaivePosition[] {
  const crossed = state.positions.filter((one) => isCrossed(state, one));
  const paired = crossed.filter((one) =>
    crossed.some(
      (other) =>
        other.user === one.user && other.instrument === one.instrument && other.side !== one.side,
    ),
  );
  return paired.length > 0 ? paired : crossed;
}

/**
 * Tiers under which a crossed account needs slightly more maintenance than it has, and holds more
 * than the first two tiers allow. Returns undefined while no position is large enough for that.
 */
export function corneringTiers(draws: Draws): CommandDraft | undefined {
  const { random, state } = draws;
  const candidates = crossedPositions(state);
  if (candidates.length === 0) return undefined;
  const position = random.pick(candidates);
  const instrument = state.instrumentAt(position.instrument);
  const value = markValueOf(instrument, position);
  const measure = instrument.isInverse ? BigInt(position.size) : value;
  const unit = boundOf(state, instrument, { valueMax: 1, leverageMax: 1, rateE6: 1 });
  // The lot of an inverse contract can exceed its unit, and be worth less than an atom.
  if (unit === 0n || value === 0n) return undefined;
  const units = Number(measure / unit);
  const { equity } = riskOf(state, scopeOfPosition(state, position));
  if (equity <= 0n || units < 4) return undefined;
  const rate = Number((equity * BigInt(E6)) / value) + random.between(0, 30_000);
  return draft("set_position_tiers", {
    instrument: position.instrument,
    valueMaxes: [Math.floor(units / 4), Math.floor(units / 2), VALUE_MAX],
    leverageMaxes: [Math.max(1, instrument.leverageMax), 1, 1],
    maintenanceRatesE6: [1_000, 2_000, Math.min(E6, Math.max(2_000, rate))],
  });
}

/**
 * An order that gives all that a margin account has of the coin it borrowed: from then on the price
 * decides whether it can repay. Returns undefined where it has no loan in either coin.
 */
export function spending(
  { state }: Draws,
  place: Place,
  { base, baseAtomsPerLot, indexPrice, quote, scale }: NaiveInstrument,
): { readonly side: Side; readonly size: number } | undefined {
  const isOfBase = loanAt(state, place, base) !== undefined;
  if (!isOfBase && loanAt(state, place, quote) === undefined) return undefined;
  const atomsPerLot = isOfBase ? baseAtomsPerLot : BigInt(indexPrice) * scale;
  if (atomsPerLot === 0n) return undefined;
  const lots = Number(availableAt(state, place, isOfBase ? base : quote) / atomsPerLot);
  return lots < 1 ? undefined : { side: isOfBase ? "sell" : "buy", size: Math.min(lots, LOTS_MAX) };
}

/** Changes of an index price in percent: an account is liquidated, or cannot repay its loans. */
const CALLS = [6, 12, 25] as const;
const RUINS = [45, 70] as const;

/** The index prices as they are, so that they are fresh. */
function samePrices(state: NaiveState): CommandDraft {
  const prices = PRICED_INSTRUMENTS.map((index) => state.instrumentAt(index).indexPrice);
  return draft("set_index_prices", { instruments: PRICED_INSTRUMENTS, prices });
}

/**
 * An index price that raises the loans of a margin account or lowers its assets; the same prices
 * while one is liquidated, which would otherwise recover.
 */
export function callingIndex(draws: Draws): CommandDraft | undefined {
  const { random, state } = draws;
  if (state.lending.unwinds.some(({ isForced }) => isForced)) return samePrices(state);
  const { loans } = state.lending;
  if (loans.length === 0) return undefined;
  const loan = random.pick(loans);
  const user = state.userAt(loan.user);
  const place = { user, wallet: loan.wallet, instrument: loan.instrument };
  const lines = LOAN_LINES.filter(({ base, index, quote, realm }) => {
    if (realm !== user.realm || !PRICED_INSTRUMENTS.includes(index)) return false;
    if (loan.instrument !== 0) return loan.instrument === index + 1;
    return (
      base === loan.currency ||
      (quote === loan.currency && moneyAt(state, place, base).balance > 0n)
    );
  });
  if (lines.length === 0) return undefined;
  const { base, index } = random.pick(lines);
  const change = random.pick(draws.profile.crashPercent > 30 ? RUINS : CALLS);
  const percent = base === loan.currency ? 100 + change : 100 - change;
  const price = Math.floor((state.instrumentAt(index).indexPrice * percent) / 100);
  const prices = [Math.max(INDEX_TICKS_MIN, price)];
  return draft("set_index_prices", { instruments: [index], prices });
}
