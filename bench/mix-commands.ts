/** The commands of a mix as ready objects of the core, and the exchange they are applied to. */

import { IDS_PER_SEQ } from "../src/core/base/limits.ts";
import type { Category, Wallet } from "../src/core/base/vocabulary.ts";
import type { Command, CommandDraft } from "../src/core/commands/commands.ts";
import type { EventBuffer } from "../src/core/events/event-buffer.ts";
import { apply } from "../src/core/exchange.ts";
import { atoms, lots, type Seq, type TimeMs, ticks } from "../src/core/money/units.ts";
import type { State } from "../src/core/state.ts";
import {
  BLOCK_MS,
  BLOCK_ORDERS,
  BLOCK_OTHERS,
  FUNDING_HOURS,
  LeveragedBlocks,
  positionSideOf,
  settingsOf,
} from "./leveraged-commands.ts";
import {
  applyFounding,
  COMMANDS_PER_MS,
  CREDIT_SUM,
  marketCommands,
  QUOTE,
  START_MS,
  USER_FIRST,
} from "./market-founding.ts";
import { MIX_KINDS, type Mix, type MixShape, symbolsOfUser } from "./order-mix.ts";

/**
 * Where the mix trades: spot, or a linear perpetual with margin checks instead of holds; with
 * leverage its users have modes, plans and funding besides (`leveraged-commands`).
 */
export const VENUES = ["spot", "futures", "leveraged"] as const;
export type Venue = (typeof VENUES)[number];

/** The commands that bring an empty exchange to the point where the mix can trade. */
export function* foundingCommands(shape: MixShape, venue: Venue): Generator<CommandDraft> {
  const category = venue === "spot" ? "spot" : "usdt_futures";
  const categories = Array.from({ length: shape.symbols }, () => category as Category);
  yield* marketCommands(categories, shape.users, venue === "leveraged" ? FUNDING_HOURS : 8);
  const wallet: Wallet = venue === "spot" ? "spot" : "usdt_futures";
  const holders = Math.ceil(shape.users / (shape.symbols > 25 ? 25 : 1));
  const quoteEach = atoms(CREDIT_SUM / BigInt(shape.users));
  const baseEach = atoms(CREDIT_SUM / BigInt(holders));
  for (let at = 0; at < shape.users; at++) {
    const user = at + USER_FIRST;
    yield { kind: "credit", user, wallet, currency: QUOTE, amount: quoteEach };
    if (venue === "leveraged") yield* settingsOf(user);
    if (venue !== "spot") continue;
    for (const symbol of symbolsOfUser(shape, at)) {
      yield { kind: "credit", user, wallet, currency: symbol + 1, amount: baseEach };
    }
  }
}

/** Applies the founding; every command of it must be accepted. */
export function found(state: State, shape: MixShape, venue: Venue, events: EventBuffer): void {
  applyFounding({ apply }, state, foundingCommands(shape, venue), events);
}

/** Makes the commands of one mix, to be applied from `firstSeq` on. */
export class MixCommands {
  readonly #mix: Mix;
  readonly #firstSeq: number;
  readonly #blocks: LeveragedBlocks | undefined;

  constructor(mix: Mix, firstSeq: number, venue: Venue = "spot") {
    this.#mix = mix;
    this.#firstSeq = firstSeq;
    if (venue === "leveraged") this.#blocks = new LeveragedBlocks(mix.shape, USER_FIRST);
  }

  /** Blocks of other commands that come before a command of the stream. */
  #blocksBefore(at: number): number {
    if (this.#blocks === undefined || at < this.#mix.prefill) return 0;
    return Math.floor((at - this.#mix.prefill) / BLOCK_ORDERS);
  }

  /** The seq of a command of the stream; with its count, that of the last command of all. */
  seqOf(at: number): number {
    return this.#firstSeq + at + this.#blocksBefore(at) * BLOCK_OTHERS;
  }

  /** The id the core gives to an order of the stream: it follows from the seq of its placing. */
  orderId(order: number): number {
    return this.seqOf(this.#mix.placedAt[order] as number) * IDS_PER_SEQ;
  }

  #timeMs(at: number): TimeMs {
    const passed =
      this.#blocks === undefined
        ? Math.floor(at / COMMANDS_PER_MS)
        : this.#blocksBefore(at) * BLOCK_MS;
    return (START_MS + passed) as TimeMs;
  }

  /**
   * Commands `from` to `to` (not included) of the stream, and the others that come after them; each
   * is made once, in order.
   */
  make(from: number, to: number): Command[] {
    const commands: Command[] = [];
    for (let at = from; at < to; at++) {
      commands.push(this.#command(at));
      if (this.#blocksBefore(at + 1) > this.#blocksBefore(at)) this.#addBlock(at, commands);
    }
    return commands;
  }

  #addBlock(at: number, commands: Command[]): void {
    let seq = this.seqOf(at);
    for (const command of this.#blocks?.next() ?? []) {
      seq += 1;
      commands.push({ ...command, seq: seq as Seq, timeMs: this.#timeMs(at + 1) } as Command);
    }
  }

  #command(at: number): Command {
    const { kind, order: named, orders, price, size } = this.#mix;
    const order = named[at] as number;
    const seq = this.seqOf(at) as Seq;
    const timeMs = this.#timeMs(at);
    const user = (orders.user[order] as number) + USER_FIRST;
    const word = MIX_KINDS[kind[at] as number];
    if (word === "place" || word === "ioc") {
      const side = orders.isBuy[order] === 1 ? "buy" : "sell";
      return {
        kind: "place_order",
        seq,
        timeMs,
        user,
        instrument: orders.symbol[order] as number,
        side,
        orderType: "limit",
        timeInForce: word === "ioc" ? "ioc" : "gtc",
        positionSide: this.#blocks === undefined ? "net" : positionSideOf(user, side),
        reduceOnly: false,
        stpMode: "none",
        price: ticks(price[at] as number),
        size: lots(size[at] as number),
        quoteAmount: atoms(0n),
        clientOrderId: "",
        source: "api",
        exits: undefined,
        margin: undefined,
        opening: undefined,
      };
    }
    const orderId = this.orderId(order);
    const ids = { user, orderId, clientOrderId: "" };
    if (word === "cancel") return { kind: "cancel_order", seq, timeMs, ...ids };
    return {
      kind: "amend_order",
      seq,
      timeMs,
      ...ids,
      price: ticks(word === "move" ? (price[at] as number) : 0),
      size: lots(word === "reduce" ? (size[at] as number) : 0),
      autoCancel: false,
      exits: undefined,
    };
  }
}
