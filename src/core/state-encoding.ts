/**
 * Canonical encoding of the state, for snapshots and hashes: equal states have equal bytes,
 * independent of their history. Derived parts (totals of levels, lists, sums of open orders) are
 * left out and rebuilt; empty accounts and rows count as absent.
 */

import type { User } from "./accounts/user.ts";
import { readUsers, writeUsers } from "./accounts/user-encoding.ts";
import { assert } from "./base/assert.ts";
import { ByteReader, BytesDamaged, ByteWriter, wordOf } from "./base/bytes.ts";
import { CATEGORIES, INSTRUMENT_STATUSES, indexIn, REALMS } from "./base/vocabulary.ts";
import { readConversions, writeConversions } from "./converting/conversion-encoding.ts";
import { readCustody, writeCustody } from "./custody/custody-encoding.ts";
import { readDeliveries, writeDeliveries } from "./delivery/delivery-encoding.ts";
import { readFees, writeFees } from "./fees/fee-state.ts";
import { readFunding, writeFunding } from "./funding/funding-encoding.ts";
import { readInstitutional, writeInstitutional } from "./institutional/institutional-encoding.ts";
import { readChains, writeChains } from "./instruments/chain-terms.ts";
import { readOrderLimits, writeOrderLimits } from "./instruments/changed-order-limits.ts";
import { type Collateral, type CollateralTier, NO_COLLATERAL } from "./instruments/collateral.ts";
import { readInsuranceFunds, writeInsuranceFunds } from "./instruments/fund-terms.ts";
import { readGeneratedMarket, writeGeneratedMarket } from "./instruments/generated-market.ts";
import { type Instrument, instrumentOf, type Listing } from "./instruments/instrument.ts";
import {
  readFundHolding,
  readLossLimits,
  writeFundHolding,
  writeLossLimits,
} from "./instruments/loss-limits.ts";
import { readMarketDepth, writeMarketDepth } from "./instruments/market-depth.ts";
import { readOpeningLimits, writeOpeningLimits } from "./instruments/opening-limits-encoding.ts";
import { readPrices, writePrices } from "./instruments/price-encoding.ts";
import { readPriceGuards, writePriceGuards } from "./instruments/price-guards.ts";
import { linkUsdPrices } from "./instruments/usd-price.ts";
import { readDebts, writeDebts } from "./lending/debt-encoding.ts";
import { readLending, writeLending } from "./lending/lending-encoding.ts";
import { accountInstrumentOf, walletOfBacking } from "./lending/margin-account.ts";
import { readLiquidations, writeLiquidations } from "./liquidation/liquidation-encoding.ts";
import { atoms, lots, rateE6, type TimeMs, ticks } from "./money/units.ts";
import { readOperating, writeOperating } from "./operating/operating-state.ts";
import { OrderBook } from "./order-book/order-book.ts";
import { readCountdowns, writeCountdowns } from "./orders/cancel-countdowns.ts";
import { linkToUser } from "./orders/user-orders.ts";
import { readP2p, writeP2p } from "./p2p/p2p-encoding.ts";
import { readPlans, writePlans } from "./plans/plan-encoding.ts";
import { readPledging, writePledging } from "./pledging/pledging-encoding.ts";
import { walletOf } from "./positions/backing.ts";
import { addOrderExposure, ensureRow } from "./positions/exposure.ts";
import {
  readPositions,
  readTiers,
  writePositions,
  writeTiers,
} from "./positions/position-encoding.ts";
import { depthAt, holdingAt, instrumentName, pricesAt, type State } from "./state.ts";

/** Raised with every change of these bytes. */
export const STATE_FORMAT = 18;

/** Estimated bytes per entry. An estimate that is too large costs only untouched memory. */
const ORDER_BYTES = 64;
const USER_BYTES = 64;
const ACCOUNT_BYTES = 32;
const REST_BYTES = 64 * 1024;

/** Returns a writer with room for most states; it grows if users have more than orders. */
function writerFor({ ledger, orders, users }: State): ByteWriter {
  const listBytes = orders.count * ORDER_BYTES + ledger.end * ACCOUNT_BYTES;
  return new ByteWriter(listBytes + users.length * USER_BYTES + REST_BYTES);
}

