/**
 * The default market with its agents and the index of the world on a virtual clock, and what became
 * of each order of the honest people in it.
 */

import { REJECTIONS, type Rejection } from "../../../src/core/base/rejections.ts";
import {
  type AccountKind,
  type Category,
  CLOSE_REASONS,
  ORDER_BACKINGS,
  ORDER_TYPES,
  type Wallet,
  wordAt,
} from "../../../src/core/base/vocabulary.ts";
import { isWorkDue } from "../../../src/core/clock/tick.ts";
import { COMMAND_KINDS, type CommandDraft } from "../../../src/core/commands/commands.ts";
import { EventReader } from "../../../src/core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../../src/core/events/event-layout.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import { atoms } from "../../../src/core/money/units.ts";
import type { State } from "../../../src/core/state.ts";
import type { CommandPort } from "../../../src/gateway/exchange-access.ts";
import { foundExchange } from "../../../src/main/founding/founding.ts";
import { currencyFacts, instrumentFacts } from "../../../src/main/market-port.ts";
import { IndexFeed } from "../../../src/market-data/index-feed.ts";
import { IndexedMarket } from "../../../src/simulation-market/agents/indexed-market.ts";
import { agentsOf } from "../../support/agents-of.ts";
import { listedCurrency, listedInstrument } from "../../support/listed.ts";
import { VirtualExchange } from "../../support/virtual-exchange.ts";
import { ruleOfEnding, ruleOfRejection } from "./rules.ts";
import type { Group, Tally } from "./tally.ts";
import { isCoveredWithoutRules, type Refused } from "./without-rules.ts";
import { type Phase, phaseAt, type Round, WorldPrices } from "./world-prices.ts";

const START_MS = 1_780_000_000_000;
/** The clock ticks this often, and people look this often whether it is their turn, in ms. */
const TICK_MS = 250;
const ATOMS_PER_COIN = 100_000_000;

/** The instruments that people trade, by category and symbol. */
const TRADED: readonly (readonly [Category, string])[] = [
  ["spot", "BTCUSDT"],
  ["spot", "ETHUSDT"],
  ["usdt_futures", "BTCUSDT"],
  ["usdt_futures", "ETHUSDT"],
  ["usdc_futures", "BTCPERP"],
  ["coin_futures", "BTCUSD"],
];

const ACCEPTED = eventLayout("order_accepted");
const CLOSED = eventLayout("order_closed");
const PLAN = eventLayout("plan_accepted");
const EXECUTED = eventLayout("plan_executed");
const FAILED = eventLayout("plan_failed");
const APPLIED = eventLayout("command_applied");
const TICK = COMMAND_KINDS.indexOf("tick");
const SELL = 1;

/** Which market is played, and for how long. */
export type RoundTerms = { readonly seed: number; readonly round: Round };

export type Credits = readonly (readonly [Wallet, string, number])[];

/** Somebody who acts: when, and what. */
export type Actor = { readonly delayMs: () => number; readonly act: () => void };

/** An honest request as it is counted; `refused` is the order in it, if there is one. */
export type Asked = {
  readonly group: Group;
  readonly isOrder: boolean;
  readonly refused?: Refused;
};

type MarketOrder = {
  readonly isFutures: boolean;
  readonly isClosing: boolean;
  readonly isBuy: boolean;
};

export function coinAtoms(coins: number): bigint {
  return BigInt(Math.max(0, Math.floor(coins * ATOMS_PER_COIN)));
}

export class HonestMarket {
  readonly exchange = new VirtualExchange(START_MS);
  readonly seed: number;
  readonly round: Round;
  readonly #tally: Tally;
  readonly #groups = new Map<number, Group>();
  /** Called when an order of this id ends. */
  readonly #onEnd = new Map<number, () => void>();
  /** Orders of plans that wait, as they will be refused. */
  readonly #plans = new Map<number, Refused>();
  /** Market orders that the present command placed. */
  readonly #placed = new Map<number, MarketOrder>();

  private constructor({ round, seed }: RoundTerms, tally: Tally) {
    this.seed = seed;
    this.round = round;
    this.#tally = tally;
  }

  /** Founds the market, with agents who trade and an index that moves. */
  static async open(terms: RoundTerms, tally: Tally): Promise<HonestMarket> {
    const market = new HonestMarket(terms, tally);
    const { exchange } = market;
    const port = {
      submitAndWait: async (command: CommandDraft) => {
        exchange.command(command);
        return { ...exchange.state.outcome, seq: exchange.state.seq, timeMs: START_MS };
      },
    };
    await foundExchange(port as unknown as CommandPort, exchange.state, START_MS);
    exchange.instruments.push(...instrumentFacts(exchange.state));
    exchange.currencies.push(...currencyFacts(exchange.state));
    market.#start();
    return market;
  }

