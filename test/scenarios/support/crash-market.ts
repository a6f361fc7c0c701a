/**
 * A market that can be crashed: makers who quote around the index and step back when it falls,
 * thousands of seeded users with leverage, and the clock that ticks while anything is due.
 */
import { LONG_AND_SHORT, positionAt } from "../../../src/core/base/position-handle.ts";
import { isWorkDue } from "../../../src/core/clock/tick.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { accountRisk, isLiquidatable, isolatedRisk } from "../../../src/core/margin/maintenance.ts";
import { unifiedRiskOf } from "../../../src/core/margin/unified-risk.ts";
import type { Atoms, Lots, Ticks } from "../../../src/core/money/units.ts";
import { backingAccount } from "../../../src/core/positions/backing.ts";
import type { Random } from "../../../src/market-model/random.ts";
import { seededRandom } from "../../../src/market-model/seeded-random.ts";
import { type InstrumentFacts, placeOrderOf } from "../../../src/simulation-market/market-port.ts";
import { LISTINGS, VirtualExchange } from "../../support/virtual-exchange.ts";

const SECOND_MS = 1_000;
const COIN = 100_000_000n;
const PERPETUAL = LISTINGS.find(({ category }) => category === "usdt_futures");
const LEVERAGES = [3, 5, 10, 20, 50, 100] as const;

/** How makers quote: so many levels a side, so far apart and from the index, so much on each. */
export type Quotes = {
  readonly levels: number;
  readonly spread: number;
  readonly step: number;
  readonly lots: number;
};

type Holder = { readonly user: number; readonly funds: number; readonly leverage: number };

export class CrashMarket {
  readonly exchange: VirtualExchange;
  readonly instrument: InstrumentFacts;
  readonly holders: Holder[] = [];
  readonly #random: Random;
  readonly #makers: readonly number[];
  readonly #bystander: number;
  #index = 0;