/** Writes an instrument as it was listed; what may change since is written beside it. */
function writeListing(out: ByteWriter, instrument: Instrument): void {
  const { listedLimits } = instrument;
  out.text(instrument.symbol);
  out.u8(instrument.categoryIndex);
  out.u8(indexIn(REALMS, instrument.realm));
  out.u8(instrument.isInverse ? 1 : 0);
  out.u8(indexIn(INSTRUMENT_STATUSES, instrument.status));
  out.i64(listedLimits.valueMin);
  for (const value of [
    instrument.base,
    instrument.quote,
    instrument.settle,
    instrument.priceDecimals,
    instrument.tickStep,
    instrument.sizeDecimals,
    instrument.lotStep,
    listedLimits.sizeLotsMin,
    listedLimits.sizeLotsMax,
    listedLimits.sizeLotsMarketMax,
    instrument.makerRate,
    instrument.takerRate,
    listedLimits.buyLimitRatio,
    listedLimits.sellLimitRatio,
    instrument.leverageMin,
    instrument.leverageMax,
    instrument.fundingIntervalHours,
    instrument.listedAtMs,
  ]) {
    out.varint(value);
  }
}

function readListing(from: ByteReader): { listing: Listing; listedAtMs: number; status: number } {
  const symbol = from.text();
  const category = wordOf(CATEGORIES, from.u8());
  const realm = wordOf(REALMS, from.u8());
  const isInverse = from.u8() === 1;
  const status = from.u8();
  const valueMin = atoms(from.i64());
  const listing: Listing = {
    kind: "list_instrument",
    symbol,
    category,
    realm,
    isInverse,
    valueMin,
    base: from.varint(),
    quote: from.varint(),
    settle: from.varint(),
    priceDecimals: from.varint(),
    tickStep: from.varint(),
    sizeDecimals: from.varint(),
    lotStep: from.varint(),
    sizeLotsMin: lots(from.varint()),
    sizeLotsMax: lots(from.varint()),
    sizeLotsMarketMax: lots(from.varint()),
    makerRateE6: from.varint(),
    takerRateE6: from.varint(),
    buyLimitRatioE6: from.varint(),
    sellLimitRatioE6: from.varint(),
    leverageMin: from.varint(),
    leverageMax: from.varint(),
    fundingIntervalHours: from.varint(),
  };
  return { listing, listedAtMs: from.varint(), status };
}

function writeCollateral(collateral: Collateral, out: ByteWriter): void {
  out.u8(collateral.isDollar ? 1 : 0);
  out.u8(collateral.isShared ? 1 : 0);
  out.varint(collateral.tiers.length);
  for (const { from, rate } of collateral.tiers) {
    out.i64(from);
    out.varint(rate);
  }
}

function readCollateral(from: ByteReader): Collateral {
  const isDollar = from.u8() === 1;
  const isShared = from.u8() === 1;
  const tiers: CollateralTier[] = [];
  const count = from.varint();
  for (let i = 0; i < count; i++) tiers.push({ from: from.i64(), rate: rateE6(from.varint()) });
  return !isDollar && !isShared && tiers.length === 0
    ? NO_COLLATERAL
    : { isDollar, isShared, tiers };
}

function writeListed(state: State, out: ByteWriter): void {
  assert(state.collaterals.length === state.currencies.length, "each currency has its collateral");
  assert(state.tiers.length === state.instruments.length, "each instrument has its tiers");
  out.varint(state.currencies.length);
  for (const { code, decimals, isPractice } of state.currencies) {
    out.text(code);
    out.u8(decimals);
    out.u8(isPractice ? 1 : 0);
  }
  for (const collateral of state.collaterals) writeCollateral(collateral, out);
  out.varint(state.instruments.length);
  for (const instrument of state.instruments) {
    writeListing(out, instrument);
    writeOrderLimits(out, instrument);
    writeTiers(out, state.tiers[instrument.index] ?? []);
    writeOpeningLimits(out, instrument.limits);
    writeLossLimits(out, instrument.lossLimits);
    writeFundHolding(out, holdingAt(state, instrument.index));
    writeMarketDepth(out, depthAt(state, instrument.index));
    writePriceGuards(out, instrument.guards);
    writePrices(out, pricesAt(state, instrument.index));
  }
}

