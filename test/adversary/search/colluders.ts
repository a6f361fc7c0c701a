/**
 * The market that programs are tried in: the default market, honest people with quotes, stops,
 * leveraged positions and loans, and the colluders. It is founded once and kept as bytes.
 */

import type { AccountKind, Category, Wallet } from "../../../src/core/base/vocabulary.ts";
import type { Command, CommandDraft, CommandOf } from "../../../src/core/commands/commands.ts";
import { EventBuffer } from "../../../src/core/events/event-buffer.ts";
import { apply } from "../../../src/core/exchange.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import type { Seq, TimeMs } from "../../../src/core/money/units.ts";
import { createState, type State } from "../../../src/core/state.ts";
import { encodeState } from "../../../src/core/state-encoding.ts";
import type { CommandPort } from "../../../src/gateway/exchange-access.ts";
import { foundExchange } from "../../../src/main/founding/founding.ts";
import { draft } from "../../simulation/workload/draft.ts";
import { listedCurrency, listedInstrument } from "../../support/listed.ts";

export const START_MS = 1_780_000_000_000;
export const INDEX = 60_000;
const ATOMS_PER_COIN = 100_000_000;

/** How programs trade Bitcoin. */
export const VENUES = ["spot", "crossed", "isolated", "credit", "usdt", "usdc", "coin"] as const;
export type Venue = (typeof VENUES)[number];

const CATEGORY_OF_VENUE: Readonly<Record<Venue, Category>> = {
  spot: "spot",
  crossed: "spot",
  isolated: "spot",
  credit: "spot",
  usdt: "usdt_futures",
  usdc: "usdc_futures",
  coin: "coin_futures",
};
const SYMBOL_OF_CATEGORY: Readonly<Partial<Record<Category, string>>> = {
  spot: "BTCUSDT",
  usdt_futures: "BTCUSDT",
  usdc_futures: "BTCPERP",
  coin_futures: "BTCUSD",
};

/** Dollars in each wallet of the colluders: some are to die, others to gain. */
export const COLLUDER_DOLLARS = [30_000, 1_000_000, 1_000_000, 100_000, 300_000] as const;

export type Cast = {
  /** Classic colluders and unified ones, in the order of `COLLUDER_DOLLARS`. */
  readonly classic: readonly number[];
  readonly unified: readonly number[];
  readonly maker: number;
  /** Whose stops wait on spot. */
  readonly stopHolders: readonly number[];
};
export type Stage = { readonly bytes: Uint8Array; readonly cast: Cast };

/** A core to which commands are given one by one; the time is what `nowMs` says. */
export class PlainCore {
  readonly state: State;
  readonly commands: Command[] = [];
  nowMs: number;
  readonly #events = new EventBuffer();

  constructor(state: State, nowMs: number) {
    this.state = state;
    this.nowMs = nowMs;
  }

