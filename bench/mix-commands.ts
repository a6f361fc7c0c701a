/** The commands of a mix as ready objects of the core, and the exchange they are applied to. */

import { IDS_PER_SEQ } from "../src/core/base/limits.ts";
import type { Category, Wallet } from "../src/core/base/vocabulary.ts";
import type { Command, CommandDraft, DraftOf } from "../src/core/commands/commands.ts";
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
import { CENTRE, MIX_KINDS, type Mix, type MixShape, symbolsOfUser } from "./order-mix.ts";

export const START_MS = 1_700_000_000_000;
/** A thousand commands share a millisecond: a million commands a second. */
const COMMANDS_PER_MS = 1_000;
/** What is left of the 64 bits of a coin is shared out among its holders. */
const CREDIT_SUM = 8_000_000_000_000_000_000n;

/**
 * Where the mix trades: spot, or a linear perpetual with margin checks instead of holds; with
 * leverage its users have modes, plans and funding besides (`leveraged-commands`).
 */
export const VENUES = ["spot", "futures", "leveraged"] as const;
export type Venue = (typeof VENUES)[number];

const QUOTE = 0;

function listing(symbol: number, venue: Venue): DraftOf<"list_instrument"> {
  const category: Category = venue === "spot" ? "spot" : "usdt_futures";
  return {
    kind: "list_instrument",
    symbol: `COIN${symbol}USDT`,
    category,
    realm: "live",
    base: symbol + 1,
    quote: QUOTE,
    settle: QUOTE,
    isInverse: false,
    priceDecimals: 2,
    tickStep: 1,
    sizeDecimals: 4,
    lotStep: 1,
    sizeLotsMin: lots(1),
    sizeLotsMax: lots(1_000_000),
    sizeLotsMarketMax: lots(1_000_000),
    valueMin: atoms(0n),
    makerRateE6: 200,
    takerRateE6: 600,
    buyLimitRatioE6: 900_000,
    sellLimitRatioE6: 900_000,
    leverageMin: 1,
    leverageMax: 100,
    fundingIntervalHours: venue === "leveraged" ? FUNDING_HOURS : 8,
  };
}

/** The commands that bring an empty exchange to the point where the mix can trade. */
export function* foundingCommands(shape: MixShape, venue: Venue): Generator<CommandDraft> {
  const coins = Array.from({ length: shape.symbols }, (_, symbol) => `COIN${symbol}`);
  for (const code of ["USDT", ...coins]) {
    yield { kind: "list_currency", code, decimals: 8, isPractice: false };
  }
  const instruments = coins.map((_, symbol) => symbol);
  for (const symbol of instruments) yield listing(symbol, venue);
  const prices = instruments.map(() => CENTRE);
  yield { kind: "set_index_prices", instruments, prices };
  const wallet: Wallet = venue === "spot" ? "spot" : "usdt_futures";
  const holders = Math.ceil(shape.users / (shape.symbols > 25 ? 25 : 1));
  const quoteEach = atoms(CREDIT_SUM / BigInt(shape.users));
  const baseEach = atoms(CREDIT_SUM / BigInt(holders));
  const terms = { accountKind: "classic", realm: "live", parent: 0 } as const;
  for (let user = 0; user < shape.users; user++) {
    yield { kind: "create_user", ...terms, name: `user-${user}`, openOrdersMax: 10_000_000 };
  }
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

/** The exchange's own users come before those of the mix. */
export const USER_FIRST = 2;

/**
 * Commands that an exchange has behind it: its ids, which follow from seqs, are past 31 bits, as
 * they are but for the first two million commands of its life.
 */
const SEQ_BEFORE = 2 ** 22;

/** Applies the founding; every command of it must be accepted. */
export function found(state: State, shape: MixShape, venue: Venue, events: EventBuffer): void {
  state.seq = SEQ_BEFORE as Seq;
  for (const command of foundingCommands(shape, venue)) {
    const stamp = { seq: (state.seq + 1) as Seq, timeMs: START_MS as TimeMs };
    events.clear();
    apply(state, { ...command, ...stamp } as Command, events);
    const { rejection } = state.outcome;
    if (rejection !== undefined) throw new Error(`founding is accepted, got ${rejection}`);
  }
  events.clear();
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
