/** The account of an outsider: sends orders as every client, and knows its own fills. */
import { indexIn, SIDES, type Side } from "../../../src/core/base/vocabulary.ts";
import type { EventReader } from "../../../src/core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../../src/core/events/event-layout.ts";
import { atoms, lots, ticks } from "../../../src/core/money/units.ts";
import { type InstrumentFacts, placeOrderOf } from "../../../src/simulation-market/market-port.ts";
import type { VirtualExchange } from "../../support/virtual-exchange.ts";

const COIN = 100_000_000;
const FILLED = eventLayout("order_filled");
const CLOSED = eventLayout("order_closed");
const BUY = indexIn(SIDES, "buy");
const LEVERAGE = 10;
const FUTURES_DOLLARS = 20_000_000;
const SPOT_DOLLARS = 20_000_000;
/** Coins for selling on spot; their price is no gain. */
const SPOT_COINS = 200;

/** Worth in dollars of what an account has at the start, at given prices of its coins. */
export function startWorth(dollarsOf: (coin: string) => number): number {
  const dollars = (FUTURES_DOLLARS + SPOT_DOLLARS) * dollarsOf("USDT");
  return dollars + SPOT_COINS * dollarsOf("BTC");
}

/** An order in the book; `isOpen` until it has left it. */
export type RestingOrder = {
  readonly side: Side;
  readonly price: number;
  orderId: number;
  isOpen: boolean;
};

export class Trader {
  readonly user: number;
  /** Dollars traded and dollars of fees since the start. */
  turnover = 0;
  fees = 0;
  rejected = 0;
  readonly #exchange: VirtualExchange;
  readonly #held = new Map<number, number>();
  readonly #resting = new Map<number, RestingOrder>();
  readonly #closed = new Set<number>();

  constructor(exchange: VirtualExchange, name: string) {
    this.#exchange = exchange;
    const currency = (code: string): number =>
      exchange.currencies.find((coin) => coin.code === code)?.index ?? 0;
    const credit = (wallet: "spot" | "usdt_futures", code: string, coins: number) => {
      return { wallet, currency: currency(code), amount: BigInt(coins) * BigInt(COIN) };
    };
    this.user = exchange.createUser({
      ...{ name, realm: "live", accountKind: "classic", openOrdersMax: 0 },
      credits: [
        credit("usdt_futures", "USDT", FUTURES_DOLLARS),
        credit("spot", "USDT", SPOT_DOLLARS),
        credit("spot", "BTC", SPOT_COINS),
      ],
    });
    for (const { index: instrument, category } of exchange.instruments) {
      if (category !== "usdt_futures") continue;
      const terms = { user: this.user, instrument, positionSide: "net" } as const;
      exchange.command({ kind: "set_leverage", ...terms, leverage: LEVERAGE });
    }
  }

  /** Lots bought less lots sold since the start. */
  held({ index }: InstrumentFacts): number {
    return this.#held.get(index) ?? 0;
  }

  /** Takes what the book offers up to a limit price. */
  take(instrument: InstrumentFacts, side: Side, size: number, limit: number): void {
    const most = Math.min(size, instrument.sizeLotsMax);
    if (most < instrument.sizeLotsMin || limit <= 0) return;
    const fields = { user: this.user, instrument: instrument.index, side } as const;
    const terms = { price: ticks(Math.round(limit)), size: lots(most) };
    this.#submit(placeOrderOf({ ...fields, ...terms, timeInForce: "ioc" }));
  }

  /** Places an order in the book that never takes. */
  rest(instrument: InstrumentFacts, side: Side, size: number, price: number): RestingOrder {
    const resting: RestingOrder = { side, price, orderId: 0, isOpen: true };
    const fields = { user: this.user, instrument: instrument.index, side } as const;
    const terms = { price: ticks(price), size: lots(size), quoteAmount: atoms(0n) };
    this.#submit(placeOrderOf({ ...fields, ...terms, timeInForce: "post_only" }), resting);
    return resting;
  }

  cancel(resting: RestingOrder): void {
    if (!resting.isOpen || resting.orderId === 0) return;
    resting.isOpen = false;
    const order = { user: this.user, orderId: resting.orderId, clientOrderId: "" };
    this.#exchange.submit({ kind: "cancel_order", ...order }, () => undefined);
  }

  /** Reads one event; `dollarsOf` prices a coin, for the fees. */
  read(reader: EventReader, dollarsOf: (currency: number) => number): void {
    if (reader.kindIndex === EVENT_INDEX.order_filled) {
      if (reader.number(FILLED.user) !== this.user) return;
      const instrument = reader.number(FILLED.instrument);
      const sign = reader.number(FILLED.side) === BUY ? 1 : -1;
      const size = sign * reader.number(FILLED.size);
      this.#held.set(instrument, (this.#held.get(instrument) ?? 0) + size);
      this.turnover += Number(reader.money(FILLED.value)) / COIN;
      const fee = Number(reader.money(FILLED.fee)) / COIN;
      this.fees += fee * dollarsOf(reader.number(FILLED.feeCurrency));
    } else if (reader.kindIndex === EVENT_INDEX.order_closed) {
      if (reader.number(CLOSED.user) !== this.user) return;
      const orderId = reader.number(CLOSED.orderId);
      const resting = this.#resting.get(orderId);
      this.#resting.delete(orderId);
      if (resting === undefined) this.#closed.add(orderId);
      else resting.isOpen = false;
    }
  }

  #submit(order: ReturnType<typeof placeOrderOf>, resting?: RestingOrder): void {
    this.#exchange.submit(order, ({ rejection, orderId }) => {
      if (rejection !== undefined) this.rejected += 1;
      // The events of the order, which may close it at once, come before its answer.
      const isClosed = rejection !== undefined || this.#closed.delete(orderId);
      if (resting === undefined) return;
      resting.orderId = orderId;
      resting.isOpen = !isClosed;
      if (!isClosed) this.#resting.set(orderId, resting);
    });
  }
}
