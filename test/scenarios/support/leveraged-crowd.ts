/**
 * A crowd of seeded users with leverage who trade through stops and triggers: isolated and crossed,
 * one-way and hedged, classic and unified. Everything they do is an ordinary command; what is
 * refused is counted, as a careless trader would have it.
 */
import {
  LONG_AND_SHORT,
  positionAt,
  positionSideOf,
} from "../../../src/core/base/position-handle.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import type { Atoms, Lots, Ticks } from "../../../src/core/money/units.ts";
import type { Random } from "../../../src/market-model/random.ts";
import { seededRandom } from "../../../src/market-model/seeded-random.ts";
import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import type { VirtualExchange } from "../../support/virtual-exchange.ts";

const FUNDS_MIN = 200;
const FUNDS_MAX = 5_000;
/** Of what the user may open with all the money. */
const BOLDNESS_MAX = 0.8;
const LEVERAGES = [5, 10, 20, 50, 100, 125] as const;
/** How far triggers lie from the price, as fractions of it. */
const NEAR = 0.000_2;
const FAR = 0.003;
/** The closest that a trailing stop may follow, in ten-thousandths. */
const CALLBACK_E4 = 100;

type Trader = {
  readonly user: number;
  readonly instrument: InstrumentFacts;
  readonly funds: number;
  readonly leverage: number;
  readonly isHedged: boolean;
  readonly isIsolated: boolean;
};

type Side = "buy" | "sell";
type Held = { readonly positionSide: "long" | "short"; readonly size: Lots };

const NO_EXITS = {
  profitTrigger: 0 as Ticks,
  profitBy: "last",
  profitPrice: 0 as Ticks,
  lossTrigger: 0 as Ticks,
  lossBy: "last",
  lossPrice: 0 as Ticks,
} as const;

const MARKET_ORDER = {
  orderType: "market",
  timeInForce: "gtc",
  reduceOnly: false,
  stpMode: "none",
  clientOrderId: "",
  source: "api",
  price: 0 as Ticks,
  quoteAmount: 0n as Atoms,
  exits: undefined,
  margin: undefined,
  opening: undefined,
} as const;

function openedBy(side: Side): "long" | "short" {
  return side === "buy" ? "long" : "short";
}

export class LeveragedCrowd {
  /** Commands by kind, and refusals by kind and reason. */
  readonly counts: Record<string, number> = {};
  readonly #exchange: VirtualExchange;
  readonly #random: Random;
  readonly #traders: Trader[] = [];

  constructor(
    exchange: VirtualExchange,
    instruments: readonly InstrumentFacts[],
    terms: { readonly seed: number; readonly users: number },
  ) {
    this.#exchange = exchange;
    this.#random = seededRandom(terms.seed, "leveraged-crowd");
    for (let place = 0; place < terms.users; place++) {
      const instrument = instruments[place % instruments.length];
      if (instrument !== undefined) this.#traders.push(this.#createTrader(place, instrument));
    }
  }

  /** Lets so many of the crowd, drawn by lot, do one thing each. */
  act(times: number): void {
    for (let each = 0; each < times; each++) {
      this.#actOne(this.#pick(this.#traders));
    }
    this.#exchange.flush();
  }

