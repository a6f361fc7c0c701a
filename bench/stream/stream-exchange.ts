/** The complete core under a recorded stream of commands. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { IDS_PER_SEQ } from "../../src/core/base/limits.ts";
import type { Category, Wallet } from "../../src/core/base/vocabulary.ts";
import type { Command, CommandDraft } from "../../src/core/commands/commands.ts";
import type * as Buffers from "../../src/core/events/event-buffer.ts";
import type * as Exchange from "../../src/core/exchange.ts";
import type * as LookAheads from "../../src/core/look-ahead.ts";
import {
  atoms,
  lots,
  type Seq,
  type TimeMs,
  ticks,
  ZERO_ATOMS,
} from "../../src/core/money/units.ts";
import type * as States from "../../src/core/state.ts";
import {
  applyFounding,
  BLOCK,
  COMMANDS_PER_MS,
  CREDIT_SUM,
  marketCommands,
  QUOTE,
  START_MS,
  USER_FIRST,
} from "../market-founding.ts";
import { loadModule } from "../support/checkout.ts";
import {
  CANCEL,
  COMMAND_WORDS,
  type CommandStream,
  isSellOf,
  kindOf,
  MOVE,
  ORDER_WORD,
  PLACE,
  PLACE_IOC,
  PRICE_WORD,
  REDUCE,
  SIZE_WORD,
  symbolOf,
  USER_WORD,
} from "./command-stream.ts";

/** The parts of a checkout's core that a stream runs through. */
export type Core = Pick<typeof Exchange, "apply"> &
  Pick<typeof States, "createState"> &
  Pick<typeof Buffers, "EventBuffer" | "EventReader"> &
  Partial<Pick<typeof LookAheads, "LookAhead">>;

const LOOK_AHEAD = "look-ahead.ts";

/** Loads the core of a checkout of this repository, as that runs it. */
export async function loadCore(folder: string): Promise<Core> {
  const load = (file: string): Promise<unknown> => loadModule(folder, `src/core/${file}`);
  const files = ["exchange.ts", "state.ts", "events/event-buffer.ts"];
  // Older checkouts do not read ahead.
  if (existsSync(join(folder, "src/core", LOOK_AHEAD))) files.push(LOOK_AHEAD);
  return Object.assign({}, ...(await Promise.all(files.map(load)))) as Core;
}

const FUNDING_HOURS = 8;
/** Commands that the core reads ahead for together. */
const AHEAD = 16;

/** Users of each spot symbol, who need its coin; users of any spot or futures symbol. */
function tradersOf(stream: CommandStream) {
  const holders: Set<number>[] = stream.symbols.map(() => new Set());
  for (let at = 0; at < stream.count; at++) {
    const word = stream.words[at * COMMAND_WORDS] as number;
    if (kindOf(word) > PLACE_IOC) continue;
    holders[symbolOf(word)]?.add(stream.words[at * COMMAND_WORDS + USER_WORD] as number);
  }
  return holders;
}

/** The commands that bring an empty exchange to the point where the stream can trade. */
function* foundingCommands(stream: CommandStream): Generator<CommandDraft> {
  const { symbols, users } = stream;
  const categories = symbols.map((kind): Category => (kind === "spot" ? "spot" : "usdt_futures"));
  yield* marketCommands(categories, users, FUNDING_HOURS);
  const wallets: Wallet[] = ["spot", "usdt_futures"];
  const quoteEach = atoms(CREDIT_SUM / BigInt(users * wallets.length));
  for (const wallet of wallets) {
    for (let at = 0; at < users; at++) {
      yield { kind: "credit", user: at + USER_FIRST, wallet, currency: QUOTE, amount: quoteEach };
    }
  }
  for (const [symbol, holders] of tradersOf(stream).entries()) {
    if (symbols[symbol] !== "spot" || holders.size === 0) continue;
    const amount = atoms(CREDIT_SUM / BigInt(holders.size));
    for (const at of holders) {
      yield { kind: "credit", user: at + USER_FIRST, wallet: "spot", currency: symbol + 1, amount };
    }
  }
}

