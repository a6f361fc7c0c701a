/**
 * Open orders as records of 64 bytes by slot, with what an amendment, a match or a cancel reads: an
 * order touches one cache line instead of one per field. What only fills and reports read is in
 * `totals`. The links between neighbours in a queue are in a separate array, so that leaving a long
 * queue does not load the neighbours' records. An order is linked into the
 * queue of its price level (oldest first) and into its user's list (in order of creation, which is
 * id order). Slot 0 means "none".
 */
import { assert } from "../base/assert.ts";
import { NO_ROW, type PositionRow } from "../base/position-handle.ts";
import {
  LOAN_TYPES,
  ORDER_BACKINGS,
  type ORDER_SOURCES,
  ORDER_TYPES,
  type POSITION_SIDES,
  type STP_MODES,
  TIMES_IN_FORCE,
} from "../base/vocabulary.ts";
import {
  BACKING_TRAITS,
  hasPrice,
  LOAN_TYPE_TRAITS,
  maskOf,
  TIME_IN_FORCE_TRAITS,
  wordFlags,
} from "../base/word-traits.ts";
import { Int32Column, SlotPool } from "../money/columns.ts";
import { SlotIndex, tagOf } from "../money/slot-index.ts";
import { TableMemory } from "../money/table-memory.ts";
import type { Lots, Ticks } from "../money/units.ts";
import { ClientIdIndex } from "./client-id-index.ts";
import { InverseFields } from "./inverse-fields.ts";
import { OrderTotals } from "./order-totals.ts";
import { QuoteBudget } from "./quote-budget.ts";

/** Bits of an order's `flags`: the short closed lists, single bits, then the order source. */
const SELL_BIT = 1 << 0;
const ORDER_TYPE_SHIFT = 1;
const TIME_IN_FORCE_SHIFT = 2;
const POSITION_SIDE_SHIFT = 4;
const STP_SHIFT = 6;
const REDUCE_ONLY_BIT = 1 << 8;
const BY_QUOTE_BIT = 1 << 9;
/** The order has a take-profit or stop-loss. */
const EXITS_BIT = 1 << 10;
/** Four bits: the order sources are the longest list. */
const SOURCE_SHIFT = 12;
/** Two bits: the wallet that a spot order draws on, by `ORDER_BACKINGS`. */
const BACKING_SHIFT = 16;
/** Two bits, by `LOAN_TYPES`. */
const LOAN_TYPE_SHIFT = 18;

/** Masks of the fields; a list that outgrows the bits of its field does not compile. */
const ORDER_TYPE_MASK = maskOf<typeof ORDER_TYPES>(1);
const TIME_IN_FORCE_MASK = maskOf<typeof TIMES_IN_FORCE>(2);
const POSITION_SIDE_MASK = maskOf<typeof POSITION_SIDES>(2);
const STP_MASK = maskOf<typeof STP_MODES>(2);
const SOURCE_MASK = maskOf<typeof ORDER_SOURCES>(4);
const BACKING_MASK = maskOf<typeof ORDER_BACKINGS>(2);
const LOAN_TYPE_MASK = maskOf<typeof LOAN_TYPES>(2);

/** By index of the order type. */
const HAS_PRICE = wordFlags(ORDER_TYPES, hasPrice);

/** By index of the backing. */
const IS_ON_MARGIN = wordFlags(ORDER_BACKINGS, (word) => BACKING_TRAITS[word].lender !== "none");
const IS_ON_MARGIN_ACCOUNT = wordFlags(
  ORDER_BACKINGS,
  (word) => BACKING_TRAITS[word].lender === "margin_account",
);
const IS_ON_UNIFIED = wordFlags(
  ORDER_BACKINGS,
  (word) => BACKING_TRAITS[word].lender === "unified_account",
);

const REPAYS_LOANS = wordFlags(LOAN_TYPES, (word) => LOAN_TYPE_TRAITS[word].repays);