function readListed(state: State, from: ByteReader): void {
  const currencies = from.varint();
  for (let index = 0; index < currencies; index++) {
    const code = from.text();
    const decimals = from.u8();
    const currency = { index, code, decimals, isPractice: from.u8() === 1 };
    state.currencies.push(currency);
    state.currencyByCode.set(code, currency);
  }
  for (let index = 0; index < currencies; index++) state.collaterals.push(readCollateral(from));
  const instruments = from.varint();
  for (let index = 0; index < instruments; index++) {
    const { listedAtMs, listing, status } = readListing(from);
    const base = wordOf(state.currencies, listing.base);
    const settle = wordOf(state.currencies, listing.settle);
    const instrument = instrumentOf(listing, { index, listedAtMs }, { base, settle });
    if (instrument === undefined) throw new BytesDamaged(`${listing.symbol} is listable`);
    instrument.status = wordOf(INSTRUMENT_STATUSES, status);
    readOrderLimits(from, instrument);
    const { realm, category, symbol } = listing;
    state.instruments.push(instrument);
    state.instrumentByName.set(instrumentName(realm, category, symbol), instrument);
    state.books.push(new OrderBook(state.orders));
    state.tiers.push(readTiers(from, instrument, settle.decimals));
    instrument.limits = readOpeningLimits(from);
    instrument.lossLimits = readLossLimits(from);
    state.holdings.push(readFundHolding(from));
    state.depths.push(readMarketDepth(from, instrument.lossLimits));
    instrument.guards = readPriceGuards(from);
    state.openInterest.push(lots(0));
    state.prices.push(readPrices(from));
  }
  linkUsdPrices(state);
}

function writeLedger(state: State, out: ByteWriter): void {
  const { ledger } = state;
  const used: number[] = [];
  for (let account = 1; account < ledger.end; account++) {
    if (ledger.balance(account) !== 0n || ledger.hold(account) !== 0n) used.push(account);
  }
  used.sort((a, b) => ledger.keyOf(a) - ledger.keyOf(b));
  out.varint(used.length);
  for (const account of used) {
    out.varint(ledger.userOf(account));
    out.u8(ledger.walletOf(account));
    out.varint(ledger.currencyOf(account));
    out.varint(ledger.instrumentOf(account));
    out.i64(ledger.balance(account));
    out.i64(ledger.hold(account));
  }
}

function readLedger(state: State, from: ByteReader): void {
  const { ledger } = state;
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    const user = from.varint();
    const wallet = from.u8();
    const currency = from.varint();
    const account = ledger.account(user, wallet, currency, from.varint());
    const balance = atoms(from.i64());
    ledger.restore(account, balance, atoms(from.i64()));
  }
  assert(ledger.end === count + 1, "each account is stored once");
}

function writeOrders(state: State, out: ByteWriter): void {
  const { orders } = state;
  let written = 0;
  for (const book of state.books) {
    for (const isBuySide of [true, false]) {
      let count = 0;
      book.walkOrders(isBuySide, () => {
        count += 1;
        return true;
      });
      out.varint(count);
      written += count;
      book.walkOrders(isBuySide, (slot) => {
        out.varint(orders.id(slot));
        out.varint(orders.user(slot));
        out.varint(orders.flags(slot));
        out.varint(orders.price(slot));
        out.varint(orders.size(slot));
        out.varint(orders.remaining(slot));
        out.varint(orders.totals.createdAtMs(slot));
        out.i64(orders.totals.filledNotional(slot));
        out.varint(orders.inverse.fillPriceMin(slot));
        out.varint(orders.inverse.fillPriceMax(slot));
        out.i64(orders.totals.feeTotal(slot));
        out.varint(orders.inverse.sizingPriceE6(slot));
        out.text(orders.clientIds.textOf(slot));
        return true;
      });
    }
  }
  assert(written === orders.count, "every open order rests in a book");
}

function readOrder(state: State, instrument: number, from: ByteReader): number {
  const { orders } = state;
  const slot = orders.take(from.varint());
  const user = from.varint();
  orders.setUser(slot, user);
  orders.setInstrument(slot, instrument);
  orders.setFlags(slot, from.varint());
  const price = ticks(from.varint());
  orders.setPrice(slot, price);
  orders.setMarginPrice(slot, price);
  orders.setSize(slot, lots(from.varint()));
  orders.setRemaining(slot, lots(from.varint()));
  orders.totals.setCreatedAtMs(slot, from.varint() as TimeMs);
  orders.totals.addFilledNotional(slot, atoms(from.i64()));
  const fillPriceMin = ticks(from.varint());
  orders.inverse.setFillPrices(slot, fillPriceMin, ticks(from.varint()));
  orders.totals.addFeeTotal(slot, atoms(from.i64()));
  orders.inverse.setSizingPriceE6(slot, from.varint());
  orders.clientIds.add(user, slot, from.text());
  assert(orders.remaining(slot) <= orders.size(slot), "an order has at most its size remaining");
  return slot;
}