/** Commands whose fields the stream sets one after another, as a decoder of frames does. */
function reusedCommands() {
  const stamp = { seq: 0 as Seq, timeMs: START_MS as TimeMs };
  const ids = { user: 0, orderId: -0, clientOrderId: "" };
  return {
    place: {
      kind: "place_order" as const,
      ...stamp,
      user: 0,
      instrument: 0,
      side: "buy" as "buy" | "sell",
      orderType: "limit" as const,
      timeInForce: "gtc" as "gtc" | "ioc",
      positionSide: "net" as const,
      reduceOnly: false,
      stpMode: "none" as const,
      price: ticks(0),
      size: lots(0),
      quoteAmount: ZERO_ATOMS,
      clientOrderId: "",
      source: "api" as const,
      exits: undefined,
      margin: undefined,
      opening: undefined,
    },
    amend: {
      kind: "amend_order" as const,
      ...stamp,
      ...ids,
      price: ticks(0),
      size: lots(0),
      autoCancel: false,
      exits: undefined,
    },
    cancel: { kind: "cancel_order" as const, ...stamp, ...ids },
  };
}

type ReusedCommands = ReturnType<typeof reusedCommands>;

/** What a stream came to, for comparison with another engine. */
export type StreamResult = {
  readonly ordersAccepted: number;
  readonly trades: number;
  /** Σ price in ticks × size in lots of all trades. */
  readonly turnover: bigint;
  readonly refused: number;
};

/** An exchange founded for a stream, with the prefill in its books. */
export class StreamExchange {
  readonly state: States.State;
  readonly events: Buffers.EventBuffer;
  readonly #core: Core;
  readonly #stream: CommandStream;
  readonly #commands = reusedCommands();
  readonly #lookAhead: LookAheads.LookAhead | undefined;
  readonly #ahead: Command[] = [];
  readonly #aheadCommands = Array.from({ length: AHEAD }, reusedCommands);
  /** Ids of orders by number. */
  readonly #ids: Float64Array;
  /** By command: the id of its order, and the whole size that it asks for, or 0. */
  readonly #orderIds: Float64Array;
  readonly #sizes: Int32Array;
  refused = 0;

  constructor(core: Core, stream: CommandStream) {
    this.#core = core;
    this.#lookAhead = core.LookAhead === undefined ? undefined : new core.LookAhead();
    this.#stream = stream;
    this.state = core.createState();
    this.events = new core.EventBuffer();
    this.#ids = new Float64Array(stream.orders);
    this.#orderIds = new Float64Array(stream.count);
    this.#sizes = new Int32Array(stream.count);
    this.#found();
    this.#nameOrders();
    this.run(0, stream.prefill);
    this.refused = 0;
  }

  #found(): void {
    applyFounding(this.#core, this.state, foundingCommands(this.#stream), this.events);
  }

