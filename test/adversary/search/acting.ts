/** What a colluder can do on the bare core, in the words of a move. */

import type { Wallet } from "../../../src/core/base/vocabulary.ts";
import { isWorkDue } from "../../../src/core/clock/tick.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import { createState } from "../../../src/core/state.ts";
import { restoreState } from "../../../src/core/state-encoding.ts";
import { draft } from "../../simulation/workload/draft.ts";
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
import type { Move, Program } from "./program.ts";

export const STEP_MS = 1_000;
const ATOMS_PER_DOLLAR = 100_000_000;

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

/** The accounts of a program at work: what any of them can do, in the words of a move. */
export class Play {
  readonly core: PlainCore;
  readonly #program: Program;
  readonly #users: readonly number[];
  readonly #maker: number;
  readonly #instrument: Instrument;
  /** Where the accomplices of margin orders trade with their own money. */
  readonly #book: Venue;
  readonly #lastOrders = new Map<number, number>();
  readonly #repaid = new Map<number, number>();

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
    if (program.staleMove !== 0) this.#cancelStops(cast.stopHolders);
  }

  /** The index differs from the world price: honest makers have no orders then. */
  #cancelStops(holders: readonly number[]): void {
    const scope = { category: "spot", instrument: 0, planKinds: [] } as const;
    for (const user of holders) this.core.must(draft("cancel_plans", { user, ...scope }));
  }

  /** What was repaid with other coins in dollars, of each user up to `most`. */
  repaid(most: number): number {
    return [...this.#repaid.values()].reduce((sum, usd) => sum + Math.min(usd, most), 0);
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

  /** The honest maker quotes again, unless the world has left the index behind. */
  quote(): void {
    const { core } = this;
    const instrument = this.#instrument;
    const scope = { category: instrument.category, instrument: instrument.index + 1 };
    core.apply(draft("cancel_orders", { user: this.#maker, ...scope }));
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
      do core.apply(draft("tick", {}));
      while (isWorkDue(core.state));
    }
    this.quote();
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
    this.core.apply(draft("cancel_orders", scope));
  }

  amend(move: Move, dollars = this.dollarsOf(move)): boolean {
    const user = this.user(move.who);
    const terms = { orderId: this.#lastOrders.get(user) ?? 0, clientOrderId: "" };
    const size = lotsOf(this.#instrument, dollars);
    const price = this.priceOf(move);
    const amended = { user, ...terms, price, size, autoCancel: false, exits: undefined };
    return this.core.apply(draft("amend_order", amended));
  }

  leverage(who: number, leverage: number): void {
    const scope = { user: this.user(who), instrument: this.#instrument.index };
    this.core.apply(draft("set_leverage", { ...scope, positionSide: "net", leverage }));
  }

  isolate(who: number, isIsolated: boolean): void {
    const scope = { user: this.user(who), instrument: this.#instrument.index };
    const marginMode = isIsolated ? "isolated" : "crossed";
    this.core.apply(draft("set_margin_mode", { ...scope, marginMode }));
  }

  /** Takes out what the exchange lets go, by halves; unified accounts may owe it. */
  withdraw(who: number, isBitcoin: boolean): void {
    const { isUnified, venue } = this.#program;
    const { core } = this;
    const mayBeBitcoin = isUnified || venue === "crossed" || venue === "isolated";
    const coin = mayBeBitcoin && isBitcoin ? "BTC" : COIN_OF_VENUE[venue];
    const fromWallet = isUnified ? "unified" : WALLET_OF_VENUE[venue];
    const user = this.user(who);
    const currency = core.currency(coin);
    for (let dollars = 4_000_000; dollars > 500; dollars /= 2) {
      core.apply(
        draft("transfer", {
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
    core.apply(draft("borrow", { ...account, ...terms }));
  }

  /** Repays the dollars of a unified account with Bitcoin, or Bitcoin with both dollars. */
  repay(move: Move): void {
    const { core } = this;
    const bitcoin = core.currency("BTC");
    const dollars = [core.currency("USDT"), core.currency("USDC")];
    const debts = move.isBuy ? [bitcoin] : dollars.slice(0, 1);
    const payments = move.isBuy ? dollars : [bitcoin];
    const user = this.user(move.who);
    if (!core.apply(draft("repay_debts", { user, debts, payments }))) return;
    const repaid = Number(core.state.outcome.repaidUsd) / ATOMS_PER_DOLLAR;
    this.#repaid.set(user, (this.#repaid.get(user) ?? 0) + repaid);
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
