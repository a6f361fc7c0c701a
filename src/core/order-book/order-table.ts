/**
 * Open orders as records of fixed width, by slot. All that a move, a match or a cancel needs of an
 * order lies in the first 64 bytes, the rest in the 64 bytes after them: an order costs two cache
 * lines instead of one per field. Only the links between neighbours lie apart, eight orders to a
 * line, so that leaving a long queue does not fetch the neighbours' records. An order is linked
 * into its price level's queue (oldest first) and into its user's list (in creation order, which
 * is id order). Slot 0 means "none".
 */

import {
  indexIn,
  type LOAN_TYPES,
  ORDER_BACKINGS,
  type ORDER_SOURCES,
  ORDER_TYPES,
  type POSITION_SIDES,
  type STP_MODES,
  TIMES_IN_FORCE,
} from "../base/vocabulary.ts";
import { BACKING_TRAITS, maskOf, TIME_IN_FORCE_TRAITS, wordFlags } from "../base/word-traits.ts";
import { grownBuffer, RECORDS_AT, recordBuffer, SlotPool } from "../money/columns.ts";
import { IntMap } from "../money/int-map.ts";
import { type Atoms, type Lots, lots, type Ticks, type TimeMs, ticks } from "../money/units.ts";
import { ClientIdIndex } from "./client-id-index.ts";

/** Bits of an order's `flags`: the short closed lists, single bits, then the sources. */
export const SELL_BIT = 1 << 0;
export const ORDER_TYPE_SHIFT = 1;
export const TIME_IN_FORCE_SHIFT = 2;
export const POSITION_SIDE_SHIFT = 4;
export const STP_SHIFT = 6;
export const REDUCE_ONLY_BIT = 1 << 8;
export const BY_QUOTE_BIT = 1 << 9;
/** The order has a take-profit or stop-loss for what it fills. */
export const EXITS_BIT = 1 << 10;
/** Four bits: the sources are the longest list. */
export const SOURCE_SHIFT = 12;
/** Two bits: the wallet that a spot order draws on, by `ORDER_BACKINGS`. */
export const BACKING_SHIFT = 16;
/** Two bits, by `LOAN_TYPES`. */
export const LOAN_TYPE_SHIFT = 18;
export const AUTO_REPAY_BIT = 1 << 19;

/** Masks of the fields; a list that has outgrown the bits of its field does not compile. */
const ORDER_TYPE_MASK = maskOf<typeof ORDER_TYPES>(1);
const TIME_IN_FORCE_MASK = maskOf<typeof TIMES_IN_FORCE>(2);
const POSITION_SIDE_MASK = maskOf<typeof POSITION_SIDES>(2);
const STP_MASK = maskOf<typeof STP_MODES>(2);
const SOURCE_MASK = maskOf<typeof ORDER_SOURCES>(4);
const BACKING_MASK = maskOf<typeof ORDER_BACKINGS>(2);
const LOAN_TYPE_MASK = maskOf<typeof LOAN_TYPES>(2);

const MARKET_BIT = indexIn(ORDER_TYPES, "market") << ORDER_TYPE_SHIFT;

/** By index of the backing. */
const IS_ON_MARGIN = wordFlags(ORDER_BACKINGS, (word) => BACKING_TRAITS[word].lender !== "none");
const IS_ON_UNIFIED = wordFlags(
  ORDER_BACKINGS,
  (word) => BACKING_TRAITS[word].lender === "unified_account",
);

/** By index of the time in force. */
const RESTS = wordFlags(TIMES_IN_FORCE, (word) => TIME_IN_FORCE_TRAITS[word].remainder === "rests");

/** Words of 8 bytes in a record; the shifts make a slot the place of its record's first word. */
const RECORD_WORDS = 16;
const WORDS_SHIFT = 4;
const HALVES_SHIFT = 5;
const SLOTS_FIRST = 64;

