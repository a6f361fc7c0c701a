/** Plays a program against the founded market and measures what the colluders gained. */
import { isWorkDue } from "../../../src/core/clock/tick.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import { createState } from "../../../src/core/state.ts";
import { restoreState } from "../../../src/core/state-encoding.ts";
import type { Wallet } from "../../../src/core/vocabulary.ts";
import { checkAudit } from "../../simulation/checked-core.ts";
import { unstamped } from "../../simulation/workload/unstamped.ts";
import { worthOfAll } from "../support/worth.ts";
import {
  coinAtoms,
  INDEX,
  indexCommand,
  lotsOf,
  orderCommand,
  PlainCore,
  START_MS,
  type Stage,
  ticksOf,
  type Venue,
} from "./colluders.ts";
import type { Move, MoveKind, Program } from "./program.ts";

const STEP_MS = 1_000;
/** How long forced trades have to come to an end, in seconds. */
const SETTLING_SECONDS = 5;
const WALK_STEP = 0.045;

/** Gains in dollars at the prices of the world; losses are negative. */
export type Gains = {
  readonly colluders: number;
  readonly house: number;
  /** Of the honest people together. */
  readonly honest: number;
  readonly commands: number;
};

const WALLET_OF_VENUE: Readonly<Record<Venue, Wallet>> = {
  spot: "spot",
  crossed: "crossed_margin",
  isolated: "isolated_margin",
  credit: "unified",
  usdt: "usdt_futures",
  usdc: "usdc_futures",
  coin: "coin_futures",
};
const COIN_OF_VENUE: Readonly<Record<Venue, string>> = {
  spot: "USDT",
  crossed: "USDT",
  isolated: "USDT",
  credit: "USDT",
  usdt: "USDT",
  usdc: "USDC",
  coin: "BTC",
};

type Quantity = {
  readonly venue?: Venue;
  readonly price: number;
  readonly dollars: number;
  readonly timeInForce?: "gtc" | "ioc";
  readonly reduceOnly?: boolean;
};

class Play {
  readonly core: PlainCore;
  readonly #program: Program;
  readonly #users: readonly number[];
  readonly #maker: number;
  readonly #instrument: Instrument;
  /** Where the accomplices of margin orders trade with their own money. */
  readonly #book: Venue;
  readonly #lastOrders = new Map<number, number>();

  constructor(stage: Stage, program: Program) {
    const state = createState();
    restoreState(state, stage.bytes);
    this.core = new PlainCore(state, START_MS);
    this.#program = program;
    const { cast } = stage;
    const colluders = program.isUnified ? cast.unified : cast.classic;
    this.#users = colluders.slice(0, program.colluders);
    this.#maker = cast.maker;
    this.#instrument = this.core.instrument(program.venue);
    this.#book = this.#instrument.isFutures ? program.venue : "spot";
  }

