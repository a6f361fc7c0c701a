/** Currencies, instruments, users, keys and prices, by the rules as written. */

import {
  INDEX_AGE_MS_MAX,
  KEYS_PER_USER_MAX,
  LEVERAGE_MAX,
  MARK_PRICE_INTERVAL_MS,
  SESSIONS_PER_USER_MAX,
  SUB_ACCOUNTS_PER_PARENT_MAX,
} from "../../../src/core/base/limits.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { interestTick } from "./naive-debts.ts";
import { deliveryTick, isDelivered } from "./naive-delivery.ts";
import { fundingRate, fundingTick, newNaiveFunding } from "./naive-funding.ts";
import { NO_LIMITS } from "./naive-limits.ts";
import { NO_LOSS_LIMITS } from "./naive-losses.ts";
import { defaultTiers } from "./naive-margin.ts";
import { observeAll } from "./naive-plans.ts";
import {
  markOf,
  moveReference,
  newNaivePrices,
  referenceTick,
  sampleBasis,
} from "./naive-prices.ts";
import type { NaiveInstrument } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

const TICKS_MAX = 2 ** 31 - 1;
const ATOMS_MAX = 2n ** 63n - 1n;
const LOTS_MAX = 2 ** 53 - 1;

function listCurrency(state: NaiveState, command: CommandOf<"list_currency">): void {
  const { code, decimals, isPractice } = command;
  if (state.currencies.some((one) => one.code === code)) {
    return state.rejectCommand(0, "currency_exists");
  }
  if (decimals > 8) return state.rejectCommand(0, "instrument_out_of_bounds");
  const currency = state.currencies.push({ code, decimals, isPractice }) - 1;
  state.outcome.id = currency;
  state.emit("currency_listed", { currency });
}

type Listing = CommandOf<"list_instrument" | "prepare_instrument">;

/** An exact quotient, or undefined. */
function exact(top: bigint, bottom: bigint): bigint | undefined {
  return top % bottom === 0n ? top / bottom : undefined;
}

function tens(count: number): bigint {
  return 10n ** BigInt(count);
}

function scaleOf(listing: Listing, settleDecimals: number): bigint | undefined {
  const { priceDecimals, sizeDecimals } = listing;
  const [tick, lot] = [BigInt(listing.tickStep), BigInt(listing.lotStep)];
  if (listing.isInverse) {
    return exact(lot * tens(settleDecimals + priceDecimals), tick * tens(sizeDecimals));
  }
  return exact(tick * lot * tens(settleDecimals), tens(priceDecimals + sizeDecimals));
}

function areTermsInBounds(one: Listing): boolean {
  if (one.priceDecimals > 12 || one.sizeDecimals > 12) return false;
  if (one.tickStep < 1 || one.lotStep < 1 || one.sizeLotsMin < 1) return false;
  if (one.sizeLotsMin > one.sizeLotsMax || one.sizeLotsMarketMax > one.sizeLotsMax) return false;
  if (one.sizeLotsMax > LOTS_MAX / 1024) return false;
  if (one.takerRateE6 >= 1_000_000 || one.makerRateE6 > one.takerRateE6) return false;
  if (one.sellLimitRatioE6 >= 1_000_000 || one.buyLimitRatioE6 > 3_000_000) return false;
  if (one.category === "spot") return !one.isInverse && one.settle === one.quote;
  const isLeverageGood = one.leverageMin >= 1 && one.leverageMax >= one.leverageMin;
  return (
    isLeverageGood &&
    one.leverageMax <= LEVERAGE_MAX &&
    [1, 2, 4, 8].includes(one.fundingIntervalHours)
  );
}

