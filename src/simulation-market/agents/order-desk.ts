import type { CommandDraft } from "../../core/commands/commands.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import { lots, ticks } from "../../core/money/units.ts";
import {
  type Failure,
  type MarketPort,
  PRICE_LIFE_MS,
  placeOrderOf,
  type SubmitOutcome,
} from "../market-port.ts";

/** An order of an agent as its events report it. Sizes in lots; `size` includes fills. */
export type OwnOrder = {
  readonly id: number;
  readonly user: number;
  readonly instrument: number;
  price: number;
  size: number;
  remaining: number;
  isOpen: boolean;
};

/** Called with the order once it rests; `undefined` when it was refused or has already ended. */
export type Placed = (order: OwnOrder | undefined, isRefused: boolean) => void;

/**
 * Maximum number of pending commands of all agents; beyond it commands are dropped instead of
 * queued.
 */
export const COMMANDS_IN_FLIGHT_MAX = 512;

const ACCEPTED = eventLayout("order_accepted");
const AMENDED = eventLayout("order_amended");
const FILLED = eventLayout("order_filled");
const CLOSED = eventLayout("order_closed");
const INSTRUMENTS_PER_USER = 65_536;

type OrderDeskOptions = {
  readonly port: MarketPort;
  readonly users: ReadonlySet<number>;
};

/**
 * Sends the commands of the agents and keeps their open orders. Orders have no client order id: the
 * reply names the order, and its events, which arrive before the reply, describe it.
 */
export class OrderDesk {
  readonly #options: OrderDeskOptions;
  readonly #orders = new Map<number, OwnOrder>();
  readonly #inventory = new Map<number, number>();
  readonly #rejections = new Map<Failure, number>();
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

  /** Number of commands sent whose outcome is not known yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get rejections(): ReadonlyMap<Failure, number> {
    return this.#rejections;
  }

  /** Returns lots held: bought less sold, plus what `setInventory` recorded. */
  inventory(user: number, instrument: number): number {
    return this.#inventory.get(user * INSTRUMENTS_PER_USER + instrument) ?? 0;
  }

  setInventory(user: number, instrument: number, held: number): void {
    this.#inventory.set(user * INSTRUMENTS_PER_USER + instrument, held);
  }

  /** Places an order; returns false when nothing was sent. */
  place(fields: Parameters<typeof placeOrderOf>[0], placed?: Placed): boolean {
    return this.#send(placeOrderOf(fields), ({ orderId, rejection }) => {
      const isRefused = rejection !== undefined;
      placed?.(isRefused ? undefined : this.#orders.get(orderId), isRefused);
    });
  }

  /**
   * Amends price and total size (0 keeps the old value). An order that cannot be amended is
   * cancelled.
   */
  amend(
    order: OwnOrder,
    change: { readonly price: number; readonly size: number },
    done: () => void,
  ): boolean {
    return this.#send(
      {
        kind: "amend_order",
        user: order.user,
        orderId: order.id,
        clientOrderId: "",
        price: ticks(change.price),
        size: lots(change.size),
        autoCancel: true,
        exits: undefined,
      },
      done,
    );
  }

  cancel(order: OwnOrder, done: () => void = () => undefined): boolean {
    const command = { user: order.user, orderId: order.id, clientOrderId: "" };
    return this.#send({ kind: "cancel_order", ...command }, done);
  }

  send(command: CommandDraft): boolean {
    return this.#send(command, () => undefined);
  }

  /** Reads one event. */
  read(reader: EventReader): void {
    const kind = reader.kindIndex;
    if (kind === EVENT_INDEX.order_amended) this.#readAmended(reader);
    else if (kind === EVENT_INDEX.order_filled) this.#readFill(reader);
    else if (kind === EVENT_INDEX.order_closed) this.#readClosed(reader);
    else if (kind === EVENT_INDEX.order_accepted) this.#readAccepted(reader);
  }

  #send(command: CommandDraft, done: (outcome: SubmitOutcome) => void): boolean {
    const onOutcome = (outcome: SubmitOutcome): void => {
      this.#inFlight -= 1;
      const { rejection } = outcome;
      if (rejection !== undefined) {
        this.#rejections.set(rejection, (this.#rejections.get(rejection) ?? 0) + 1);
      }
      done(outcome);
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
    const user = reader.number(ACCEPTED.user);
    if (!this.#options.users.has(user)) return;
    const id = reader.number(ACCEPTED.orderId);
    const size = reader.number(ACCEPTED.size);
    this.#orders.set(id, {
      id,
      user,
      instrument: reader.number(ACCEPTED.instrument),
      price: reader.number(ACCEPTED.price),
      size,
      remaining: size,
      isOpen: true,
    });
  }

  #readAmended(reader: EventReader): void {
    const order = this.#orders.get(reader.number(AMENDED.orderId));
    if (order === undefined) return;
    order.price = reader.number(AMENDED.price);
    order.size = reader.number(AMENDED.size);
    order.remaining = reader.number(AMENDED.remaining);
  }

  #readFill(reader: EventReader): void {
    const user = reader.number(FILLED.user);
    if (!this.#options.users.has(user)) return;
    const key = user * INSTRUMENTS_PER_USER + reader.number(FILLED.instrument);
    const sign = reader.number(FILLED.side) === 0 ? 1 : -1;
    const size = reader.number(FILLED.size);
    this.#inventory.set(key, (this.#inventory.get(key) ?? 0) + sign * size);
    const order = this.#orders.get(reader.number(FILLED.orderId));
    if (order !== undefined) order.remaining = reader.number(FILLED.remaining);
  }

  #readClosed(reader: EventReader): void {
    const id = reader.number(CLOSED.orderId);
    const order = this.#orders.get(id);
    if (order === undefined) return;
    order.isOpen = false;
    this.#orders.delete(id);
  }
}
