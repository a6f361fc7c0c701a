import { assert } from "../../core/base/assert.ts";
import { clientIdOf, idOfText } from "../../core/base/id-text.ts";
import {
  CLOSE_OUTCOMES,
  CLOSE_REASONS,
  indexIn,
  LOAN_TYPES,
  MARGIN_MODES,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  ROLES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  wordAt,
} from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import type { CoreEvent, EventOf } from "../../core/events/events.ts";
import { SlotPool } from "../../core/money/columns.ts";
import { IntMap } from "../../core/money/int-map.ts";
import { atoms, NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../core/money/units.ts";
import { ClosedOrders } from "./closed-orders.ts";
import { LastOrders } from "./last-orders.ts";
import {
  type LiveFill,
  type LiveOrder,
  NO_CURRENCY,
  type OrderChange,
  type OrderListener,
} from "./live-order.ts";
import { WITHOUT_EXITS } from "./order-exits.ts";

const ACCEPTED = eventLayout("order_accepted");
const AMENDED = eventLayout("order_amended");
const FILLED = eventLayout("order_filled");
const CLOSED = eventLayout("order_closed");

const OUTCOME_FILLED = indexIn(CLOSE_OUTCOMES, "filled");

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type OrderState = Writable<LiveOrder>;

export type OrderPage = {
  /** At most this many rows. */
  readonly limit: number;
  /** Only orders with a lower id. */
  readonly idLessThan?: number | undefined;
  /** Filter of the caller, by category, instrument or time. */
  readonly accepts?: ((order: LiveOrder) => boolean) | undefined;
};

/** What rows of the history have of an order, and the state does not. */
export type KeptOfOrder = Pick<LiveOrder, "orderId" | "filled" | "leverage"> &
  Pick<LiveOrder, "realisedPnl" | "updatedAtMs">;

/**
 * Open orders, per user in the order of ids, and recently closed orders. An unknown id or user
 * gives `undefined` or no rows.
 */
export class LiveOrders {
  readonly #slots = new IntMap();
  readonly #pool = new SlotPool();
  /** By slot; slot 0 is never used and ends the lists. */
  readonly #orders: (OrderState | undefined)[] = [undefined];
  readonly #older: number[] = [0];
  readonly #newer: number[] = [0];
  /** By user: slot of the newest open order, and how many there are. */
  readonly #newest: number[] = [];
  readonly #counts: number[] = [];
  /** Number of open orders by instrument. */
  readonly #instrumentCounts: number[] = [];
  /**
   * Slots by the client order id that the client gave, only of users with a look-up by client order
   * id so far.
   */
  readonly #clientIds = new Map<number, Map<string, number>>();
  readonly #closed = new ClosedOrders();
  readonly #last = new LastOrders();
  readonly #listeners: OrderListener[] = [];
  /** Order whose exits changed; listeners hear of it with the amendment that may follow. */
  #withNewExits: OrderState | undefined;
  /** Fill of a buy by quote amount; only its close says whether it was the last. */
  #ofQuoteBuy: { readonly order: OrderState; readonly fill: LiveFill } | undefined;

  /** Number of open orders of all users. */
  get openCount(): number {
    return this.#slots.size;
  }

  openCountOf(user: number): number {
    return this.#counts[user] ?? 0;
  }

  /** Number of open orders of all users in an instrument. */
  openCountIn(instrument: number): number {
    return this.#instrumentCounts[instrument] ?? 0;
  }

  /** Adds a listener. Listeners run for every order: they must be fast and must not throw. */
  onOrderChanged(listener: OrderListener): void {
    this.#listeners.push(listener);
  }

  /** Open or recently closed order of any user; older ones are in the history store. */
  byId(orderId: number): LiveOrder | undefined {
    return this.#orders[this.#slots.get(orderId)] ?? this.#closed.byId(orderId);
  }

  /** Open or recently closed order of the user, among them the last ones of each user. */
  ownById(user: number, orderId: number): LiveOrder | undefined {
    const order = this.byId(orderId) ?? this.#last.byId(user, orderId);
    return order?.user === user ? order : undefined;
  }

  /** Open order of the user with a client order id, else the latest closed one that is kept. */
  byClientOrderId(user: number, clientOrderId: string): LiveOrder | undefined {
    return (
      this.pendingByClientOrderId(user, clientOrderId) ??
      this.#closed.byClientOrderId(user, clientOrderId) ??
      this.#last.byClientOrderId(user, clientOrderId)
    );
  }

  /** An open order of this user. */
  open(user: number, orderId: number): LiveOrder | undefined {
    const order = this.#orders[this.#slots.get(orderId)];
    return order?.user === user ? order : undefined;
  }

  pendingByClientOrderId(user: number, clientOrderId: string): LiveOrder | undefined {
    const slot = this.#clientIdsOf(user).get(clientOrderId);
    if (slot !== undefined) return this.#orders[slot];
    const order = this.open(user, idOfText(clientOrderId) ?? 0);
    return order?.clientOrderId === clientOrderId ? order : undefined;
  }

  /** Open orders, newest first. */
  page(user: number, page: OrderPage): LiveOrder[] {
    const { limit, idLessThan = Number.POSITIVE_INFINITY, accepts } = page;
    const rows: LiveOrder[] = [];
    for (const order of this.openOf(user)) {
      if (rows.length >= limit) break;
      if (order.orderId < idLessThan && accepts?.(order) !== false) rows.push(order);
    }
    return rows;
  }

  /** All open orders of a user, newest first; valid until the next batch. */
  *openOf(user: number): Generator<LiveOrder> {
    let slot = this.#newest[user] ?? 0;
    while (slot !== 0) {
      const older = this.#older[slot] ?? 0;
      const order = this.#orders[slot];
      if (order !== undefined) yield order;
      slot = older;
    }
  }

  /** Open orders of all users; of those that open or close during a long walk, only some. */
  *everyOpen(): Generator<LiveOrder> {
    for (let slot = 1; slot < this.#orders.length; slot++) {
      const order = this.#orders[slot];
      if (order !== undefined) yield order;
    }
  }

  /**
   * Adds to the record of an open order what the state does not keep of it: realised profit,
   * leverage at the acceptance, time of the last change. Returns false without an effect if the
   * record has other fills than `kept`; true also for an order that has closed.
   */
  complete(kept: KeptOfOrder): boolean {
    const order = this.#orders[this.#slots.get(kept.orderId)];
    if (order === undefined) return true;
    if (order.filled !== kept.filled) return false;
    order.realisedPnl = kept.realisedPnl;
    order.leverage = kept.leverage;
    order.updatedAtMs = Math.max(order.updatedAtMs, kept.updatedAtMs);
    return true;
  }

  /** Recently closed orders of the user, latest first. */
  closedOf(user: number): Iterable<LiveOrder> {
    return this.#closed.of(user);
  }

  /**
   * Adds the record of an open order, which later events change in place; the orders of a user are
   * added in the order of ids.
   */
  seed(order: LiveOrder): void {
    this.#add(order);
  }

  /** Called after the last event of a batch. */
  endBatch(): void {
    this.#tellOfExits();
    this.#tellOfFill();
  }

  /** Reads `order_accepted`; listeners are called with the exits that may follow it. */
  accepted(reader: EventReader): void {
    this.#tellOfExits();
    const size = reader.number(ACCEPTED.size);
    const orderId = reader.number(ACCEPTED.orderId);
    const order: OrderState = {
      orderId,
      user: reader.number(ACCEPTED.user),
      instrument: reader.number(ACCEPTED.instrument),
      side: wordAt(SIDES, reader.number(ACCEPTED.side)),
      orderType: wordAt(ORDER_TYPES, reader.number(ACCEPTED.orderType)),
      timeInForce: wordAt(TIMES_IN_FORCE, reader.number(ACCEPTED.timeInForce)),
      positionSide: wordAt(POSITION_SIDES, reader.number(ACCEPTED.positionSide)),
      reduceOnly: reader.flag(ACCEPTED.reduceOnly),
      stpMode: wordAt(STP_MODES, reader.number(ACCEPTED.stpMode)),
      price: reader.number(ACCEPTED.price),
      size,
      quoteAmount: reader.money(ACCEPTED.quoteAmount),
      filled: ZERO_LOTS,
      filledNotional: ZERO_ATOMS,
      fillPriceMin: NO_PRICE,
      fillPriceMax: NO_PRICE,
      feeTotal: ZERO_ATOMS,
      feeCurrency: NO_CURRENCY,
      remaining: size,
      realisedPnl: ZERO_ATOMS,
      leverage: reader.number(ACCEPTED.leverage),
      marginMode: wordAt(MARGIN_MODES, reader.number(ACCEPTED.marginMode)),
      source: wordAt(ORDER_SOURCES, reader.number(ACCEPTED.source)),
      backing: wordAt(ORDER_BACKINGS, reader.number(ACCEPTED.backing)),
      loanType: wordAt(LOAN_TYPES, reader.number(ACCEPTED.loanType)),
      sizingPriceE6: reader.number(ACCEPTED.sizingPriceE6),
      exits: WITHOUT_EXITS,
      clientOrderId: clientIdOf(orderId, reader.text(ACCEPTED.clientOrderId)),
      status: "new",
      closeReason: undefined,
      createdAtMs: reader.timeMs,
      updatedAtMs: reader.timeMs,
      seq: reader.seq,
      lastFill: undefined,
    };
    this.#add(order);
    if (reader.followingKindIndex === EVENT_INDEX.order_exits_set) return;
    this.#notify(order, "accepted", undefined);
  }

  /** Reads `order_exits_set`, which belongs to the acceptance before it or to an amendment. */
  exitsSet(reader: EventReader): void {
    this.#tellOfExits();
    const event = reader.decode() as EventOf<"order_exits_set"> & CoreEvent;
    const { lossBy, lossPrice, lossTrigger, profitBy, profitPrice, profitTrigger } = event;
    const profit = { profitTrigger, profitBy, profitPrice };
    const order = this.#changing(event.orderId);
    order.exits = { ...profit, lossTrigger, lossBy, lossPrice };
    if (order.seq === event.seq) return this.#notify(order, "accepted", undefined);
    this.#touch(order, reader);
    this.#withNewExits = order;
  }

  /** Reads `order_amended`. */
  amended(reader: EventReader): void {
    const order = this.#changing(reader.number(AMENDED.orderId));
    if (order === this.#withNewExits) this.#withNewExits = undefined;
    this.#tellOfExits();
    order.price = reader.number(AMENDED.price);
    order.size = reader.number(AMENDED.size);
    order.remaining = reader.number(AMENDED.remaining);
    this.#touch(order, reader);
    this.#notify(order, "amended", undefined);
  }

  /** Reads `order_filled`. */
  filled(reader: EventReader): void {
    this.#tellOfExits();
    const order = this.#changing(reader.number(FILLED.orderId));
    if (order === this.#ofQuoteBuy?.order) this.#tellOfFill();
    const fill = fillFrom(reader, order);
    order.filled = reader.number(FILLED.filled);
    order.filledNotional = reader.money(FILLED.filledNotional);
    order.fillPriceMin = reader.number(FILLED.fillPriceMin);
    order.fillPriceMax = reader.number(FILLED.fillPriceMax);
    order.feeTotal = reader.money(FILLED.feeTotal);
    order.feeCurrency = fill.feeCurrency;
    order.remaining = reader.number(FILLED.remaining);
    order.realisedPnl = atoms(order.realisedPnl + fill.realisedPnl);
    const isWhole = order.size > ZERO_LOTS && order.remaining === ZERO_LOTS;
    order.status = isWhole ? "filled" : "partially_filled";
    order.lastFill = fill;
    this.#touch(order, reader);
    if (order.size === ZERO_LOTS) this.#ofQuoteBuy = { order, fill };
    else this.#notify(order, "filled", fill);
  }

  /** Reads `order_closed` and moves the order to the recently closed ones. */
  closed(reader: EventReader): void {
    this.#tellOfExits();
    const order = this.#changing(reader.number(CLOSED.orderId));
    const isFilled = reader.number(CLOSED.outcome) === OUTCOME_FILLED;
    if (isFilled) order.status = "filled";
    if (order === this.#ofQuoteBuy?.order) this.#tellOfFill();
    if (!isFilled) order.status = "cancelled";
    order.closeReason = wordAt(CLOSE_REASONS, reader.number(CLOSED.reason));
    order.remaining = reader.number(CLOSED.remaining);
    this.#touch(order, reader);
    this.#remove(order);
    this.#closed.add(order);
    this.#last.add(order);
    this.#notify(order, "closed", undefined);
  }

  #changing(orderId: number): OrderState {
    const order = this.#orders[this.#slots.get(orderId)];
    assert(order !== undefined, "an event of an order follows its acceptance");
    return order;
  }

  #touch(order: OrderState, reader: EventReader): void {
    order.updatedAtMs = reader.timeMs;
    order.seq = reader.seq;
  }

  #tellOfExits(): void {
    const order = this.#withNewExits;
    if (order === undefined) return;
    this.#withNewExits = undefined;
    this.#notify(order, "amended", undefined);
  }

  #tellOfFill(): void {
    if (this.#ofQuoteBuy === undefined) return;
    const { fill, order } = this.#ofQuoteBuy;
    this.#ofQuoteBuy = undefined;
    this.#notify(order, "filled", fill);
  }

  #notify(order: LiveOrder, change: OrderChange, fill: LiveFill | undefined): void {
    for (const listener of this.#listeners) listener(order, change, fill);
  }

  #add(order: OrderState): void {
    const { user, orderId } = order;
    while (this.#newest.length <= user) {
      this.#newest.push(0);
      this.#counts.push(0);
    }
    assert(this.#slots.get(orderId) === 0, "an order is accepted once");
    const slot = this.#pool.take();
    const older = this.#newest[user] ?? 0;
    this.#slots.set(orderId, slot);
    this.#orders[slot] = order;
    this.#older[slot] = older;
    this.#newer[slot] = 0;
    if (older !== 0) this.#newer[older] = slot;
    this.#newest[user] = slot;
    this.#counts[user] = this.openCountOf(user) + 1;
    this.#countIn(order.instrument, 1);
    if (isNamedByClient(order)) this.#clientIds.get(user)?.set(order.clientOrderId, slot);
  }

  #countIn(instrument: number, change: 1 | -1): void {
    const counts = this.#instrumentCounts;
    while (counts.length <= instrument) counts.push(0);
    const count = this.openCountIn(instrument) + change;
    assert(count >= 0, "no more orders of an instrument are closed than were accepted");
    counts[instrument] = count;
  }

  /** Returns the index by client order id, built at the first look-up of the user. */
  #clientIdsOf(user: number): ReadonlyMap<string, number> {
    const known = this.#clientIds.get(user);
    if (known !== undefined) return known;
    const ids = new Map<string, number>();
    for (let slot = this.#newest[user] ?? 0; slot !== 0; slot = this.#older[slot] ?? 0) {
      const order = this.#orders[slot];
      if (order !== undefined && isNamedByClient(order)) ids.set(order.clientOrderId, slot);
    }
    if (this.#newest.length > user) this.#clientIds.set(user, ids);
    return ids;
  }

  #remove(order: OrderState): void {
    const { clientOrderId, instrument, orderId, user } = order;
    const slot = this.#slots.get(orderId);
    const older = this.#older[slot] ?? 0;
    const newer = this.#newer[slot] ?? 0;
    if (older !== 0) this.#newer[older] = newer;
    if (newer !== 0) this.#older[newer] = older;
    else this.#newest[user] = older;
    this.#counts[user] = this.openCountOf(user) - 1;
    this.#countIn(instrument, -1);
    this.#orders[slot] = undefined;
    this.#slots.delete(orderId);
    this.#pool.give(slot);
    const ids = this.#clientIds.get(user);
    if (ids?.get(clientOrderId) === slot) ids.delete(clientOrderId);
  }
}

