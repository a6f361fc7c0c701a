import type { Side } from "../../core/base/vocabulary.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import { lots, ticks } from "../../core/money/units.ts";
import { BookSide } from "../../projections/live/book-side.ts";
import { type Failure, type MarketPort, placeOrderOf } from "../market-port.ts";

/** One resting order of the replay maker: the whole size shown at one price. */
type Level = {
  readonly side: Side;
  readonly price: number;
  readonly clientOrderId: string;
  orderId: number;
  /** Total size as last sent, including the filled part. */
  size: number;
  /** Predicted filled size after all commands sent. */
  filled: number;
  /** Filled size reported by events. */
  filledReported: number;
};

export type ReplayOrdersOptions = {
  readonly port: MarketPort;
  readonly instrument: number;
  readonly maker: number;
  readonly taker: number;
  /** Prefix of client order ids; differs between runs. */
  readonly idPrefix: string;
  /** Called when the order at a price was rejected. */
  readonly onRefused: (side: Side, price: number, rejection: Failure) => void;
  /** Called whenever no command is pending any more. */
  readonly onDrained: () => void;
};

const ACCEPTED = eventLayout("order_accepted");
const FILLED = eventLayout("order_filled");
const CLOSED = eventLayout("order_closed");

/**
 * Orders of the replay users. Commands are sent without waiting for earlier outcomes: fills are
 * predicted, which is exact without other users, and corrected by events otherwise.
 */
export class ReplayOrders {
  readonly bids = new BookSide("buy");
  readonly asks = new BookSide("sell");
  readonly rejections = new Map<Failure, number>();
  readonly #options: ReplayOrdersOptions;
  readonly #levels = new Map<number, Level>();
  readonly #byClientId = new Map<string, Level>();
  readonly #byOrderId = new Map<number, Level>();
  /** Levels with predicted fills that no event has confirmed yet. */
  readonly #predicted = new Set<Level>();
  readonly #endEvents: () => void;
  #sent = 0;
  #notAccepted = 0;
  #inFlight = 0;
  #takerLots = 0;
  #takenLots = 0;

  constructor(options: ReplayOrdersOptions) {
    this.#options = options;
    this.#endEvents = options.port.onEvents((words) => this.#read(words));
  }

  get sent(): number {
    return this.#sent;
  }

  /** Number of commands that the exchange did not accept. */
  get notAccepted(): number {
    return this.#notAccepted;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Lots sent as taker orders, and lots filled of them. */
  get takerLots(): { readonly sent: number; readonly filled: number } {
    return { sent: this.#takerLots, filled: this.#takenLots };
  }

  end(): void {
    this.#endEvents();
  }

  sideOf(side: Side): BookSide {
    return side === "buy" ? this.bids : this.asks;
  }

  /**
   * Sets the size shown at a price to `lots`; 0 removes the order. Returns true when no further
   * call is needed.
   */
  show(side: Side, price: number, lots: number): boolean {
    const level = this.#levels.get(keyOf(side, price));
    if (level === undefined) return lots === 0 || this.#place(side, price, lots);
    if (level.size - level.filled === lots) return true;
    if (lots === 0) return this.#cancel(level);
    if (level.filled >= level.size) {
      this.#releasePrice(level);
      return this.#place(side, price, lots);
    }
    return this.#resize(level, lots);
  }

  /** Sends an IOC order of the replay taker. Returns the predicted fill prices, best first. */
  take(side: Side, price: number, quantity: number): number[] {
    const { taker, instrument, idPrefix } = this.#options;
    const order = { user: taker, instrument, side, timeInForce: "ioc" } as const;
    const clientOrderId = `${idPrefix}-t${this.#sent.toString(36)}`;
    const fields = { price: ticks(price), size: lots(quantity), clientOrderId };
    if (!this.#send(placeOrderOf({ ...order, ...fields }), () => undefined)) return [];
    this.#takerLots += quantity;
    return this.#predictFills(side === "buy" ? "sell" : "buy", price, quantity);
  }

  /** Cancels all resting orders of both users. */
  cancelAll(category: Extract<CommandDraft, { kind: "cancel_orders" }>["category"]): void {
    for (const user of [this.#options.maker, this.#options.taker]) {
      const instrument = this.#options.instrument + 1;
      const fields = { user, category, instrument };
      this.#send({ kind: "cancel_orders", ...fields }, () => undefined);
    }
  }

  #predictFills(side: Side, limit: number, lots: number): number[] {
    const own = this.sideOf(side);
    const prices: number[] = [];
    let remaining = lots;
    while (remaining > 0) {
      const price = own.bestPrice;
      const isBeyond = side === "sell" ? price > limit : price < limit;
      const level = price === 0 || isBeyond ? undefined : this.#levels.get(keyOf(side, price));
      if (level === undefined) break;
      const part = Math.min(remaining, level.size - level.filled);
      remaining -= part;
      prices.push(price);
      this.#setFilled(level, level.filled + part);
      this.#predicted.add(level);
    }
    return prices;
  }

  #place(side: Side, price: number, quantity: number): boolean {
    const { maker, instrument, idPrefix } = this.#options;
    const clientOrderId = `${idPrefix}-${this.#sent.toString(36)}`;
    const fields = { user: maker, instrument, side, clientOrderId } as const;
    // When a newer quote crosses an older one of the maker, the older one is cancelled; orders of
    // other users are filled.
    const size = { price: ticks(price), size: lots(quantity), stpMode: "cancel_maker" } as const;
    const level: Level = {
      side,
      price,
      clientOrderId,
      orderId: 0,
      size: quantity,
      filled: 0,
      filledReported: 0,
    };
    this.#byClientId.set(clientOrderId, level);
    const isSent = this.#send(placeOrderOf({ ...fields, ...size }), (rejection) => {
      if (rejection === undefined) return;
      this.#remove(level);
      this.#options.onRefused(side, price, rejection);
    });
    if (!isSent) {
      this.#byClientId.delete(clientOrderId);
      return false;
    }
    this.#levels.set(keyOf(side, price), level);
    this.#mirror(level);
    return true;
  }

