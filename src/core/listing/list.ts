/** Lists currencies and instruments, and sets collateral, tiers and trading status. */

import { assert } from "../base/assert.ts";
import { CURRENCIES_MAX, INSTRUMENTS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { collateralOf, NO_COLLATERAL } from "../instruments/collateral.ts";
import { deliveryPhaseOf } from "../instruments/delivery-terms.ts";
import { instrumentOf, type Listing } from "../instruments/instrument.ts";
import { newInstrumentFunding } from "../instruments/instrument-funding.ts";
import { newFundHolding } from "../instruments/loss-limits.ts";
import { newMarketDepth } from "../instruments/market-depth.ts";
import { newMarketPrices } from "../instruments/market-prices.ts";
import { defaultTierTerms, positionTiersFrom } from "../instruments/position-tiers.ts";
import { linkUsdPrices } from "../instruments/usd-price.ts";
import { ZERO_LOTS } from "../money/units.ts";
import { OrderBook } from "../order-book/order-book.ts";
import { observePrices } from "../plans/observe-price.ts";
import { currencyAt, type Emit, instrumentName, type State } from "../state.ts";

const CURRENCY_DECIMALS_MAX = 8;

/** Emits `currency_listed`, or `command_rejected`. */
export function listCurrency(state: State, command: DraftOf<"list_currency">, emit: Emit): void {
  const { code, decimals, isPractice } = command;
  if (state.currencyByCode.has(code)) return rejectCommand(state, 0, "currency_exists", emit);
  const index = state.currencies.length;
  if (index >= CURRENCIES_MAX || decimals > CURRENCY_DECIMALS_MAX) {
    return rejectCommand(state, 0, "instrument_out_of_bounds", emit);
  }
  const currency = { index, code, decimals, isPractice };
  state.currencies.push(currency);
  state.currencyByCode.set(code, currency);
  state.collaterals.push(NO_COLLATERAL);
  assert(state.collaterals.length === index + 1, "each currency has collateral terms");
  state.outcome.id = index;
  emit.write("currency_listed", { currency: index });
}

/** Emits `collateral_changed`, or `command_rejected`. The next margin check uses the new terms. */
export function setCollateral(state: State, command: DraftOf<"set_collateral">, emit: Emit): void {
  const currency = state.currencies[command.currency];
  if (currency === undefined) return rejectCommand(state, 0, "currency_not_found", emit);
  const collateral = collateralOf(command, currency);
  if (collateral === undefined) return rejectCommand(state, 0, "collateral_out_of_bounds", emit);
  state.collaterals[currency.index] = collateral;
  linkUsdPrices(state);
  emit.write("collateral_changed", { currency: currency.index });
}

/** Emits `instrument_listed`, or `command_rejected` when amounts could leave their ranges. */
export function listInstrument(state: State, command: Listing, emit: Emit): void {
  const name = instrumentName(command.realm, command.category, command.symbol);
  if (state.instrumentByName.has(name)) return rejectCommand(state, 0, "instrument_exists", emit);
  const index = state.instruments.length;
  const base = state.currencies[command.base];
  const settle = state.currencies[command.settle];
  if (base === undefined || settle === undefined || !state.currencies[command.quote]) {
    return rejectCommand(state, 0, "currency_not_found", emit);
  }
  const instrument =
    index < INSTRUMENTS_MAX
      ? instrumentOf(command, { index, listedAtMs: state.timeMs }, { base, settle })
      : undefined;
  if (instrument === undefined) {
    return rejectCommand(state, 0, "instrument_out_of_bounds", emit);
  }
  const tiers = positionTiersFrom(instrument, defaultTierTerms(instrument), settle.decimals);
  assert(tiers !== undefined, "the default tiers suit every listed instrument");
  state.instruments.push(instrument);
  state.instrumentByName.set(name, instrument);
  state.books.push(new OrderBook(state.orders));
  state.prices.push(newMarketPrices());
  state.openInterest.push(ZERO_LOTS);
  state.holdings.push(newFundHolding());
  state.depths.push(newMarketDepth());
  state.funding.push(newInstrumentFunding(instrument, state.timeMs));
  linkUsdPrices(state);
  state.tiers.push(tiers);
  const entries = index + 1;
  assert(state.books.length === entries, "each instrument has a book");
  assert(state.prices.length === entries, "each instrument has prices");
  assert(state.funding.length === entries, "each instrument has a funding state");
  assert(state.tiers.length === entries, "each instrument has tiers");
  state.outcome.id = index;
  emit.write("instrument_listed", { instrument: index });
}

/**
 * Lists an instrument that begins offline, so that no moment of its life has orders before prices
 * and limits (decision 0095). Emits `instrument_listed` and `instrument_status_changed`, or
 * `command_rejected`.
 */
export function prepareInstrument(
  state: State,
  command: DraftOf<"prepare_instrument">,
  emit: Emit,
): void {
  listInstrument(state, command, emit);
  if (state.outcome.rejection !== undefined) return;
  const instrument = state.instruments[state.outcome.id];
  assert(instrument !== undefined, "a listing that is not refused is the last instrument");
  instrument.status = "offline";
  const { index, status } = instrument;
  emit.write("instrument_status_changed", { instrument: index, status });
}

/** Emits `position_tiers_changed`, or `command_rejected`. Open positions stay. */
export function setPositionTiers(
  state: State,
  command: DraftOf<"set_position_tiers">,
  emit: Emit,
): void {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
  if (!instrument.isFutures) return rejectCommand(state, 0, "instrument_not_futures", emit);
  const settle = currencyAt(state, instrument.settle);
  const tiers = positionTiersFrom(instrument, command, settle.decimals);
  if (tiers === undefined) return rejectCommand(state, 0, "position_tiers_out_of_bounds", emit);
  state.tiers[instrument.index] = tiers;
  emit.write("position_tiers_changed", { instrument: instrument.index });
}

/**
 * Emits `instrument_status_changed`, or `command_rejected`. Resting orders stay in every status;
 * plans wait while nothing is executed. Only futures can be reduce-only (decision 0094).
 */
export function setInstrumentStatus(
  state: State,
  command: DraftOf<"set_instrument_status">,
  emit: Emit,
): void {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) {
    return rejectCommand(state, 0, "instrument_not_found", emit);
  }
  if (deliveryPhaseOf(instrument, state.timeMs) === "delivered") {
    return rejectCommand(state, 0, "instrument_delivered", emit);
  }
  if (command.status === "reduce_only" && !instrument.isFutures) {
    return rejectCommand(state, 0, "instrument_not_futures", emit);
  }
  instrument.status = command.status;
  emit.write("instrument_status_changed", {
    instrument: command.instrument,
    status: command.status,
  });
  observePrices(state, instrument, emit);
}