/** By index of the time in force. */
const RESTS = wordFlags(TIMES_IN_FORCE, (word) => TIME_IN_FORCE_TRAITS[word].remainder === "rests");

/** The layout of flags. V8 folds the constants above, as it would not if they were exported. */
export const ORDER_FLAGS = {
  sellBit: SELL_BIT,
  orderTypeShift: ORDER_TYPE_SHIFT,
  timeInForceShift: TIME_IN_FORCE_SHIFT,
  positionSideShift: POSITION_SIDE_SHIFT,
  stpShift: STP_SHIFT,
  reduceOnlyBit: REDUCE_ONLY_BIT,
  byQuoteBit: BY_QUOTE_BIT,
  exitsBit: EXITS_BIT,
  sourceShift: SOURCE_SHIFT,
  backingShift: BACKING_SHIFT,
  loanTypeShift: LOAN_TYPE_SHIFT,
} as const;

/** Words of 8 bytes in a record; shifting a slot gives the index of its first word or half word. */
const RECORD_WORDS = 8;
const WORDS_SHIFT = 3;
const HALVES_SHIFT = 4;
const RECORD_BYTES = RECORD_WORDS * 8;
const SLOTS_FIRST = 64;

/** Fields of the record: numbers by words, 32-bit numbers by half words. */
const ID = 0;
const SIZE = 1;
const REMAINING = 2;
const USER = 6;
const INSTRUMENT = 7;
const FLAGS = 8;
const PRICE = 9;
const LEVEL = 10;
/** Spot: the account that pays. Futures: the row of positions. */
const PAYER = 11;
const MARGIN_PRICE = 12;
/** Spot: the account that receives. Futures: the worst price of an immediate order. */
const RECEIVER = 13;
const USER_NEXT = 14;
const USER_PREVIOUS = 15;

/** First word that `take` sets to zero; whoever takes a slot sets the words before it. */
const FIRST_ZEROED = LEVEL >> 1;

export class OrderTable {
  readonly #records = new TableMemory(SLOTS_FIRST * RECORD_BYTES);
  #numbers = new Float64Array(this.#records.buffer, this.#records.recordsAt);
  #halves = new Int32Array(this.#records.buffer, this.#records.recordsAt);
  /** Neighbours in the level's queue by slot: next, then previous. */
  readonly #links = new Int32Column();
  readonly clientIds = new ClientIdIndex();
  readonly totals = new OrderTotals();
  readonly quote = new QuoteBudget();
  readonly inverse = new InverseFields();

  readonly #slots = new SlotPool();
  readonly #byId = new SlotIndex();
  #count = 0;

  /** Number of open orders. */
  get count(): number {
    return this.#count;
  }

  /** One more than the highest slot ever used. */
  get end(): number {
    return this.#slots.end;
  }

  /** Returns the slot of an order id, or 0. */
  find(orderId: number): number {
    const tag = tagOf(orderId);
    let slot = this.#byId.find(tag);
    while (slot !== 0 && this.id(slot) !== orderId) slot = this.#byId.findAfter(tag, slot);
    return slot;
  }

  /** Reads where an id is or would be, for `LookAhead`; the number returned means nothing. */
  readAheadId(orderId: number): number {
    return this.#byId.readAhead(tagOf(orderId));
  }