function readOrders(state: State, from: ByteReader): void {
  const { orders } = state;
  const ids: number[] = [];
  state.books.forEach((book, index) => {
    for (let side = 0; side < 2; side++) {
      const count = from.varint();
      for (let i = 0; i < count; i++) {
        const slot = readOrder(state, index, from);
        book.add(slot);
        ids.push(orders.id(slot));
      }
    }
  });
  for (const id of Float64Array.from(ids).sort()) {
    const slot = orders.find(id);
    assert(slot !== 0, "a restored order is found by its id");
    const user = wordOf(state.users, orders.user(slot)) as User;
    const instrument = wordOf(state.instruments, orders.instrument(slot));
    linkToUser(state, user, slot, instrument.isFutures);
    if (!instrument.isFutures) {
      const coin = orders.isBuy(slot) ? instrument.quote : instrument.base;
      const backing = orders.backing(slot);
      const wallet = orders.isOnMargin(slot)
        ? walletOfBacking(backing)
        : walletOf(user, instrument);
      const place = accountInstrumentOf(backing, instrument);
      const account = state.ledger.account(user.index, wallet, coin, place);
      orders.setPayAccount(slot, account);
    }
    if (instrument.isFutures) {
      orders.setPositionRow(slot, ensureRow(state, user, instrument));
      addOrderExposure(state, slot);
    }
  }
}

/** Returns the state without seq and time: the part that a rejected command does not change. */
export function encodeBody(state: State): Uint8Array {
  const out = writerFor(state);
  writeBody(state, out);
  return out.bytes();
}

function writeBody(state: State, out: ByteWriter): void {
  out.varint(state.lastId);
  writeListed(state, out);
  writeDeliveries(state, out);
  writeFunding(state, out);
  writeUsers(state, out);
  writeLedger(state, out);
  writePositions(state, out);
  writeOrders(state, out);
  writePlans(state, out);
  writeLending(state, out);
  writeLiquidations(state, out);
  writeDebts(state, out);
  writeInsuranceFunds(state.funds, out);
  writeChains(state.chains, out);
  writeConversions(state, out);
  writeCustody(state.custody, out);
  writeP2p(state.p2p, out);
  writeCountdowns(state.countdowns, out);
  writePledging(state, out);
  writeInstitutional(state.institutional, out);
  writeGeneratedMarket(state.generatedMarket, out);
  writeOperating(state.operating, out);
  state.fundTakes.write(out);
  writeFees(state.fees, out);
  state.signIns.write(out);
}

/** Returns the canonical bytes in a buffer of their own. Cost is linear in the state. */
export function encodeState(state: State): Uint8Array {
  const out = writerFor(state);
  out.u16(STATE_FORMAT);
  out.varint(state.seq);
  out.varint(state.timeMs);
  writeBody(state, out);
  return out.bytes();
}

/** Fills a fresh state from canonical bytes. Throws `BytesDamaged` when they are invalid. */
export function restoreState(state: State, bytes: Uint8Array): void {
  assert(state.seq === 0 && state.instruments.length === 0, "a state is restored into a fresh one");
  const from = new ByteReader(bytes);
  const format = from.u16();
  if (format !== STATE_FORMAT) {
    throw new BytesDamaged(`state format ${STATE_FORMAT}, got ${format}`);
  }
  state.seq = from.varint();
  state.timeMs = from.varint();
  state.lastId = from.varint();
  readListed(state, from);
  readDeliveries(state, from);
  readFunding(state, from);
  readUsers(state, from);
  readLedger(state, from);
  readPositions(state, from);
  readOrders(state, from);
  readPlans(state, from);
  readLending(state, from);
  readLiquidations(state, from);
  readDebts(state, from);
  readInsuranceFunds(state.funds, from);
  readChains(state.chains, state.currencies, from);
  readConversions(state, from);
  readCustody(state.custody, from);
  readP2p(state.p2p, from);
  readCountdowns(state.countdowns, from);
  readPledging(state, from);
  readInstitutional(state.institutional, from);
  readGeneratedMarket(state.generatedMarket, from);
  readOperating(state.operating, from);
  state.fundTakes.read(from);
  readFees(state.fees, from);
  state.signIns.read(from);
  if (from.remaining !== 0) throw new BytesDamaged(`${from.remaining} bytes too many`);
}
