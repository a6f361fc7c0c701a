import type { CommandDraft, PlaceOrder } from "../../core/commands/commands.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import { lots, ticks } from "../../core/money/units.ts";
import {
  type Failure,
  type MarketPort,
  PRICE_LIFE_MS,
  placeOrderOf,
  type SubmitOutcome,
} from "../market-port.ts";

/** Callbacks for the events of one order. */
export type OrderOwner = {
  accepted(orderId: number): void;
  /** `remaining` in lots, after the fill. */
  filled(order: { readonly filled: number; readonly remaining: number }): void;
  closed(): void;
  /** The order was rejected, or expired before it was durable. */
  refused(): void;
};

export type MarketTrade = {
  readonly instrument: number;
  readonly price: number;
  readonly size: number;
  readonly isBuy: boolean;
};

export type FillBalances = {
  readonly user: number;
  readonly instrument: number;
  readonly base: bigint;
  readonly quote: bigint;
};

/**
 * Maximum number of pending commands of all agents; beyond it commands are dropped instead of
 * queued.
 */
export const COMMANDS_IN_FLIGHT_MAX = 512;

const ACCEPTED = eventLayout("order_accepted");
const FILLED = eventLayout("order_filled");
const CLOSED = eventLayout("order_closed");
const TRADE = eventLayout("trade_executed");
const INSTRUMENTS_PER_USER = 65_536;

type OrderDeskOptions = {
  readonly port: MarketPort;
  readonly users: ReadonlySet<number>;
  /** Prefix of client order ids; differs between runs, so that ids are unique. */
  readonly idPrefix: string;
  readonly onTrade: (trade: MarketTrade) => void;
  readonly onBalances: (balances: FillBalances) => void;
};

/** Sends the commands of the agents and notifies each agent about its own orders. */
export class OrderDesk {
  readonly #options: OrderDeskOptions;
  readonly #placing = new Map<string, OrderOwner>();
  readonly #owners = new Map<number, OrderOwner>();
  readonly #inventory = new Map<number, number>();
  readonly #rejections = new Map<Failure, number>();
  #placed = 0;
  #submitted = 0;
  #refused = 0;
  #inFlight = 0;

  constructor(options: OrderDeskOptions) {
    this.#options = options;
  }

  /** Number of commands sent since the start. */
  get submitted(): number {
    return this.#submitted;
  }

  /**
   * Number of commands not sent, because too many were pending or the exchange accepted no more.
   */
  get refused(): number {
    return this.#refused;
  }

  get rejections(): ReadonlyMap<Failure, number> {
    return this.#rejections;
  }

  /** Returns lots bought less lots sold since the start. */
  inventory(user: number, instrument: number): number {
    return this.#inventory.get(user * INSTRUMENTS_PER_USER + instrument) ?? 0;
  }

  /**
   * Places an order; returns false when nothing was sent. The owner is notified until the order is
   * closed.
   */
  place(fields: Parameters<typeof placeOrderOf>[0], owner?: OrderOwner): boolean {
    const clientOrderId = `${this.#options.idPrefix}-${this.#placed.toString(36)}`;
    const command: PlaceOrder = placeOrderOf({ ...fields, clientOrderId });
    if (owner !== undefined) this.#placing.set(clientOrderId, owner);
    const isSent = this.#send(command, (rejection) => {
      this.#placing.delete(clientOrderId);
      if (rejection !== undefined) owner?.refused();
    });
    if (isSent) this.#placed += 1;
    else this.#placing.delete(clientOrderId);
    return isSent;
  }

  /**
   * Amends price and total size (0 keeps the old value). An order that cannot be amended is
   * cancelled.
   */
  amend(
    order: { readonly user: number; readonly orderId: number },
    change: { readonly price: number; readonly size: number },
    done: () => void,
  ): boolean {
    const price = ticks(change.price);
    const size = lots(change.size);
    const command = {
      ...order,
      clientOrderId: "",
      price,
      size,
      autoCancel: true,
      exits: undefined,
    };
    return this.#send({ kind: "amend_order", ...command }, done);
  }

  cancel(user: number, orderId: number): boolean {
    const command = { user, orderId, clientOrderId: "" };
    return this.#send({ kind: "cancel_order", ...command }, () => undefined);
  }

  send(command: CommandDraft): boolean {
    return this.#send(command, () => undefined);
  }

  read(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) {
      const kind = reader.kindIndex;
      if (kind === EVENT_INDEX.order_filled) this.#readFill(reader);
      else if (kind === EVENT_INDEX.order_closed) this.#readClose(reader);
      else if (kind === EVENT_INDEX.order_accepted) this.#readAccepted(reader);
      else if (kind === EVENT_INDEX.trade_executed) this.#readTrade(reader);
    }
  }

  #send(command: CommandDraft, done: (rejection: Failure | undefined) => void): boolean {
    const onOutcome = ({ rejection }: SubmitOutcome): void => {
      this.#inFlight -= 1;
      if (rejection !== undefined) {
        this.#rejections.set(rejection, (this.#rejections.get(rejection) ?? 0) + 1);
      }
      done(rejection);
    };
    const expires = command.kind === "place_order" || command.kind === "amend_order";
    const isAccepted =
      this.#inFlight < COMMANDS_IN_FLIGHT_MAX &&
      this.#options.port.submit(command, onOutcome, expires ? PRICE_LIFE_MS : undefined);
    if (isAccepted) {
      this.#inFlight += 1;
      this.#submitted += 1;
    } else this.#refused += 1;
    return isAccepted;
  }

  #readAccepted(reader: EventReader): void {
    if (!this.#options.users.has(reader.number(ACCEPTED.user))) return;
    const owner = this.#placing.get(reader.text(ACCEPTED.clientOrderId));
    if (owner === undefined) return;
    const orderId = reader.number(ACCEPTED.orderId);
    this.#owners.set(orderId, owner);
    owner.accepted(orderId);
  }

  #readFill(reader: EventReader): void {
    const user = reader.number(FILLED.user);
    if (!this.#options.users.has(user)) return;
    const instrument = reader.number(FILLED.instrument);
    const key = user * INSTRUMENTS_PER_USER + instrument;
    const sign = reader.number(FILLED.side) === 0 ? 1 : -1;
    const size = reader.number(FILLED.size);
    this.#inventory.set(key, (this.#inventory.get(key) ?? 0) + sign * size);
    this.#owners.get(reader.number(FILLED.orderId))?.filled({
      filled: reader.number(FILLED.filled),
      remaining: reader.number(FILLED.remaining),
    });
    const base = reader.money(FILLED.baseBalance);
    const quote = reader.money(FILLED.quoteBalance);
    this.#options.onBalances({ user, instrument, base, quote });
  }

  #readClose(reader: EventReader): void {
    const orderId = reader.number(CLOSED.orderId);
    const owner = this.#owners.get(orderId);
    if (owner === undefined) return;
    this.#owners.delete(orderId);
    owner.closed();
  }

  #readTrade(reader: EventReader): void {
    this.#options.onTrade({
      instrument: reader.number(TRADE.instrument),
      price: reader.number(TRADE.price),
      size: reader.number(TRADE.size),
      isBuy: reader.number(TRADE.takerSide) === 0,
    });
  }
}