/** Places in the record: numbers and money by words, whole numbers of 32 bits by half words. */
const ID = 0;
const SIZE = 1;
const REMAINING = 2;
const USER = 6;
const INSTRUMENT = 7;
const FLAGS = 8;
const PRICE = 9;
const LEVEL = 10;
const PAY_ACCOUNT = 11;
const MARGIN_PRICE = 12;
const RECEIVE_ACCOUNT = 13;
const USER_NEXT = 14;
const USER_PREVIOUS = 15;
const QUOTE_AMOUNT = 8;
const BUDGET = 9;
const FILLED_VALUE = 10;
const FEE_TOTAL = 11;
const CREATED_AT_MS = 12;
/** By half words again, after the word before it. */
const WORST_PRICE = 26;

/** The words before it (size to price) are set by whoever takes a slot. */
const FIRST_ZEROED = LEVEL >> 1;

export class OrderTable {
  #numbers = new Float64Array(recordBuffer(SLOTS_FIRST * RECORD_WORDS * 8), RECORDS_AT);
  #halves = new Int32Array(this.#numbers.buffer, RECORDS_AT);
  #money = new BigInt64Array(this.#numbers.buffer, RECORDS_AT);
  /** Neighbours in the level's queue, next and previous by slot. */
  #links = new Int32Array(SLOTS_FIRST * 2);
  readonly clientIds = new ClientIdIndex();

  readonly #slots = new SlotPool();
  readonly #byId = new IntMap();
  #count = 0;

  /** Open orders. */
  get count(): number {
    return this.#count;
  }

  /** One past the highest slot in use. */
  get end(): number {
    return this.#slots.end;
  }

  /** The slot of an order id, or 0. */
  find(orderId: number): number {
    return this.#byId.get(orderId);
  }

  /** A slot for a new order; every field is zero but the id and those that the caller sets. */
  take(orderId: number): number {
    const slot = this.#slots.take();
    const at = slot << WORDS_SHIFT;
    if (at >= this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[at] = orderId;
    for (let word = FIRST_ZEROED; word < RECORD_WORDS; word++) numbers[at | word] = 0;
    this.#byId.set(orderId, slot);
    this.#count += 1;
    return slot;
  }

  /** Gives a slot back; it must be out of its level and its user's list. */
  give(slot: number): void {
    this.#byId.delete(this.id(slot));
    this.clientIds.remove(this.user(slot), slot);
    this.#numbers[slot << WORDS_SHIFT] = 0;
    this.#slots.give(slot);
    this.#count -= 1;
  }

  #grow(): void {
    const buffer = grownBuffer(this.#numbers);
    this.#numbers = new Float64Array(buffer, RECORDS_AT);
    this.#halves = new Int32Array(buffer, RECORDS_AT);
    this.#money = new BigInt64Array(buffer, RECORDS_AT);
    const links = new Int32Array(this.#links.length * 2);
    links.set(this.#links);
    this.#links = links;
  }

  #number(place: number): number {
    return this.#numbers[place] as number;
  }

  #half(place: number): number {
    return this.#halves[place] as number;
  }

  #amount(place: number): Atoms {
    return this.#money[place] as Atoms;
  }

