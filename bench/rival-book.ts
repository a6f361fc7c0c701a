/** The npm package nodejs-order-book under the same mix: matching only, no money, no events. */
import { type LimitOrderOptions, OrderBook, Side } from "nodejs-order-book";
import { wireId } from "../src/wire/ids.ts";
import type { MixCommands } from "./mix-commands.ts";
import { MIX_KINDS, type Mix } from "./order-mix.ts";

type TimeInForce = NonNullable<LimitOrderOptions["timeInForce"]>;
const GTC = "GTC" as TimeInForce;
const IOC = "IOC" as TimeInForce;

export type RivalCall =
  | {
      readonly kind: "limit";
      readonly terms: {
        readonly id: string;
        readonly side: Side;
        readonly size: number;
        readonly price: number;
        readonly timeInForce: TimeInForce;
      };
    }
  | { readonly kind: "modify"; readonly id: string; readonly change: { price: number } }
  | { readonly kind: "resize"; readonly id: string; readonly change: { size: number } }
  | { readonly kind: "cancel"; readonly id: string };

export class RivalBook {
  readonly #books: OrderBook[];
  readonly #mix: Mix;
  readonly #commands: MixCommands;
  /** Calls that named no open order: its books part from ours where it gives up a queue place. */
  refused = 0;

  constructor(mix: Mix, commands: MixCommands) {
    this.#mix = mix;
    this.#commands = commands;
    this.#books = [new OrderBook()];
  }

  /**
   * Ready calls for commands `from` to `to` (not included). Orders bear the ids that the exchange
   * prints for them.
   */
  make(from: number, to: number): RivalCall[] {
    const { isBuy } = this.#mix.orders;
    const calls: RivalCall[] = [];
    for (let at = from; at < to; at++) {
      const order = this.#mix.order[at] as number;
      const id = wireId(this.#commands.orderId(order));
      const price = this.#mix.price[at] as number;
      const word = MIX_KINDS[this.#mix.kind[at] as number];
      if (word === "cancel") calls.push({ kind: "cancel", id });
      else if (word === "move") calls.push({ kind: "modify", id, change: { price } });
      else if (word === "reduce") {
        const size = this.#mix.remaining[at] as number;
        calls.push({ kind: "resize", id, change: { size } });
      } else {
        const side = isBuy[order] === 1 ? Side.BUY : Side.SELL;
        const timeInForce = word === "ioc" ? IOC : GTC;
        const size = this.#mix.size[at] as number;
        calls.push({ kind: "limit", terms: { id, side, size, price, timeInForce } });
      }
    }
    return calls;
  }

  run(calls: readonly RivalCall[]): void {
    const book = this.#books[0] as OrderBook;
    for (const call of calls) {
      switch (call.kind) {
        case "limit":
          book.limit(call.terms);
          break;
        case "cancel":
          if (book.cancel(call.id) === undefined) this.refused += 1;
          break;
        default:
          if (book.modify(call.id, call.change).err !== null) this.refused += 1;
      }
    }
  }

  /** Resting orders' levels of both sides. */
  levels(): number {
    const [asks, bids] = (this.#books[0] as OrderBook).depth();
    return asks.length + bids.length;
  }
}