  constructor(startMs: number, terms: { readonly seed: number; readonly makers: number }) {
    this.exchange = new VirtualExchange(startMs);
    if (PERPETUAL === undefined) throw new Error("a perpetual is listed");
    this.instrument = this.exchange.list(PERPETUAL);
    this.#random = seededRandom(terms.seed, "crash");
    this.#makers = Array.from({ length: terms.makers }, (_none, place) =>
      this.#user(`maker-${place}`, "classic", 20_000),
    );
    for (const maker of this.#makers) this.fund(maker, "usdt_futures", 50_000_000);
    this.#bystander = this.#user("bystander", "classic", 0);
    this.fund(this.#bystander, "usdt_futures", 100_000);
  }

  get index(): number {
    return this.#index;
  }

  fund(user: number, wallet: CommandOf<"credit">["wallet"], dollars: number): void {
    const amount = (BigInt(dollars) * COIN) as Atoms;
    const { settle: currency } = this.instrument;
    this.exchange.command({ kind: "credit", user, wallet, currency, amount });
  }

  endowFund(dollars: number): void {
    const amount = (BigInt(dollars) * COIN) as Atoms;
    const { settle: currency, realm } = this.instrument;
    const wallet = "insurance_fund";
    this.exchange.command({ kind: "endow", realm, wallet, currency, amount });
  }

  /** A second goes by at a new index, in ticks: makers quote, and the clock does its work. */
  second(index: number, quotes: Quotes): void {
    const { exchange, instrument } = this;
    this.#index = Math.round(index);
    exchange.run(exchange.nowMs() + SECOND_MS);
    exchange.setIndex([[instrument.index, this.#index]]);
    this.#quote(quotes);
    this.#probe();
    this.work();
  }

  /** Ticks until nothing is due at this instant. */
  work(): void {
    do this.exchange.command({ kind: "tick" });
    while (isWorkDue(this.exchange.state));
  }

  /** Creates a user with leverage, who opens a position at market. */
  enter(place: number): void {
    const random = this.#random;
    const isUnified = place % 10 === 0;
    const holder: Holder = {
      user: this.#user(`holder-${place}`, isUnified ? "unified" : "classic", 0),
      funds: Math.floor(random.pareto(1.2, 100, 20_000)),
      leverage: LEVERAGES[Math.floor(random.uniform() * LEVERAGES.length)] as number,
    };
    this.fund(holder.user, isUnified ? "unified" : "usdt_futures", holder.funds);
    this.holders.push(holder);
    this.#settle(holder.user, holder.leverage, !isUnified && random.chance(0.4));
    this.#open(holder, random.chance(0.7));
  }

  /** How often a bystander found no depth for a small order that all makers' quotes would fill. */
  unusable = 0;

  /** A bystander buys and sells a little at market, as one can in a book that works. */
  #probe(): void {
    const { exchange, instrument } = this;
    const book = exchange.book(instrument.index);
    if (book.bestBid() === 0 || book.bestAsk() <= book.bestBid()) this.unusable += 1;
    for (const side of ["buy", "sell"] as const) {
      const terms = { user: this.#bystander, instrument: instrument.index, side } as const;
      const order = placeOrderOf({ ...terms, orderType: "market", size: 100 as Lots });
      exchange.submit(order, ({ rejection }) => {
        if (rejection !== undefined) this.unusable += 1;
      });
      exchange.flush();
    }
    const { positions } = exchange.state;
    const row = positions.find(this.#bystander, instrument.index);
    if (positions.isHeld(row)) this.unusable += 1;
  }

  /** Users whose position or account is below its maintenance margin now. */
  get endangered(): number {
    return this.holders.filter(({ user }) => this.#isEndangered(user)).length;
  }

  get open(): number {
    const { positions } = this.exchange.state;
    return this.holders.filter(({ user }) => {
      const row = positions.find(user, this.instrument.index);
      return row !== 0 && positions.isHeld(row);
    }).length;
  }

  #user(name: string, accountKind: "classic" | "unified", openOrdersMax: number): number {
    const terms = { name, accountKind, realm: "live", parent: 0, openOrdersMax } as const;
    return this.exchange.command({ kind: "create_user", ...terms });
  }

  #settle(user: number, leverage: number, isIsolated: boolean): void {
    const scope = { user, instrument: this.instrument.index };
    if (isIsolated) {
      this.exchange.command({ kind: "set_margin_mode", ...scope, marginMode: "isolated" });
    }
    const kind = "set_leverage";
    this.exchange.command({ kind, ...scope, positionSide: "net", leverage });
  }

  #open({ user, funds, leverage }: Holder, isLong: boolean): void {
    const { instrument, exchange } = this;
    const perLot = this.#index / 10 ** (instrument.priceDecimals + instrument.sizeDecimals);
    const value = funds * leverage * this.#random.between(0.3, 0.9);
    const order = placeOrderOf({
      ...{ user, instrument: instrument.index },
      side: isLong ? "buy" : "sell",
      orderType: "market",
      size: Math.max(1, Math.floor(value / perLot)) as Lots,
    });
    exchange.submit(order, () => undefined);
    exchange.flush();
  }

  /** All makers cancel and quote again; each has its share of every level. */
  #quote({ levels, spread, step, lots }: Quotes): void {
    const { exchange, instrument } = this;
    const scope = { category: instrument.category, instrument: instrument.index + 1 };
    for (const user of this.#makers) {
      exchange.submit({ kind: "cancel_orders", user, ...scope }, () => undefined);
    }
    for (let level = 0; level < levels; level++) {
      const user = this.#makers[level % this.#makers.length] as number;
      const away = spread / 2 + step * level;
      for (const side of ["buy", "sell"] as const) {
        const price = this.#index * (side === "buy" ? 1 - away : 1 + away);
        const terms = { user, instrument: instrument.index, side, size: lots as Lots };
        const order = placeOrderOf({ ...terms, price: Math.round(price) as Ticks });
        exchange.submit(order, () => undefined);
      }
    }
    exchange.flush();
  }

  #isEndangered(user: number): boolean {
    const { state } = this.exchange;
    const { positions } = state;
    const row = positions.find(user, this.instrument.index);
    if (row === 0) return false;
    const owner = state.users[user];
    if (owner === undefined) return false;
    for (const side of LONG_AND_SHORT) {
      if (positions.size.get(positionAt(row, side)) === 0) continue;
      if (owner.accountKind === "unified") {
        const { equity, maintenance } = unifiedRiskOf(state, owner);
        return equity < maintenance;
      }
      const risk = positions.isIsolated(row)
        ? isolatedRisk(state, row, side)
        : accountRisk(state, owner, backingAccount(state, row, side));
      if (isLiquidatable(risk)) return true;
    }
    return false;
  }
}