  #link(place: number): number {
    return this.#links[place] as number;
  }

  id(slot: number): number {
    return this.#number((slot << WORDS_SHIFT) | ID);
  }

  size(slot: number): Lots {
    return lots(this.#number((slot << WORDS_SHIFT) | SIZE));
  }

  setSize(slot: number, size: Lots): void {
    this.#numbers[(slot << WORDS_SHIFT) | SIZE] = size;
  }

  remaining(slot: number): Lots {
    return lots(this.#number((slot << WORDS_SHIFT) | REMAINING));
  }

  setRemaining(slot: number, size: Lots): void {
    this.#numbers[(slot << WORDS_SHIFT) | REMAINING] = size;
  }

  user(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | USER);
  }

  setUser(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | USER] = value;
  }

  instrument(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | INSTRUMENT);
  }

  setInstrument(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | INSTRUMENT] = value;
  }

  flags(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | FLAGS);
  }

  setFlags(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | FLAGS] = value;
  }

  price(slot: number): Ticks {
    return ticks(this.#half((slot << HALVES_SHIFT) | PRICE));
  }

  setPrice(slot: number, price: Ticks): void {
    this.#halves[(slot << HALVES_SHIFT) | PRICE] = price;
  }

  /** The order book's level that the order rests in; 0 while it does not rest. */
  level(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | LEVEL);
  }

  setLevel(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | LEVEL] = value;
  }

  /** Spot: ledger account that the order pays from, and that its reservation lies in. */
  payAccount(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | PAY_ACCOUNT);
  }

  setPayAccount(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | PAY_ACCOUNT] = value;
  }

  /** Spot: ledger account that fills are received in; 0 before the first one. */
  receiveAccount(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | RECEIVE_ACCOUNT);
  }

  setReceiveAccount(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | RECEIVE_ACCOUNT] = value;
  }

  /** Next younger order of the same level. */
  next(slot: number): number {
    return this.#link(slot << 1);
  }

  setNext(slot: number, value: number): void {
    this.#links[slot << 1] = value;
  }

  previous(slot: number): number {
    return this.#link((slot << 1) | 1);
  }

  setPrevious(slot: number, value: number): void {
    this.#links[(slot << 1) | 1] = value;
  }

  /** Next younger order of the same user. */
  userNext(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | USER_NEXT);
  }

  setUserNext(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | USER_NEXT] = value;
  }

  userPrevious(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | USER_PREVIOUS);
  }

  setUserPrevious(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | USER_PREVIOUS] = value;
  }

  /** Spot market buys: the quote amount ordered. */
  quoteAmount(slot: number): Atoms {
    return this.#amount((slot << WORDS_SHIFT) | QUOTE_AMOUNT);
  }

  setQuoteAmount(slot: number, amount: Atoms): void {
    this.#money[(slot << WORDS_SHIFT) | QUOTE_AMOUNT] = amount;
  }

  /** Spot market buys by quote amount: what of it is still reserved. */
  budget(slot: number): Atoms {
    return this.#amount((slot << WORDS_SHIFT) | BUDGET);
  }

  setBudget(slot: number, amount: Atoms): void {
    this.#money[(slot << WORDS_SHIFT) | BUDGET] = amount;
  }

  addBudget(slot: number, amount: Atoms): void {
    const at = (slot << WORDS_SHIFT) | BUDGET;
    this.#money[at] = BigInt.asIntN(64, this.#amount(at) + amount);
  }

  filledValue(slot: number): Atoms {
    return this.#amount((slot << WORDS_SHIFT) | FILLED_VALUE);
  }

  setFilledValue(slot: number, amount: Atoms): void {
    this.#money[(slot << WORDS_SHIFT) | FILLED_VALUE] = amount;
  }

  addFilledValue(slot: number, amount: Atoms): void {
    const at = (slot << WORDS_SHIFT) | FILLED_VALUE;
    this.#money[at] = BigInt.asIntN(64, this.#amount(at) + amount);
  }

  feeTotal(slot: number): Atoms {
    return this.#amount((slot << WORDS_SHIFT) | FEE_TOTAL);
  }

  setFeeTotal(slot: number, amount: Atoms): void {
    this.#money[(slot << WORDS_SHIFT) | FEE_TOTAL] = amount;
  }

  addFeeTotal(slot: number, amount: Atoms): void {
    const at = (slot << WORDS_SHIFT) | FEE_TOTAL;
    this.#money[at] = BigInt.asIntN(64, this.#amount(at) + amount);
  }

  createdAtMs(slot: number): TimeMs {
    return this.#numbers[(slot << WORDS_SHIFT) | CREATED_AT_MS] as TimeMs;
  }

  setCreatedAtMs(slot: number, timeMs: TimeMs): void {
    this.#numbers[(slot << WORDS_SHIFT) | CREATED_AT_MS] = timeMs;
  }

  /** Futures: the price at which the order's margin is reckoned. */
  marginPrice(slot: number): Ticks {
    return ticks(this.#half((slot << HALVES_SHIFT) | MARGIN_PRICE));
  }

  setMarginPrice(slot: number, price: Ticks): void {
    this.#halves[(slot << HALVES_SHIFT) | MARGIN_PRICE] = price;
  }

  /** Futures market orders: the worst price they may trade at; limit orders have theirs. */
  worstPrice(slot: number): Ticks {
    return ticks(this.#half((slot << HALVES_SHIFT) | WORST_PRICE));
  }

  setWorstPrice(slot: number, price: Ticks): void {
    this.#halves[(slot << HALVES_SHIFT) | WORST_PRICE] = price;
  }

  isBuy(slot: number): boolean {
    return (this.flags(slot) & SELL_BIT) === 0;
  }

  isMarket(slot: number): boolean {
    return (this.flags(slot) & MARKET_BIT) !== 0;
  }

  /** Index of the order's type in `ORDER_TYPES`. */
  orderType(slot: number): number {
    return (this.flags(slot) >> ORDER_TYPE_SHIFT) & ORDER_TYPE_MASK;
  }

  timeInForce(slot: number): number {
    return (this.flags(slot) >> TIME_IN_FORCE_SHIFT) & TIME_IN_FORCE_MASK;
  }

  /** Good till cancelled or post-only: what does not trade at once stays in the book. */
  rests(slot: number): boolean {
    return RESTS[this.timeInForce(slot)] === 1;
  }

  /** A market, immediate-or-cancel or fill-or-kill order: it trades at once or ends. */
  isImmediate(slot: number): boolean {
    return this.isMarket(slot) || !this.rests(slot);
  }

  positionSide(slot: number): number {
    return (this.flags(slot) >> POSITION_SIDE_SHIFT) & POSITION_SIDE_MASK;
  }

  stpMode(slot: number): number {
    return (this.flags(slot) >> STP_SHIFT) & STP_MASK;
  }

  source(slot: number): number {
    return (this.flags(slot) >> SOURCE_SHIFT) & SOURCE_MASK;
  }

  /** 0 draws on the wallet of its user's kind, 1 on crossed, 2 on isolated margin. */
  backing(slot: number): number {
    return (this.flags(slot) >> BACKING_SHIFT) & BACKING_MASK;
  }

  /** The order draws on a margin account or borrows in the unified one. */
  isOnMargin(slot: number): boolean {
    return IS_ON_MARGIN[this.backing(slot)] === 1;
  }

  /** The order borrows in the unified account: it is of category MARGIN. */
  isOnUnifiedMargin(slot: number): boolean {
    return IS_ON_UNIFIED[this.backing(slot)] === 1;
  }

  loanType(slot: number): number {
    return (this.flags(slot) >> LOAN_TYPE_SHIFT) & LOAN_TYPE_MASK;
  }

  repaysLoans(slot: number): boolean {
    return (this.flags(slot) & AUTO_REPAY_BIT) !== 0;
  }

  isReduceOnly(slot: number): boolean {
    return (this.flags(slot) & REDUCE_ONLY_BIT) !== 0;
  }

  /** A spot market buy, given by the quote amount it may spend. */
  isByQuote(slot: number): boolean {
    return (this.flags(slot) & BY_QUOTE_BIT) !== 0;
  }

  /** It brings a take-profit or stop-loss for what it fills. */
  hasExits(slot: number): boolean {
    return (this.flags(slot) & EXITS_BIT) !== 0;
  }

  filled(slot: number): Lots {
    return lots(this.size(slot) - this.remaining(slot));
  }
}