  get state(): State {
    return this.exchange.state;
  }

  get phase(): Phase | undefined {
    return phaseAt(this.round, this.exchange.nowMs() - START_MS);
  }

  get instruments(): readonly Instrument[] {
    return TRADED.map(([category, symbol]) => this.instrument(category, symbol));
  }

  instrument(category: Category, symbol: string): Instrument {
    return listedInstrument(this.state, category, symbol);
  }

  currency(code: string): number {
    return listedCurrency(this.state, code);
  }

  /** A new user of the group with so many whole coins. */
  user(group: Group, accountKind: AccountKind, credits: Credits): number {
    const { exchange } = this;
    const name = `honest-${this.#groups.size}`;
    const terms = { name, accountKind, realm: "live", parent: 0, openOrdersMax: 0 } as const;
    const user = exchange.command({ kind: "create_user", ...terms });
    this.credit(user, credits);
    if (accountKind === "unified") {
      const level = { user, level: "advanced", isByOperator: true } as const;
      exchange.command({ kind: "set_account_level", ...level });
    }
    this.#groups.set(user, group);
    return user;
  }

  /** Gives a user whole coins. */
  credit(user: number, credits: Credits): void {
    for (const [wallet, code, coins] of credits) {
      const amount = atoms(coinAtoms(coins));
      const credit = { user, wallet, currency: this.currency(code), amount };
      this.exchange.command({ kind: "credit", ...credit });
    }
  }

  /** Moves dollars from spot to a margin wallet. */
  fundMargin(user: number, toWallet: Wallet, pair: Instrument, dollars: number): void {
    const toInstrument = toWallet === "isolated_margin" ? pair.index + 1 : 0;
    this.exchange.command({
      kind: "transfer",
      ...{ fromUser: user, fromWallet: "spot", fromInstrument: 0 },
      ...{ toUser: user, toWallet, toInstrument, mayBorrow: false, clientTransferId: "" },
      currency: this.currency("USDT"),
      amount: atoms(coinAtoms(dollars)),
    });
  }

  /** Lets the actor act again and again, once the market has warmed up. */
  employ({ act, delayMs }: Actor): void {
    this.exchange.schedule(delayMs(), () => {
      if (this.phase !== undefined) act();
      this.employ({ act, delayMs });
    });
  }

  /** Sends a request and counts what becomes of it; answers the id of its order, or 0. */
  send(command: CommandDraft, { group, isOrder, refused }: Asked): number {
    const { phase } = this;
    let id = 0;
    this.exchange.submit(command, ({ orderId, rejection }) => {
      if (rejection === undefined) id = orderId;
      if (phase === undefined) return;
      const cell = this.#tally.cell(phase, group);
      if (isOrder) cell.orders += 1;
      else cell.requests += 1;
      if (rejection !== undefined) this.#refuse(group, rejection, refused);
    });
    this.exchange.flush();
    return id;
  }

  /** Calls when the order ends. */
  onEnd(orderId: number, ended: () => void): void {
    this.#onEnd.set(orderId, ended);
  }