/** Whether the client gave the client order id of the order. */
function isNamedByClient({ clientOrderId, orderId }: LiveOrder): boolean {
  return idOfText(clientOrderId) !== orderId;
}

/** Returns the fill of an event; fields that never change are taken from the order. */
function fillFrom(reader: EventReader, order: LiveOrder): LiveFill {
  return {
    fillId: reader.number(FILLED.fillId),
    tradeId: reader.number(FILLED.tradeId),
    orderId: order.orderId,
    user: order.user,
    instrument: order.instrument,
    side: order.side,
    positionSide: wordAt(POSITION_SIDES, reader.number(FILLED.positionSide)),
    role: wordAt(ROLES, reader.number(FILLED.role)),
    closesPosition: reader.flag(FILLED.closesPosition),
    price: reader.number(FILLED.price),
    size: reader.number(FILLED.size),
    value: reader.money(FILLED.value),
    fee: reader.money(FILLED.fee),
    feeCurrency: reader.number(FILLED.feeCurrency),
    realisedPnl: reader.money(FILLED.realisedPnl),
    filled: reader.number(FILLED.filled),
    remaining: reader.number(FILLED.remaining),
    sizingPriceE6: order.sizingPriceE6,
    seq: reader.seq,
    timeMs: reader.timeMs,
  };
}