  #cancel(level: Level): boolean {
    const user = this.#options.maker;
    const fields = { user, orderId: 0, clientOrderId: level.clientOrderId };
    const isSent = this.#send({ kind: "cancel_order", ...fields }, () => undefined);
    if (isSent) this.#releasePrice(level);
    return isSent;
  }

  #resize(level: Level, quantity: number): boolean {
    const { clientOrderId, filled } = level;
    const size = filled + quantity;
    const fields = { user: this.#options.maker, orderId: 0, clientOrderId, price: ticks(0) };
    const command = { ...fields, size: lots(size), autoCancel: true, exits: undefined };
    const isSent = this.#send({ kind: "amend_order", ...command }, (rejection) => {
      if (rejection === "order_not_found") this.#remove(level);
    });
    if (!isSent) return false;
    level.size = size;
    this.#mirror(level);
    return true;
  }

  #send(command: CommandDraft, done: (rejection: Failure | undefined) => void): boolean {
    const isAccepted = this.#options.port.submit(command, ({ rejection }) => {
      this.#inFlight -= 1;
      if (rejection !== undefined) {
        this.rejections.set(rejection, (this.rejections.get(rejection) ?? 0) + 1);
      }
      done(rejection);
      if (this.#inFlight === 0) this.#drained();
    });
    if (isAccepted) {
      this.#inFlight += 1;
      this.#sent += 1;
    } else this.#notAccepted += 1;
    return isAccepted;
  }

  /** Replaces predictions by reported fills once no command is pending. */
  #drained(): void {
    for (const level of this.#predicted) {
      if (level.filled === level.filledReported) continue;
      if (this.#levels.get(keyOf(level.side, level.price)) === level) {
        this.#setFilled(level, level.filledReported);
      } else if (this.#byClientId.has(level.clientOrderId)) this.#cancel(level);
    }
    this.#predicted.clear();
    this.#options.onDrained();
  }

  #setFilled(level: Level, filled: number): void {
    level.filled = filled;
    this.#mirror(level);
  }

  #mirror(level: Level): void {
    const remaining = lots(Math.max(0, level.size - level.filled));
    this.sideOf(level.side).set(ticks(level.price), remaining);
  }

  /** Frees the price of a level for another order; events of the old order are still processed. */
  #releasePrice(level: Level): void {
    const key = keyOf(level.side, level.price);
    if (this.#levels.get(key) !== level) return;
    this.#levels.delete(key);
    this.sideOf(level.side).set(ticks(level.price), lots(0));
  }

  #remove(level: Level): void {
    this.#releasePrice(level);
    this.#predicted.delete(level);
    this.#byClientId.delete(level.clientOrderId);
    this.#byOrderId.delete(level.orderId);
  }

  #read(words: Float64Array): void {
    const reader = new EventReader(words);
    const { maker, taker, instrument } = this.#options;
    while (reader.next()) {
      const kind = reader.kindIndex;
      if (kind === EVENT_INDEX.order_filled) {
        if (reader.number(FILLED.instrument) !== instrument) continue;
        const user = reader.number(FILLED.user);
        if (user === maker) this.#readFill(reader);
        if (user === taker) this.#takenLots += reader.number(FILLED.size);
      } else if (kind === EVENT_INDEX.order_closed) {
        const level = this.#byOrderId.get(reader.number(CLOSED.orderId));
        if (level !== undefined) this.#remove(level);
      } else if (kind === EVENT_INDEX.order_accepted && reader.number(ACCEPTED.user) === maker) {
        const level = this.#byClientId.get(reader.text(ACCEPTED.clientOrderId));
        if (level === undefined) continue;
        level.orderId = reader.number(ACCEPTED.orderId);
        this.#byOrderId.set(level.orderId, level);
      }
    }
  }

  #readFill(reader: EventReader): void {
    const level = this.#byOrderId.get(reader.number(FILLED.orderId));
    if (level === undefined) return;
    level.filledReported = reader.number(FILLED.filled);
    if (level.filledReported <= level.filled) return;
    level.filled = level.filledReported;
    if (this.#levels.get(keyOf(level.side, level.price)) === level) this.#mirror(level);
  }
}

const SIDE_KEY = 2 ** 32;

const keyOf = (side: Side, price: number): number => (side === "buy" ? price : price + SIDE_KEY);