  /** Reads the record and the links of a slot, for `LookAhead`; the number means nothing. */
  readAhead(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | PRICE) + this.#links.get(slot << 1);
  }

  /** Returns the slot of a new order; the caller sets the fields up to the price, others are 0. */
  take(orderId: number): number {
    assert(orderId > 0, "an order has an id");
    assert(this.find(orderId) === 0, "each open order has an id of its own");
    const slot = this.#slots.take();
    const first = slot << WORDS_SHIFT;
    if (first >= this.#numbers.length) this.#grow(slot);
    this.#links.set((slot << 1) | 1, 0);
    const numbers = this.#numbers;
    assert(numbers[first] === 0, "a taken slot is not in use");
    numbers[first] = orderId;
    for (let word = FIRST_ZEROED; word < RECORD_WORDS; word++) numbers[first | word] = 0;
    this.totals.open(slot);
    this.inverse.clear(slot);
    this.#byId.add(tagOf(orderId), slot);
    this.#count += 1;
    return slot;
  }

  /** Frees a slot. The order must have left its level and its user's list. */
  give(slot: number): void {
    const id = this.id(slot);
    assert(id !== 0, "a freed slot is in use");
    assert(this.level(slot) === 0, "an order leaves the book before its slot is freed");
    this.#byId.remove(tagOf(id), slot);
    this.clientIds.remove(this.user(slot), slot);
    this.quote.end(slot);
    this.#numbers[slot << WORDS_SHIFT] = 0;
    this.#slots.give(slot);
    this.#count -= 1;
    assert(this.#byId.size === this.#count, "an open order is found by its id");
  }

  #grow(slot: number): void {
    const records = this.#records;
    records.grow((slot + 1) * RECORD_BYTES);
    this.#numbers = new Float64Array(records.buffer, records.recordsAt);
    this.#halves = new Int32Array(records.buffer, records.recordsAt);
  }

  #number(index: number): number {
    return this.#numbers[index] as number;
  }

  #half(index: number): number {
    return this.#halves[index] as number;
  }

  /** Order id; 0 while the slot is free. */
  id(slot: number): number {
    return this.#number((slot << WORDS_SHIFT) | ID);
  }

  /** Ordered size in lots; of an order by quote amount, what it has bought so far. */
  size(slot: number): Lots {
    return this.#number((slot << WORDS_SHIFT) | SIZE) as Lots;
  }

  setSize(slot: number, size: Lots): void {
    this.#numbers[(slot << WORDS_SHIFT) | SIZE] = size;
  }

  /** Unfilled size in lots. */
  remaining(slot: number): Lots {
    return this.#number((slot << WORDS_SHIFT) | REMAINING) as Lots;
  }

  setRemaining(slot: number, size: Lots): void {
    assert(size >= 0, "a fill never exceeds what remains");
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
    return this.#half((slot << HALVES_SHIFT) | PRICE) as Ticks;
  }

  setPrice(slot: number, price: Ticks): void {
    this.#halves[(slot << HALVES_SHIFT) | PRICE] = price;
  }

  /** Slot of the price level in which the order rests; 0 while it does not rest. */
  level(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | LEVEL);
  }

  setLevel(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | LEVEL] = value;
  }

  /** Spot: ledger account that the order pays from and that holds its reservation. */
  payAccount(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | PAYER);
  }

  setPayAccount(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | PAYER] = value;
  }

  /** Futures: row of positions whose sums count the order. */
  positionRow(slot: number): PositionRow {
    const row = this.#half((slot << HALVES_SHIFT) | PAYER) as PositionRow;
    assert(row !== NO_ROW, "a futures order has a row of positions");
    return row;
  }

  setPositionRow(slot: number, row: PositionRow): void {
    this.#halves[(slot << HALVES_SHIFT) | PAYER] = row;
  }

  /** Spot: ledger account that receives the fills; 0 before the first fill. */
  receiveAccount(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | RECEIVER);
  }

  setReceiveAccount(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | RECEIVER] = value;
  }

  /** Next younger order of the same price level. */
  next(slot: number): number {
    return this.#links.get(slot << 1);
  }

  setNext(slot: number, value: number): void {
    this.#links.set(slot << 1, value);
  }

  /** Next older order of the same price level. */
  previous(slot: number): number {
    return this.#links.get((slot << 1) | 1);
  }

  setPrevious(slot: number, value: number): void {
    this.#links.set((slot << 1) | 1, value);
  }

  /** Next younger order of the same user. */
  userNext(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | USER_NEXT);
  }

  setUserNext(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | USER_NEXT] = value;
  }

  /** Next older order of the same user. */
  userPrevious(slot: number): number {
    return this.#half((slot << HALVES_SHIFT) | USER_PREVIOUS);
  }

  setUserPrevious(slot: number, value: number): void {
    this.#halves[(slot << HALVES_SHIFT) | USER_PREVIOUS] = value;
  }

  /** Futures: price at which the margin of the order is computed. */
  marginPrice(slot: number): Ticks {
    return this.#half((slot << HALVES_SHIFT) | MARGIN_PRICE) as Ticks;
  }

  setMarginPrice(slot: number, price: Ticks): void {
    this.#halves[(slot << HALVES_SHIFT) | MARGIN_PRICE] = price;
  }

  /** Futures market orders: worst price at which they may trade; limit orders use their price. */
  worstPrice(slot: number): Ticks {
    return this.#half((slot << HALVES_SHIFT) | RECEIVER) as Ticks;
  }

  setWorstPrice(slot: number, price: Ticks): void {
    this.#halves[(slot << HALVES_SHIFT) | RECEIVER] = price;
  }

  isBuy(slot: number): boolean {
    return (this.flags(slot) & SELL_BIT) === 0;
  }

  /** The order names the worst price that it trades at. */
  hasPrice(slot: number): boolean {
    return HAS_PRICE[this.orderType(slot)] === 1;
  }

  /** Index of the order's type in `ORDER_TYPES`. */
  orderType(slot: number): number {
    return (this.flags(slot) >> ORDER_TYPE_SHIFT) & ORDER_TYPE_MASK;
  }

  timeInForce(slot: number): number {
    return (this.flags(slot) >> TIME_IN_FORCE_SHIFT) & TIME_IN_FORCE_MASK;
  }

  /** Whether a remainder stays in the book: a good-till-cancelled or post-only order. */
  rests(slot: number): boolean {
    return RESTS[this.timeInForce(slot)] === 1;
  }

  /** Whether the order trades at once or ends: market, immediate-or-cancel, fill-or-kill. */
  isImmediate(slot: number): boolean {
    return !this.hasPrice(slot) || !this.rests(slot);
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

  /** Index in `ORDER_BACKINGS` of the wallet that a spot order draws on. */
  backing(slot: number): number {
    return (this.flags(slot) >> BACKING_SHIFT) & BACKING_MASK;
  }

  /** Whether the order draws on a margin account or borrows in the unified account. */
  isOnMargin(slot: number): boolean {
    return IS_ON_MARGIN[this.backing(slot)] === 1;
  }

  /** Whether the order draws on a crossed or isolated margin account. */
  isOnMarginAccount(slot: number): boolean {
    return IS_ON_MARGIN_ACCOUNT[this.backing(slot)] === 1;
  }

  /** Whether the order borrows in the unified account, that is, has category MARGIN. */
  isOnUnifiedMargin(slot: number): boolean {
    return IS_ON_UNIFIED[this.backing(slot)] === 1;
  }

  /** Index in `LOAN_TYPES`. */
  loanType(slot: number): number {
    return (this.flags(slot) >> LOAN_TYPE_SHIFT) & LOAN_TYPE_MASK;
  }

  repaysLoans(slot: number): boolean {
    return REPAYS_LOANS[this.loanType(slot)] === 1;
  }

  isReduceOnly(slot: number): boolean {
    return (this.flags(slot) & REDUCE_ONLY_BIT) !== 0;
  }

  /** Whether the order is a spot market buy by the quote amount that it may spend. */
  isByQuote(slot: number): boolean {
    return (this.flags(slot) & BY_QUOTE_BIT) !== 0;
  }

  /** Whether the order has a take-profit or stop-loss for its fills. */
  hasExits(slot: number): boolean {
    return (this.flags(slot) & EXITS_BIT) !== 0;
  }

  /** Filled size in lots. */
  filled(slot: number): Lots {
    return (this.size(slot) - this.remaining(slot)) as Lots;
  }
}