/** The instrument that a listing makes; undefined when a largest order leaves the ranges. */
function instrumentFrom(state: NaiveState, listing: Listing): NaiveInstrument | undefined {
  const base = state.currencies[listing.base];
  const settle = state.currencies[listing.settle];
  if (base === undefined || settle === undefined || !areTermsInBounds(listing)) return undefined;
  const isFutures = listing.category !== "spot";
  const lot = isFutures
    ? 0n
    : exact(BigInt(listing.lotStep) * tens(base.decimals), tens(listing.sizeDecimals));
  if (lot === undefined || (!isFutures && listing.sizeDecimals > base.decimals)) return undefined;
  const sizeMax = BigInt(listing.sizeLotsMax);
  if (lot * sizeMax > ATOMS_MAX) return undefined;
  const scale = scaleOf(listing, settle.decimals);
  if (scale === undefined || scale === 0n) return undefined;
  if (scale * sizeMax * (listing.isInverse ? 2n : 1n) > ATOMS_MAX) return undefined;
  const bound = listing.isInverse ? BigInt(TICKS_MAX) : ATOMS_MAX / (scale * sizeMax);
  const { kind: _, seq: __, timeMs: ___, ...terms } = listing;
  return {
    ...terms,
    index: state.instruments.length,
    isFutures,
    scale,
    baseAtomsPerLot: lot,
    priceMax: bound < BigInt(TICKS_MAX) ? Number(bound) : TICKS_MAX,
    status: "online",
    indexPrice: 0,
    heldPrice: 0,
    indexedAtMs: 0,
    mark: 0,
    last: 0,
    markedAtMs: 0,
    sampledAtMs: 0,
    prices: newNaivePrices(),
    deliveryAtMs: 0,
    funding: newNaiveFunding(state.timeMs, listing.fundingIntervalHours, isFutures),
    limits: NO_LIMITS,
    lossLimits: NO_LOSS_LIMITS,
    earlierLimits: [],
    depths: [],
    tiers: isFutures ? defaultTiers(listing) : [],
  };
}

function listInstrument(state: NaiveState, command: Listing): void {
  const { category, realm, symbol } = command;
  const isKnown = state.instruments.some(
    (one) => one.category === category && one.realm === realm && one.symbol === symbol,
  );
  if (isKnown) return state.rejectCommand(0, "instrument_exists");
  for (const currency of [command.base, command.quote, command.settle]) {
    if (currency >= state.currencies.length) return state.rejectCommand(0, "currency_not_found");
  }
  const instrument = instrumentFrom(state, command);
  if (instrument === undefined) return state.rejectCommand(0, "instrument_out_of_bounds");
  state.instruments.push(instrument);
  state.outcome.id = instrument.index;
  state.emit("instrument_listed", { instrument: instrument.index });
  if (command.kind === "list_instrument") return;
  instrument.status = "offline";
  state.emit("instrument_status_changed", { instrument: instrument.index, status: "offline" });
}

/** Lists a currency or an instrument. */
export function list(
  state: NaiveState,
  command: CommandOf<"list_currency"> | CommandOf<"list_instrument" | "prepare_instrument">,
): void {
  if (command.kind === "list_currency") listCurrency(state, command);
  else listInstrument(state, command);
}

export function setInstrumentStatus(
  state: NaiveState,
  command: CommandOf<"set_instrument_status">,
): void {
  const { instrument, status } = command;
  const known = state.instruments[instrument];
  if (known === undefined) return state.rejectCommand(0, "instrument_not_found");
  if (isDelivered(state, known)) return state.rejectCommand(0, "instrument_delivered");
  if (status === "reduce_only" && !known.isFutures) {
    return state.rejectCommand(0, "instrument_not_futures");
  }
  known.status = status;
  state.emit("instrument_status_changed", { instrument, status });
  observeAll(state, known);
}

function subAccountsOf(state: NaiveState, parent: number): number {
  return state.users.filter((one) => one.parent === parent && one.index !== parent).length;
}

export function createSubAccount(
  state: NaiveState,
  command: CommandOf<"create_sub_account">,
): void {
  const { accountKind, alias, user } = command;
  const main = state.ordinary(user);
  if (main === undefined || main.parent !== user) {
    return state.rejectCommand(user, "user_not_found");
  }
  const isTaken = state.users.some((one) => one.alias?.toUpperCase() === alias.toUpperCase());
  if (isTaken) return state.rejectCommand(user, "alias_exists");
  if (subAccountsOf(state, user) >= SUB_ACCOUNTS_PER_PARENT_MAX) {
    return state.rejectCommand(user, "user_limit_reached");
  }
  const { realm } = main;
  const index = state.addUser({ accountKind, realm, parent: user, openOrdersMax: 0 }, alias);
  state.outcome.id = index;
  state.emit("user_created", { user: index, accountKind, realm, parent: user });
}

