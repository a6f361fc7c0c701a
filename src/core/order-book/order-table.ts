/**
 * Open orders in columns, by slot. An order is linked into its price level's queue (oldest first)
 * and into its user's list (in creation order, which is id order). Slot 0 means "none".
 */
import { BigInt64Column, Float64Column, Int32Column, SlotPool } from "../money/columns.ts";
import { IntMap } from "../money/int-map.ts";
import type { Atoms, Lots, Ticks, TimeMs } from "../money/units.ts";
import { ClientIdIndex } from "./client-id-index.ts";

/** Bits of an order's `flags`: two bits each for the short closed lists, then single bits. */
export const SIDE_SHIFT = 0;
export const TYPE_SHIFT = 1;
export const TIME_IN_FORCE_SHIFT = 2;
export const POSITION_SIDE_SHIFT = 4;
export const STP_SHIFT = 6;
export const SOURCE_SHIFT = 8;
export const REDUCE_ONLY_BIT = 1 << 10;
export const BY_QUOTE_BIT = 1 << 11;

export class OrderTable {
  readonly id = new Float64Column();
  readonly user = new Int32Column();
  readonly instrument = new Int32Column();
  readonly flags = new Int32Column();
  readonly price = new Int32Column<Ticks>();
  readonly size = new Float64Column<Lots>();
  readonly remaining = new Float64Column<Lots>();
  /** Spot market buys: the quote amount ordered. */
  readonly quoteAmount = new BigInt64Column<Atoms>();
  /** Spot market buys by quote amount: what of it is still reserved. */
  readonly budget = new BigInt64Column<Atoms>();
  /** Spot: ledger account that the order pays from, and that its reservation lies in. */
  readonly payAccount = new Int32Column();
  /** Futures: the price at which the order's margin is reckoned. */
  readonly marginPrice = new Int32Column<Ticks>();
  readonly filledValue = new BigInt64Column<Atoms>();
  readonly feeTotal = new BigInt64Column<Atoms>();
  readonly createdAtMs = new Float64Column<TimeMs>();
  readonly level = new Int32Column();
  readonly next = new Int32Column();
  readonly previous = new Int32Column();
  readonly userNext = new Int32Column();
  readonly userPrevious = new Int32Column();
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

  /** A slot for a new order; every column not set by the caller is zeroed. */
  take(orderId: number): number {
    const slot = this.#slots.take();
    this.id.set(slot, orderId);
    this.quoteAmount.set(slot, 0n as Atoms);
    this.budget.set(slot, 0n as Atoms);
    this.payAccount.set(slot, 0);
    this.marginPrice.set(slot, 0 as Ticks);
    this.filledValue.set(slot, 0n as Atoms);
    this.feeTotal.set(slot, 0n as Atoms);
    this.level.set(slot, 0);
    this.next.set(slot, 0);
    this.previous.set(slot, 0);
    this.userNext.set(slot, 0);
    this.userPrevious.set(slot, 0);
    this.#byId.set(orderId, slot);
    this.#count += 1;
    return slot;
  }

  /** Gives a slot back; it must be out of its level and its user's list. */
  give(slot: number): void {
    this.#byId.delete(this.id.get(slot));
    this.clientIds.remove(this.user.get(slot), slot);
    this.id.set(slot, 0);
    this.#slots.give(slot);
    this.#count -= 1;
  }

  isBuy(slot: number): boolean {
    return (this.flags.get(slot) & 1) === 0;
  }

  isMarket(slot: number): boolean {
    return ((this.flags.get(slot) >> TYPE_SHIFT) & 1) === 1;
  }

  timeInForce(slot: number): number {
    return (this.flags.get(slot) >> TIME_IN_FORCE_SHIFT) & 3;
  }

  positionSide(slot: number): number {
    return (this.flags.get(slot) >> POSITION_SIDE_SHIFT) & 3;
  }

  stpMode(slot: number): number {
    return (this.flags.get(slot) >> STP_SHIFT) & 3;
  }

  source(slot: number): number {
    return (this.flags.get(slot) >> SOURCE_SHIFT) & 3;
  }

  isReduceOnly(slot: number): boolean {
    return (this.flags.get(slot) & REDUCE_ONLY_BIT) !== 0;
  }

  /** A spot market buy, given by the quote amount it may spend. */
  isByQuote(slot: number): boolean {
    return (this.flags.get(slot) & BY_QUOTE_BIT) !== 0;
  }

  filled(slot: number): Lots {
    return (this.size.get(slot) - this.remaining.get(slot)) as Lots;
  }
}