  #start(): void {
    const { exchange, round, seed } = this;
    const traded = this.instruments.map(({ index }) => index);
    const instruments = exchange.instruments.filter(({ index }) => traded.includes(index));
    const sources = [new WorldPrices(seed, START_MS, round)];
    const feed = new IndexFeed({ instruments, sources, port: exchange });
    const indexTicks = (instrument: number): number => feed.lastTicks(instrument);
    feed.start();
    const outside = new IndexedMarket(instruments, indexTicks);
    agentsOf(exchange, { seed, outside, instruments }).start();
    exchange.onApplied = (words) => this.#read(words);
    this.#tick();
  }

  #tick(): void {
    const { exchange, state } = this;
    exchange.flush();
    do exchange.command({ kind: "tick" });
    while (isWorkDue(state));
    exchange.schedule(TICK_MS, () => this.#tick());
  }

  #refuse(group: Group, reason: Rejection, order: Refused | undefined): void {
    const { phase } = this;
    if (phase === undefined) return;
    let rule = ruleOfRejection(reason);
    if (rule === "money") {
      const isFalse = order !== undefined && isCoveredWithoutRules(this.state, order);
      const isCredit = order !== undefined && order.backing !== "default";
      rule = isFalse ? (isCredit ? "loss of orders on credit" : "open loss (order)") : undefined;
    }
    if (rule === undefined) this.#tally.refuse(phase, group, reason);
    else this.#tally.meet(phase, group, rule);
  }

  #read(words: Float64Array): void {
    const reader = new EventReader(words);
    let isByClock = false;
    this.#placed.clear();
    while (reader.next()) {
      const kind = reader.kindIndex;
      if (kind === EVENT_INDEX.command_applied) isByClock = reader.number(APPLIED.command) === TICK;
      else if (kind === EVENT_INDEX.order_accepted) this.#readAccepted(reader);
      else if (kind === EVENT_INDEX.order_closed) this.#readClosed(reader, isByClock);
      else if (kind === EVENT_INDEX.plan_accepted) this.#readPlan(reader);
      else if (kind === EVENT_INDEX.plan_executed) this.#readExecuted(reader);
      else if (kind === EVENT_INDEX.plan_failed) this.#readFailed(reader);
    }
  }

  #readAccepted(reader: EventReader): void {
    if (!this.#groups.has(reader.number(ACCEPTED.user))) return;
    const { isFutures } = this.#instrumentAt(reader.number(ACCEPTED.instrument));
    const isMarket = wordAt(ORDER_TYPES, reader.number(ACCEPTED.orderType)) === "market";
    if (!isMarket) return;
    const positionSide = reader.number(ACCEPTED.positionSide);
    const isSell = reader.number(ACCEPTED.side) === SELL;
    const closesHedge = positionSide === (isSell ? 1 : 2);
    const isClosing = reader.flag(ACCEPTED.reduceOnly) || closesHedge;
    const order = { isFutures, isClosing, isBuy: !isSell };
    this.#placed.set(reader.number(ACCEPTED.orderId), order);
  }

  #readClosed(reader: EventReader, isByClock: boolean): void {
    const group = this.#groups.get(reader.number(CLOSED.user));
    if (group === undefined) return;
    const orderId = reader.number(CLOSED.orderId);
    const ended = this.#onEnd.get(orderId);
    this.#onEnd.delete(orderId);
    ended?.();
    const reason = wordAt(CLOSE_REASONS, reader.number(CLOSED.reason));
    if (this.phase === undefined || reason === "filled" || reason === "user_cancelled") return;
    const placed = this.#placed.get(orderId);
    const { isBuy = false, isClosing = false, isFutures = true } = placed ?? {};
    const book = this.state.books[reader.number(CLOSED.instrument)];
    // A market order that ends with orders left on the opposite side has met its bound.
    const wasBounded = placed !== undefined && (book?.bestPrice(!isBuy) ?? 0) > 0;
    const rule = ruleOfEnding({ reason, isByClock, isFutures, isClosing, wasBounded });
    if (rule === undefined) this.#tally.refuse(this.phase, group, reason);
    else this.#tally.meet(this.phase, group, rule);
  }

  #readPlan(reader: EventReader): void {
    const user = reader.number(PLAN.user);
    if (!this.#groups.has(user)) return;
    this.#plans.set(reader.number(PLAN.planId), {
      user,
      instrument: reader.number(PLAN.instrument),
      isBuy: reader.number(PLAN.side) !== SELL,
      price: reader.number(PLAN.price),
      size: reader.number(PLAN.size),
      backing: wordAt(ORDER_BACKINGS, reader.number(PLAN.backing)),
      isResting: false,
    });
  }

  #readExecuted(reader: EventReader): void {
    const group = this.#groups.get(reader.number(EXECUTED.user));
    if (group === undefined || this.phase === undefined) return;
    this.#countFired(this.phase, group);
    this.#plans.delete(reader.number(EXECUTED.planId));
  }

  #readFailed(reader: EventReader): void {
    const group = this.#groups.get(reader.number(FAILED.user));
    if (group === undefined || this.phase === undefined) return;
    this.#countFired(this.phase, group);
    const planId = reader.number(FAILED.planId);
    const reason = wordAt(REJECTIONS, reader.number(FAILED.reason));
    this.#refuse(group, reason, this.#plans.get(planId));
    this.#plans.delete(planId);
  }

  #countFired(phase: Phase, group: Group): void {
    const cell = this.#tally.cell(phase, group);
    cell.orders += 1;
    cell.fired += 1;
  }

  #instrumentAt(index: number): Instrument {
    const instrument = this.state.instruments[index];
    if (instrument === undefined) throw new Error(`an instrument of the market, got ${index}`);
    return instrument;
  }
}