export function setUserAccess(state: NaiveState, command: CommandOf<"set_user_access">): void {
  const { status, user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  if (status === "frozen") state.frozen.add(user);
  else state.frozen.delete(user);
  state.emit("user_access_changed", { user, status });
}

export function modifyKey(state: NaiveState, command: CommandOf<"modify_key">): void {
  const { apiKey, user } = command;
  const named = state.keys.find((key) => key.apiKey === apiKey && key.user === user);
  if (named === undefined || named.keyKind === "session")
    return state.rejectCommand(user, "key_not_found");
  state.emit("key_changed", { user, apiKey, keyKind: named.keyKind, change: "changed" });
}

export function createUser(state: NaiveState, command: CommandOf<"create_user">): void {
  const index = state.users.length;
  const { accountKind, openOrdersMax, realm } = command;
  let parent = index;
  if (command.parent !== 0) {
    const above = state.ordinary(command.parent - 1);
    if (above === undefined || above.parent !== above.index) {
      return state.rejectCommand(0, "user_not_found");
    }
    if (above.realm !== realm) return state.rejectCommand(0, "realm_mismatch");
    parent = above.index;
    if (subAccountsOf(state, parent) >= SUB_ACCOUNTS_PER_PARENT_MAX) {
      return state.rejectCommand(parent, "user_limit_reached");
    }
  }
  state.addUser({ accountKind, realm, parent, openOrdersMax });
  state.outcome.id = index;
  state.emit("user_created", { user: index, accountKind, realm, parent });
}

export function createKey(state: NaiveState, command: CommandOf<"create_key">): void {
  const { apiKey, user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  if (state.keys.some((key) => key.apiKey === apiKey)) {
    return state.rejectCommand(user, "key_exists");
  }
  const { keyKind } = command;
  const isSession = keyKind === "session";
  const alike = state.keys.filter(
    (key) => key.user === user && (key.keyKind === "session") === isSession,
  );
  if (isSession) {
    const surplus = Math.max(0, alike.length - SESSIONS_PER_USER_MAX + 1);
    for (const ended of alike.slice(0, surplus)) {
      state.keys.splice(state.keys.indexOf(ended), 1);
      state.emit("key_changed", { user, apiKey: ended.apiKey, keyKind, change: "deleted" });
    }
  } else if (alike.length >= KEYS_PER_USER_MAX) {
    return state.rejectCommand(user, "key_limit_reached");
  }
  state.keys.push({ apiKey, user, keyKind });
  state.emit("key_changed", { user, apiKey, keyKind, change: "created" });
}

export function deleteKey(state: NaiveState, command: CommandOf<"delete_key">): void {
  const { apiKey, user } = command;
  const named = state.keys.find((key) => key.apiKey === apiKey && key.user === user);
  if (named === undefined) return state.rejectCommand(user, "key_not_found");
  state.keys.splice(state.keys.indexOf(named), 1);
  state.emit("key_changed", { user, apiKey, keyKind: named.keyKind, change: "deleted" });
}

function refreshMark(state: NaiveState, instrument: NaiveInstrument, markedIndex: number): void {
  const before = instrument.mark;
  instrument.mark = instrument.isFutures
    ? markOf(state, instrument, markedIndex)
    : instrument.indexPrice;
  if (instrument.mark !== before) state.liquidations.isPriceMoved = true;
  instrument.markedAtMs = state.timeMs;
  const { index, indexPrice, mark } = instrument;
  const rate = fundingRate(instrument);
  state.emit("mark_price_changed", {
    instrument: index,
    index: indexPrice,
    mark,
    fundingRate: rate,
  });
  observeAll(state, instrument);
}

export function setIndexPrices(state: NaiveState, command: CommandOf<"set_index_prices">): void {
  const { instruments, prices } = command;
  if (instruments.length !== prices.length) {
    return state.rejectCommand(0, "index_price_out_of_range");
  }
  for (const [at, index] of instruments.entries()) {
    const instrument = state.instruments[index];
    if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
    const price = prices[at] ?? 0;
    if (price === 0 || price > instrument.priceMax) {
      return state.rejectCommand(0, "index_price_out_of_range");
    }
  }
  for (const [at, index] of instruments.entries()) {
    const instrument = state.instrumentAt(index);
    moveIndex(state, instrument, instrument.heldPrice || (prices[at] ?? 0));
  }
}

export function moveIndex(state: NaiveState, instrument: NaiveInstrument, price: number): void {
  const isStale = state.timeMs - instrument.indexedAtMs > INDEX_AGE_MS_MAX;
  if (isStale || instrument.indexPrice !== price) state.liquidations.isPriceMoved = true;
  const indexBefore = instrument.indexPrice;
  instrument.indexPrice = price;
  instrument.indexedAtMs = state.timeMs;
  if (!instrument.isFutures) moveReference(state, instrument);
  refreshMark(state, instrument, indexBefore);
}

export function tick(state: NaiveState): void {
  for (const instrument of state.instruments) {
    if (!instrument.isFutures) referenceTick(state, instrument);
    if (!instrument.isFutures || instrument.indexPrice === 0) continue;
    sampleBasis(state, instrument);
    if (state.timeMs - instrument.markedAtMs >= MARK_PRICE_INTERVAL_MS) {
      refreshMark(state, instrument, instrument.indexPrice);
    }
  }
  fundingTick(state);
  interestTick(state);
  deliveryTick(state);
}