  /** Users who hold a position now. */
  get holders(): number {
    const { positions } = this.#exchange.state;
    return this.#traders.filter(({ user, instrument }) => {
      const row = positions.find(user, instrument.index);
      return row !== 0 && positions.isHeld(row);
    }).length;
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random.uniform() * list.length)] as T;
  }

  #createTrader(place: number, instrument: InstrumentFacts): Trader {
    const random = this.#random;
    const isUnified = place % 5 === 0;
    const funds = Math.floor(random.between(FUNDS_MIN, FUNDS_MAX));
    const user = this.#exchange.command({
      kind: "create_user",
      ...{ name: `leveraged-${place}`, accountKind: isUnified ? "unified" : "classic" },
      ...{ realm: "live", parent: 0, openOrdersMax: 0 },
    });
    this.#exchange.command({
      kind: "credit",
      ...{ user, wallet: isUnified ? "unified" : "usdt_futures", currency: instrument.settle },
      amount: (BigInt(funds) * 100_000_000n) as Atoms,
    });
    const trader: Trader = {
      ...{ user, instrument, funds, leverage: this.#pick(LEVERAGES) },
      isHedged: random.chance(0.3),
      isIsolated: !isUnified && random.chance(0.5),
    };
    this.#settle(trader);
    return trader;
  }

  /** The settings that a user makes once. */
  #settle({ user, instrument, leverage, isHedged, isIsolated }: Trader): void {
    const scope = { user, instrument: instrument.index };
    const { category } = instrument;
    this.#send({ kind: "set_position_mode", user, category, isHedge: isHedged });
    if (isIsolated) this.#send({ kind: "set_margin_mode", ...scope, marginMode: "isolated" });
    this.#send({ kind: "set_leverage", ...scope, positionSide: "net", leverage });
  }

  #send(command: CommandDraft): void {
    this.#count(command.kind);
    this.#exchange.submit(command, ({ rejection }) => {
      if (rejection !== undefined) this.#count(`${command.kind}: ${rejection}`);
    });
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  #actOne(trader: Trader): void {
    const price = this.#exchange.state.prices[trader.instrument.index]?.mark ?? 0;
    if (price === 0) return;
    const draw = this.#random.uniform();
    if (draw < 0.3) this.#enterWithStops(trader, price);
    else if (draw < 0.5) this.#waitForBreak(trader, price);
    else if (draw < 0.65) this.#setStops(trader, price);
    else if (draw < 0.75) this.#trail(trader, price);
    else if (draw < 0.85) this.#rest(trader);
    else if (draw < 0.92) this.#leave(trader);
    else if (draw < 0.96) this.#changeMargin(trader);
    else this.#cancelAll(trader);
  }

  #orderOf(trader: Trader, side: Side, price: number) {
    const { user, instrument, funds, leverage, isHedged } = trader;
    const value = funds * leverage * this.#random.between(0.05, BOLDNESS_MAX);
    const perLot = price / 10 ** instrument.priceDecimals / 10 ** instrument.sizeDecimals;
    return {
      ...MARKET_ORDER,
      user,
      instrument: instrument.index,
      side,
      positionSide: isHedged ? openedBy(side) : ("net" as const),
      size: Math.max(1, Math.floor(value / perLot)) as Lots,
    };
  }

  /** A price off by a draw between near and far, upwards or downwards. */
  #off(price: number, direction: number): Ticks {
    return Math.round(price * (1 + direction * this.#random.between(NEAR, FAR))) as Ticks;
  }

  #side(): Side {
    return this.#random.chance(0.5) ? "buy" : "sell";
  }

  /** Take-profit and stop-loss around a price, of a position that is long or short. */
  #exits(price: number, isLong: boolean) {
    const direction = isLong ? 1 : -1;
    return {
      ...NO_EXITS,
      profitTrigger: this.#off(price, direction),
      profitBy: "mark" as const,
      lossTrigger: this.#off(price, -direction),
      lossBy: this.#pick(["mark", "last"] as const),
    };
  }

  #enterWithStops(trader: Trader, price: number): void {
    const side = this.#side();
    const exits = this.#exits(price, side === "buy");
    const order = this.#orderOf(trader, side, price);
    this.#send({ kind: "place_order", ...order, exits });
  }

  /** A stop entry: buys a rise, sells a fall, and brings its own stops. */
  #waitForBreak(trader: Trader, price: number): void {
    const side = this.#side();
    const triggerPrice = this.#off(price, side === "buy" ? 1 : -1);
    this.#send({
      ...this.#orderOf(trader, side, price),
      exits: this.#exits(triggerPrice, side === "buy"),
      kind: "place_plan",
      planKind: "normal",
      triggerBy: this.#pick(["last", "mark"] as const),
      triggerPrice,
      callbackE4: 0,
    });
  }

  /** A position of the user; of two, one by lot. */
  #held({ user, instrument }: Trader): Held | undefined {
    const { positions } = this.#exchange.state;
    const row = positions.find(user, instrument.index);
    if (row === 0) return undefined;
    const held = LONG_AND_SHORT.map((side) => ({
      positionSide: positionSideOf(side),
      size: positions.size.get(positionAt(row, side)),
    })).filter(({ size }) => size > 0);
    return held.length === 0 ? undefined : this.#pick(held);
  }

  #setStops(trader: Trader, price: number): void {
    const held = this.#held(trader);
    if (held === undefined) return this.#enterWithStops(trader, price);
    const { positionSide } = held;
    this.#send({
      ...this.#exits(price, positionSide === "long"),
      kind: "place_exits",
      user: trader.user,
      instrument: trader.instrument.index,
      positionSide,
      stpMode: "none",
      source: "api",
      profitSize: 0 as Lots,
      profitClientOrderId: "",
      lossSize: 0 as Lots,
      lossClientOrderId: "",
      margin: undefined,
    });
  }

  #trail(trader: Trader, price: number): void {
    const held = this.#held(trader);
    if (held === undefined) return this.#waitForBreak(trader, price);
    const isLong = held.positionSide === "long";
    this.#send({
      ...this.#orderOf(trader, isLong ? "sell" : "buy", price),
      kind: "place_plan",
      planKind: "moving",
      triggerBy: "last",
      triggerPrice: this.#off(price, isLong ? 1 : -1),
      callbackE4: CALLBACK_E4,
      reduceOnly: !trader.isHedged,
      positionSide: trader.isHedged ? held.positionSide : "net",
      size: held.size,
    });
  }

  /** An order in the queue at the touch. */
  #rest(trader: Trader): void {
    const book = this.#exchange.book(trader.instrument.index);
    const side = this.#side();
    const price = side === "buy" ? book.bestBid() : book.bestAsk();
    if (price === 0) return;
    const order = this.#orderOf(trader, side, price);
    this.#send({ ...order, kind: "place_order", orderType: "limit", price: price as Ticks });
  }

  #leave({ user, instrument }: Trader): void {
    this.#send({
      kind: "close_positions",
      user,
      category: instrument.category,
      instrument: instrument.index + 1,
      positionSide: "net",
      source: "api",
    });
  }

  #changeMargin(trader: Trader): void {
    const held = this.#held(trader);
    if (held === undefined || !trader.isIsolated) return this.#cancelAll(trader);
    const share = this.#random.between(-0.1, 0.1);
    this.#send({
      kind: "adjust_margin",
      user: trader.user,
      instrument: trader.instrument.index,
      positionSide: held.positionSide,
      amount: BigInt(Math.round(trader.funds * share * 1e8)) as Atoms,
    });
  }

  #cancelAll({ user, instrument }: Trader): void {
    const scope = { user, category: instrument.category };
    const all = { ...scope, instrument: instrument.index + 1 };
    this.#send({ kind: "cancel_orders", ...all });
    this.#send({ kind: "cancel_plans", ...all, planKinds: [] });
  }
}