  /** Applies a command; answers whether it was accepted. */
  apply(command: CommandDraft): boolean {
    const stamp = { seq: (this.state.seq + 1) as Seq, timeMs: this.nowMs as TimeMs };
    const stamped = { ...command, ...stamp } as unknown as Command;
    this.#events.clear();
    apply(this.state, stamped, this.#events);
    this.commands.push(stamped);
    return this.state.outcome.rejection === undefined;
  }

  /** As `apply`, for what must be accepted. */
  must(command: CommandDraft): number {
    if (this.apply(command)) return this.state.outcome.id;
    throw new Error(`${command.kind} is accepted, got ${this.state.outcome.rejection}`);
  }

  instrument(venue: Venue): Instrument {
    const category = CATEGORY_OF_VENUE[venue];
    return listedInstrument(this.state, category, SYMBOL_OF_CATEGORY[category] ?? "");
  }

  currency(code: string): number {
    return listedCurrency(this.state, code);
  }
}

export function coinAtoms(coins: number): bigint {
  return BigInt(Math.max(0, Math.round(coins * ATOMS_PER_COIN)));
}

/** Ticks of a price in dollars. */
export function ticksOf(instrument: Instrument, dollars: number): number {
  return Math.max(1, Math.round((dollars * 10 ** instrument.priceDecimals) / instrument.tickStep));
}

/** Lots worth so many dollars at the index; contracts of inverse instruments are dollars. */
export function lotsOf(instrument: Instrument, dollars: number): number {
  const units = instrument.isInverse ? dollars : dollars / INDEX;
  return Math.max(1, Math.round((units * 10 ** instrument.sizeDecimals) / instrument.lotStep));
}

/** The index of every instrument on Bitcoin. */
export function indexCommand(core: PlainCore): CommandOf<"set_index_prices"> {
  const bitcoin = core.state.instruments.filter(({ base }) => base === core.currency("BTC"));
  return draft("set_index_prices", {
    instruments: bitcoin.map(({ index }) => index),
    prices: bitcoin.map((instrument) => ticksOf(instrument, INDEX)),
  }) as CommandOf<"set_index_prices">;
}

export type OrderDraft = {
  readonly user: number;
  readonly venue: Venue;
  readonly isBuy: boolean;
  /** In ticks; 0 for a market order. */
  readonly price: number;
  readonly size: number;
  readonly timeInForce?: "gtc" | "ioc";
  readonly reduceOnly?: boolean;
};

const BACKINGS = {
  crossed: "crossed_margin",
  isolated: "isolated_margin",
  credit: "unified_margin",
} as const;

/** An order as a client of the venue would send it. */
export function orderCommand(core: PlainCore, order: OrderDraft): CommandDraft {
  const { isBuy, price, reduceOnly = false, size, timeInForce = "gtc", user, venue } = order;
  const instrument = core.instrument(venue);
  const isMarket = price === 0;
  const isByQuote = isMarket && isBuy && !instrument.isFutures;
  const common = {
    user,
    instrument: instrument.index,
    side: isBuy ? "buy" : "sell",
    orderType: isMarket ? "market" : "limit",
    timeInForce,
    stpMode: "none",
    price,
    size: isByQuote ? 0 : size,
    quoteAmount: isByQuote
      ? coinAtoms((size * INDEX * instrument.lotStep) / 10 ** instrument.sizeDecimals)
      : 0n,
    clientOrderId: "",
    source: "api",
    positionSide: "net",
    exits: undefined,
  } as const;
  if (venue === "crossed" || venue === "isolated" || venue === "credit") {
    const loanType = venue === "credit" ? "normal" : "auto_borrow";
    const margin = { backing: BACKINGS[venue], loanType } as const;
    return draft("place_order", { ...common, reduceOnly: false, margin, opening: undefined });
  }
  return draft("place_order", { ...common, reduceOnly, margin: undefined, opening: undefined });
}

function createUser(core: PlainCore, name: string, accountKind: AccountKind): number {
  const terms = { name, accountKind, realm: "live", parent: 0, openOrdersMax: 0 } as const;
  const user = core.must(draft("create_user", terms));
  if (accountKind === "unified") {
    const level = { user, level: "advanced", isByOperator: true } as const;
    core.must(draft("set_account_level", level));
  }
  return user;
}

function fund(core: PlainCore, user: number, accountKind: AccountKind, dollars: number): void {
  const coins = dollars / INDEX;
  const credit = (wallet: Wallet, code: string, amount: number): void => {
    const currency = core.currency(code);
    core.must(draft("credit", { user, wallet, currency, amount: coinAtoms(amount) }));
  };
  if (accountKind === "unified") {
    credit("unified", "USDT", dollars);
    credit("unified", "USDC", dollars);
    credit("unified", "BTC", coins);
    return;
  }
  credit("spot", "USDT", 3 * dollars);
  credit("spot", "BTC", coins);
  credit("usdt_futures", "USDT", dollars);
  credit("usdc_futures", "USDC", dollars);
  credit("coin_futures", "BTC", coins);
  const pair = core.instrument("spot").index + 1;
  const moved = { currency: core.currency("USDT"), amount: coinAtoms(dollars) };
  for (const toWallet of ["crossed_margin", "isolated_margin"] as const) {
    const route = { fromUser: user, fromWallet: "spot", toUser: user, toWallet } as const;
    const toInstrument = toWallet === "isolated_margin" ? pair : 0;
    const rest = { clientTransferId: "", fromInstrument: 0, toInstrument, mayBorrow: false };
    core.must(draft("transfer", { ...route, ...moved, ...rest }));
  }
}

/** A stop on spot for half a coin, on the far side of the index. */
function placeStop(core: PlainCore, user: number, isBuy: boolean): void {
  const instrument = core.instrument("spot");
  const trigger = INDEX * (isBuy ? 1.02 : 0.98);
  core.must(
    draft("place_plan", {
      ...{ planKind: "normal", triggerBy: "last", triggerPrice: ticksOf(instrument, trigger) },
      ...{ callbackE4: 0, user, instrument: instrument.index, side: isBuy ? "buy" : "sell" },
      ...{ orderType: "market", timeInForce: "gtc", positionSide: "net", reduceOnly: false },
      ...{ stpMode: "none", price: 0, size: isBuy ? 0 : lotsOf(instrument, INDEX / 2) },
      ...{ quoteAmount: isBuy ? coinAtoms(trigger / 2) : 0n, clientOrderId: "", source: "api" },
      ...{ exits: undefined, margin: undefined, opening: undefined },
    }),
  );
}

/** Honest positions of one coin at ten times leverage, one long and one short, in each contract. */
function openHonestPositions(core: PlainCore): void {
  for (const venue of ["usdt", "usdc", "coin"] as const) {
    const instrument = core.instrument(venue);
    const order = { venue, price: ticksOf(instrument, INDEX), size: lotsOf(instrument, INDEX) };
    for (const isBuy of [false, true]) {
      const user = createUser(core, `holder ${venue} ${isBuy}`, "classic");
      fund(core, user, "classic", 8_000);
      const scope = { user, instrument: instrument.index, positionSide: "net" } as const;
      core.must(draft("set_leverage", { ...scope, leverage: 10 }));
      core.must(orderCommand(core, { ...order, user, isBuy }));
    }
  }
}

function cast(core: PlainCore): Cast {
  const maker = createUser(core, "maker", "classic");
  fund(core, maker, "classic", 20_000_000);
  const stopHolders = [false, true].map((isBuy) => {
    const holder = createUser(core, `stop ${isBuy}`, "classic");
    fund(core, holder, "classic", 40_000);
    placeStop(core, holder, isBuy);
    return holder;
  });
  openHonestPositions(core);
  const colluders = (accountKind: AccountKind): number[] =>
    COLLUDER_DOLLARS.map((dollars, place) => {
      const user = createUser(core, `${accountKind} ${place}`, accountKind);
      fund(core, user, accountKind, dollars);
      return user;
    });
  return { maker, stopHolders, classic: colluders("classic"), unified: colluders("unified") };
}

/** Founds the market and everybody in it. */
export async function openStage(): Promise<Stage> {
  const core = new PlainCore(createState(), START_MS);
  const port = {
    submitAndWait: async (command: Command) => {
      core.apply(command as unknown as CommandDraft);
      return { ...core.state.outcome, seq: core.state.seq, timeMs: core.nowMs };
    },
  };
  await foundExchange(port as unknown as CommandPort, core.state, START_MS);
  core.must(indexCommand(core));
  core.must(draft("tick", {}));
  const people = cast(core);
  return { bytes: encodeState(core.state).slice(), cast: people };
}