  /** Computes what the core calls each order, and sizes of reductions as whole sizes. */
  #nameOrders(): void {
    const { count, orders, words } = this.#stream;
    const seqFirst = this.state.seq + 1;
    const sizes = new Int32Array(orders);
    for (let at = 0; at < count; at++) {
      const first = at * COMMAND_WORDS;
      const kind = kindOf(words[first] as number);
      const order = words[first + ORDER_WORD] as number;
      const size = words[first + SIZE_WORD] as number;
      if (kind <= PLACE_IOC) {
        this.#ids[order] = (seqFirst + at) * IDS_PER_SEQ;
        sizes[order] = size;
      } else if (kind === REDUCE) sizes[order] = (sizes[order] as number) - size;
      this.#orderIds[at] = this.#ids[order] as number;
      this.#sizes[at] = kind === MOVE || kind === CANCEL ? 0 : (sizes[order] as number);
    }
  }

  /** Applies commands `from` to `to`, not included; clears the events after each block. */
  run(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      if ((at - from) % AHEAD === 0) this.#readAhead(at, Math.min(to, at + AHEAD));
      this.step(at);
      if (at % BLOCK === 0) this.events.clear();
    }
    this.events.clear();
  }

  /** Lets the core read ahead for some commands, as it does for those of a batch. */
  #readAhead(from: number, to: number): void {
    const { state } = this;
    const lookAhead = this.#lookAhead;
    if (lookAhead?.isWorthwhile(state) !== true) return;
    const { words } = this.#stream;
    const commands = this.#ahead;
    commands.length = 0;
    for (let at = from; at < to; at++) {
      const first = at * COMMAND_WORDS;
      const kind = kindOf(words[first] as number);
      const { amend, cancel, place } = this.#aheadCommands[at - from] as ReusedCommands;
      const command = kind <= PLACE_IOC ? place : kind === CANCEL ? cancel : amend;
      command.seq = (state.seq + 1 + at - from) as Seq;
      command.user = (words[first + USER_WORD] as number) + USER_FIRST;
      amend.orderId = this.#orderIds[at] as number;
      cancel.orderId = amend.orderId;
      amend.price = ticks(words[first + PRICE_WORD] as number);
      commands.push(command);
    }
    lookAhead.before(state, commands, 0);
  }

  /** Applies one command and adds its events to the buffer. */
  step(at: number): void {
    const { words } = this.#stream;
    const { state } = this;
    const first = at * COMMAND_WORDS;
    const word = words[first] as number;
    const user = (words[first + USER_WORD] as number) + USER_FIRST;
    const price = ticks(words[first + PRICE_WORD] as number);
    const size = lots(this.#sizes[at] as number);
    const seq = (state.seq + 1) as Seq;
    const timeMs = (START_MS + Math.floor(at / COMMANDS_PER_MS)) as TimeMs;
    switch (kindOf(word)) {
      case PLACE:
      case PLACE_IOC: {
        const { place } = this.#commands;
        place.seq = seq;
        place.timeMs = timeMs;
        place.user = user;
        place.instrument = symbolOf(word);
        place.side = isSellOf(word) ? "sell" : "buy";
        place.timeInForce = kindOf(word) === PLACE ? "gtc" : "ioc";
        place.price = price;
        place.size = size;
        this.#core.apply(state, place, this.events);
        break;
      }
      case MOVE:
      case REDUCE: {
        const { amend } = this.#commands;
        amend.seq = seq;
        amend.timeMs = timeMs;
        amend.user = user;
        amend.orderId = this.#orderIds[at] as number;
        amend.price = price;
        amend.size = size;
        this.#core.apply(state, amend, this.events);
        break;
      }
      case CANCEL: {
        const { cancel } = this.#commands;
        cancel.seq = seq;
        cancel.timeMs = timeMs;
        cancel.user = user;
        cancel.orderId = this.#orderIds[at] as number;
        this.#core.apply(state, cancel, this.events);
        break;
      }
      default:
        throw new Error(`command ${at} of the stream has an unknown kind`);
    }
    if (state.outcome.rejection !== undefined) this.refused += 1;
  }

  /** Number in the stream of the order with this id; -1 if the stream has none. */
  numberOf(orderId: number): number {
    return this.#ids.indexOf(orderId);
  }

  /**
   * SHA-256 of the books: for each resting order in matching order, bids before asks, a line with
   * symbol, side (B or S), price, remaining size and number of the order.
   */
  bookDigest(): string {
    const numbers = new Map<number, number>();
    this.#ids.forEach((id, order) => {
      numbers.set(id, order);
    });
    const { orders } = this.state;
    const digest = createHash("sha256");
    for (const [symbol, book] of this.state.books.entries()) {
      for (const isBuySide of [true, false]) {
        book.walkOrders(isBuySide, (slot) => {
          const terms = [orders.price(slot), orders.remaining(slot), numbers.get(orders.id(slot))];
          digest.update(`${symbol} ${isBuySide ? "B" : "S"} ${terms.join(" ")}\n`);
          return true;
        });
      }
    }
    return digest.digest("hex");
  }
}