  /** Worth of colluders and of all people, with Bitcoin at this price. */
  worth(bitcoin: number): { readonly colluders: number; readonly all: number } {
    const priceOf = (coin: string): number =>
      coin === "BTC" ? bitcoin : coin === "ETH" ? 3_000 : 1;
    let [colluders, all] = [0, 0];
    for (const [user, dollars] of worthOfAll(this.core.state, priceOf)) {
      all += dollars;
      if (this.#users.includes(user)) colluders += dollars;
    }
    return { colluders, all };
  }

  /** The honest maker quotes anew, unless the world has left the index behind. */
  quote(): void {
    const { core } = this;
    const instrument = this.#instrument;
    const scope = { category: instrument.category, instrument: instrument.index + 1 };
    core.apply(unstamped("cancel_orders", { user: this.#maker, ...scope }));
    if (this.#program.staleMove !== 0) return;
    for (const distance of [0.000_5, 0.001, 0.005]) {
      for (const isBuy of [false, true]) {
        const price = ticksOf(instrument, INDEX * (isBuy ? 1 - distance : 1 + distance));
        const size = lotsOf(instrument, INDEX * 0.3);
        const quote = { user: this.#maker, venue: this.#book, isBuy, price, size };
        core.apply(orderCommand(core, quote));
      }
    }
  }

  /** Time passes, with index prices as long as the feed shows the world. */
  wait(seconds: number): void {
    const { core } = this;
    for (let second = 0; second < seconds; second++) {
      core.nowMs += STEP_MS;
      if (this.#program.staleMove === 0) core.apply(indexCommand(core));
      do core.apply(unstamped("tick", {}));
      while (isWorkDue(core.state));
    }
    this.quote();
  }

  move(move: Move): void {
    MOVES[move.kind](this, move);
  }

  /** The dollars of a move's order. */
  dollarsOf(move: Move): number {
    return 1_000 * 2_000 ** (move.size / 1_000);
  }

  /** The price of a move in ticks, on the losing side of the reference for its order. */
  priceOf(move: Move, isBuy = move.isBuy): number {
    const prices = this.core.state.prices[this.#instrument.index];
    const references = [prices?.index, prices?.mark, prices?.last];
    const reference = references[move.base] || prices?.index || 1;
    const share = (isBuy ? move.reach : -move.reach) / 1_000;
    return Math.max(1, Math.round(reference * (1 + share)));
  }

  order(who: number, isBuy: boolean, quantity: Quantity): boolean {
    const { dollars, venue = this.#program.venue, ...rest } = quantity;
    const user = this.user(who);
    const size = lotsOf(this.#instrument, dollars);
    const isPlaced = this.core.apply(
      orderCommand(this.core, { user, venue, isBuy, size, ...rest }),
    );
    if (isPlaced) this.#lastOrders.set(user, this.core.state.outcome.id);
    return isPlaced;
  }

  /** An order with the accomplice's own money. */
  plainOrder(who: number, isBuy: boolean, quantity: Omit<Quantity, "venue">): boolean {
    return this.order(who, isBuy, { ...quantity, venue: this.#book });
  }

  cancelAll(who: number): void {
    const { category, index } = this.#instrument;
    const scope = { user: this.user(who), category, instrument: index + 1 };
    this.core.apply(unstamped("cancel_orders", scope));
  }

  amend(move: Move): void {
    const user = this.user(move.who);
    const terms = { orderId: this.#lastOrders.get(user) ?? 0, clientOrderId: "" };
    const size = lotsOf(this.#instrument, this.dollarsOf(move));
    const price = this.priceOf(move);
    this.core.apply(unstamped("amend_order", { user, ...terms, price, size, autoCancel: false }));
  }

  leverage(who: number, leverage: number): void {
    const scope = { user: this.user(who), instrument: this.#instrument.index };
    this.core.apply(unstamped("set_leverage", { ...scope, positionSide: "net", leverage }));
  }

  isolate(who: number, isIsolated: boolean): void {
    const scope = { user: this.user(who), instrument: this.#instrument.index };
    const marginMode = isIsolated ? "isolated" : "crossed";
    this.core.apply(unstamped("set_margin_mode", { ...scope, marginMode }));
  }

  /** Takes out what the exchange lets go, by halves; unified accounts may owe it. */
  withdraw(who: number, isBitcoin: boolean): void {
    const { isUnified, venue } = this.#program;
    const { core } = this;
    const coin = isUnified && isBitcoin ? "BTC" : COIN_OF_VENUE[venue];
    const fromWallet = isUnified ? "unified" : WALLET_OF_VENUE[venue];
    const user = this.user(who);
    const currency = core.currency(coin);
    for (let dollars = 4_000_000; dollars > 500; dollars /= 2) {
      core.apply(
        unstamped("transfer", {
          ...{ fromUser: user, fromWallet, toUser: user, toWallet: "funding", currency },
          amount: coinAtoms(coin === "BTC" ? dollars / INDEX : dollars),
          clientTransferId: "",
          fromInstrument: fromWallet === "isolated_margin" ? this.#instrument.index + 1 : 0,
          ...{ toInstrument: 0, mayBorrow: isUnified },
        }),
      );
    }
  }

  borrow(move: Move): void {
    const { core } = this;
    const wallet = WALLET_OF_VENUE[this.#program.venue];
    if (wallet !== "crossed_margin" && wallet !== "isolated_margin") return;
    const instrument = wallet === "isolated_margin" ? this.#instrument.index + 1 : 0;
    const coin = move.isBuy ? "USDT" : "BTC";
    const dollars = this.dollarsOf(move) / (move.isBuy ? 1 : INDEX);
    const account = { user: this.user(move.who), wallet, instrument } as const;
    const terms = { currency: core.currency(coin), amount: coinAtoms(dollars) };
    core.apply(unstamped("borrow", { ...account, ...terms }));
  }

  /** Repays the dollars of a unified account with Bitcoin, or the other way round. */
  repay(move: Move): void {
    const [bitcoin, dollar] = [this.core.currency("BTC"), this.core.currency("USDT")];
    const debts = [move.isBuy ? bitcoin : dollar];
    const payments = [move.isBuy ? dollar : bitcoin];
    this.core.apply(unstamped("repay_debts", { user: this.user(move.who), debts, payments }));
  }

  user(place: number): number {
    return this.#users[place % this.#users.length] ?? 0;
  }

  get mark(): number {
    const prices = this.core.state.prices[this.#instrument.index];
    return this.#instrument.isFutures ? (prices?.mark ?? 0) : (prices?.index ?? 0);
  }

  get last(): number {
    const prices = this.core.state.prices[this.#instrument.index];
    return prices?.last || prices?.index || 1;
  }
}

function beyond(price: number, isBuy: boolean, share: number): number {
  return Math.max(1, Math.round(price * (isBuy ? 1 + share : 1 - share)));
}

function sweep(play: Play, move: Move): void {
  const price = beyond(play.mark, move.isBuy, WALK_STEP);
  play.plainOrder(move.other, move.isBuy, { price, dollars: 600_000, timeInForce: "ioc" });
}

/** Two trade dust with each other, each time as far from the last price as the band allows. */
function walk(play: Play, move: Move): void {
  for (let step = 0; step < Math.min(move.count, 45); step++) {
    const terms = { price: beyond(play.last, move.isBuy, WALK_STEP), dollars: 100 };
    if (!play.plainOrder(move.other, !move.isBuy, terms)) break;
    if (!play.plainOrder(move.other + 1, move.isBuy, terms)) break;
  }
}

/** One rests an order far beyond the reference at high leverage, the other trades against it. */
function farFill(play: Play, move: Move): void {
  play.leverage(move.who, move.count);
  const price = play.priceOf(move);
  for (const share of [1, 0.3, 0.1]) {
    const terms = { price, dollars: play.dollarsOf(move) * share };
    play.order(move.who, move.isBuy, terms);
    play.plainOrder(move.other, !move.isBuy, { ...terms, timeInForce: "ioc" });
    play.cancelAll(move.who);
  }
}

/** The last price is walked away, then one takes an accomplice's order there on credit. */
function farLoan(play: Play, move: Move): void {
  sweep(play, move);
  walk(play, move);
  const price = play.priceOf(move);
  for (const share of [1, 0.3, 0.1, 0.03]) {
    const terms = { price, dollars: play.dollarsOf(move) * share };
    play.plainOrder(move.other, !move.isBuy, terms);
    play.order(move.who, move.isBuy, { ...terms, timeInForce: "ioc" });
    play.cancelAll(move.other);
  }
}

/** Two keep trading and quoting dust beyond mark while time passes. */
function ratchet(play: Play, move: Move): void {
  for (let second = 0; second < Math.min(move.count, 30); second++) {
    sweep(play, move);
    const price = beyond(play.mark, move.isBuy, 0.046);
    const quoted = beyond(play.mark, move.isBuy, 0.045);
    play.plainOrder(move.other, !move.isBuy, { price, dollars: 100 });
    play.plainOrder(move.who, move.isBuy, { price, dollars: 100, timeInForce: "ioc" });
    play.plainOrder(move.who, move.isBuy, { price: quoted, dollars: 100 });
    play.plainOrder(move.other, !move.isBuy, { price, dollars: play.dollarsOf(move) });
    play.wait(1);
    play.cancelAll(move.who);
    play.cancelAll(move.other);
  }
}

/** One opens, rests a far closing order, takes its money out, and is closed by the other. */
function drain(play: Play, move: Move): void {
  const { isBuy } = move;
  const open = { price: play.mark, dollars: play.dollarsOf(move) };
  play.leverage(move.who, move.count);
  play.plainOrder(move.other, isBuy, open);
  play.order(move.who, !isBuy, open);
  sweep(play, move);
  const close = { price: play.priceOf(move), dollars: play.dollarsOf(move) };
  play.order(move.who, isBuy, { ...close, reduceOnly: true });
  play.withdraw(move.who, false);
  play.plainOrder(move.other, !isBuy, { ...close, timeInForce: "ioc" });
}

/** One takes a coin out on credit and pays the debt with another coin. */
function exchangeDebt(play: Play, move: Move): void {
  play.withdraw(move.who, move.isBuy);
  play.repay(move);
}

/** The last price is moved within the band, and an order waits far away for whoever must trade. */
function hunt(play: Play, move: Move): void {
  sweep(play, move);
  walk(play, { ...move, count: 1 });
  const price = beyond(play.mark, move.isBuy, Math.abs(move.reach) / 1_000);
  play.plainOrder(move.who, !move.isBuy, { price, dollars: play.dollarsOf(move) });
  play.wait(3);
}

const MOVES: Readonly<Record<MoveKind, (play: Play, move: Move) => void>> = {
  order: (play, move) => {
    const isMarket = move.count === 125;
    const price = isMarket ? 0 : play.priceOf(move);
    const timeInForce = move.count % 2 === 0 ? "gtc" : "ioc";
    const reduceOnly = move.count === 45;
    const terms = { price, dollars: play.dollarsOf(move), timeInForce, reduceOnly } as const;
    play.order(move.who, move.isBuy, terms);
  },
  cancel: (play, move) => play.cancelAll(move.who),
  amend: (play, move) => play.amend(move),
  leverage: (play, move) => play.leverage(move.who, move.count),
  isolate: (play, move) => play.isolate(move.who, move.isBuy),
  withdraw: (play, move) => play.withdraw(move.who, move.isBuy),
  borrow: (play, move) => play.borrow(move),
  repay: (play, move) => play.repay(move),
  wait: (play, move) => play.wait(Math.min(move.count, 20)),
  sweep,
  walk,
  far_fill: farFill,
  far_loan: farLoan,
  ratchet,
  drain,
  exchange_debt: exchangeDebt,
  hunt,
};

/** Plays a program to its end; the audit must hold there. */
export function playProgram(stage: Stage, program: Program): Gains {
  const play = new Play(stage, program);
  const world = INDEX * (1 + program.staleMove / 1_000);
  const before = play.worth(world);
  play.quote();
  for (let second = 0; second < program.staleSeconds; second++) {
    play.core.nowMs += STEP_MS;
    play.core.apply(unstamped("tick", {}));
  }
  for (const move of program.moves) play.move(move);
  if (program.staleMove === 0) play.wait(SETTLING_SECONDS);
  checkAudit(play.core.state);
  const after = play.worth(world);
  const colluders = after.colluders - before.colluders;
  const all = after.all - before.all;
  const { length: commands } = play.core.commands;
  return { colluders, house: -all, honest: all - colluders, commands };
}
