import { CoinSignals } from "./coin-signals.ts";
import { lotValue } from "./order-size.ts";
import type { BeatBudget } from "./quoted-side.ts";
import { takeUpTo } from "./take.ts";
import {
  fairTicksOf,
  type RealmUsers,
  type TradedInstrument,
  type TradingContext,
} from "./traded-instrument.ts";

/** Interval in ms at which makers weigh their inventories, and arbitrageurs compare the books. */
const WEIGHING_MS = 1_000;
/** Inventory of both makers at which their quotes are shifted most, as a share of the turnover. */
const INVENTORY_SHARE = 0.004;
/** Largest shift of the quotes against the inventory, in tolerances. */
const SHIFT_TOLERANCES = 1.5;
/** Inventory of one maker beyond that of the other at which it hedges, as a share of turnover. */
const HEDGE_SHARE = 0.001;
/** Difference between two books that pays for two taker orders of a large trader. */
const ARBITRAGE_COST_BP = 6;

/**
 * All instruments of one coin that can be traded against each other: live, practice and demo ones
 * are separate.
 */
export class CoinTrading {
  readonly coin: string;
  readonly #context: TradingContext;
  readonly #users: RealmUsers;
  readonly #dailyTurnover: number;
  readonly #signals: CoinSignals;
  readonly #instruments: TradedInstrument[] = [];
  /** Inventory of the makers relative to its limit, from −1 to 1; positive when long. */
  #inventory = 0;
  #weighedAtMs = Number.NEGATIVE_INFINITY;
  #activity = 1;

  constructor(
    context: TradingContext,
    coin: { readonly code: string; readonly yearlyVolatility: number },
    users: RealmUsers,
    dailyTurnover: number,
  ) {
    this.#context = context;
    this.coin = coin.code;
    this.#users = users;
    this.#dailyTurnover = dailyTurnover;
    this.#signals = new CoinSignals(coin.yearlyVolatility);
  }

  add(traded: TradedInstrument): void {
    this.#instruments.push(traded);
  }

  /**
   * Acts on all instruments. `isMoved` says whether the outside price of the coin has moved since
   * the last beat.
   */
  beat(nowMs: number, isMoved: boolean, budget: BeatBudget): void {
    const { outside } = this.#context;
    const price = outside.price(this.coin);
    if (price === undefined) return;
    const volatility = outside.volatility(this.coin);
    if (isMoved) this.#signals.observe(price, volatility, nowMs);
    if (nowMs - this.#weighedAtMs >= WEIGHING_MS) {
      this.#weighedAtMs = nowMs;
      this.#activity = outside.activity(this.coin);
      this.#weigh();
      this.#hedge();
      this.#arbitrage();
    }
    for (const traded of this.#instruments) this.#trade(traded, volatility, nowMs, budget);
  }

  #trade(traded: TradedInstrument, volatility: number, nowMs: number, budget: BeatBudget): void {
    const { flow, maker, noise, profile } = traded;
    traded.fairTicks = fairTicksOf(this.#context, traded);
    const shiftBp = -this.#inventory * SHIFT_TOLERANCES * profile.toleranceBp;
    const fairTicks = traded.fairTicks * (1 + shiftBp / 10_000);
    noise?.endOrders(fairTicks, nowMs);
    maker.beat({ ticks: fairTicks, volatility }, nowMs, budget);
    const { direction, movement } = this.#signals;
    const activity = this.#activity;
    const makersInventory = this.#inventory;
    flow.beat({ fairTicks, activity, movement, direction, makersInventory }, nowMs);
    noise?.place(maker.quoted, nowMs);
  }

  /** Value of an inventory of the coin over all instruments, in dollars; negative if short. */
  #valueHeld(user: number): number {
    const { desk } = this.#context;
    let value = 0;
    for (const { facts, fairTicks } of this.#instruments) {
      const held = desk.inventory(user, facts.index);
      if (held !== 0) value += held * lotValue(facts, fairTicks);
    }
    return value;
  }

  #weigh(): void {
    const { maker, "second-maker": second } = this.#users;
    const value = this.#valueHeld(maker) + this.#valueHeld(second);
    const limit = INVENTORY_SHARE * this.#dailyTurnover;
    this.#inventory = Math.max(-1, Math.min(1, value / limit));
  }

  /**
   * A maker with much more inventory than the other hedges with a taker order in the product whose
   * best quotes are those of the other.
   */
  #hedge(): void {
    const { desk } = this.#context;
    const { maker, "second-maker": second } = this.#users;
    const least = HEDGE_SHARE * this.#dailyTurnover;
    const values = new Map([maker, second].map((user) => [user, this.#valueHeld(user)]));
    const difference = (values.get(maker) ?? 0) - (values.get(second) ?? 0);
    for (const [user, value] of values) {
      const excess = user === maker ? difference : -difference;
      if (Math.abs(value) < least || excess * Math.sign(value) < least) continue;
      const traded = this.#instruments.find(({ bestMaker }) => bestMaker !== user);
      if (traded === undefined) continue;
      const { book, facts: instrument, profile } = traded;
      const side = value > 0 ? "sell" : "buy";
      const limit = value > 0 ? book.bestBid() : book.bestAsk();
      const size = Math.min(Math.abs(excess) / 2, profile.bestQuoteValue);
      takeUpTo({ desk, instrument, user }, { side, value: size, limit });
    }
  }

  /**
   * Sells in the book that bids most, relative to its fair price, and buys in the one that asks
   * least, while the difference is more than the costs. The fair prices contain the basis.
   */
  #arbitrage(): void {
    const { desk } = this.#context;
    const user = this.#users.arbitrage;
    let highest: TradedInstrument | undefined;
    let lowest: TradedInstrument | undefined;
    let bidMax = 0;
    let askMin = Number.POSITIVE_INFINITY;
    for (const traded of this.#instruments) {
      const { book, fairTicks } = traded;
      const bid = book.bestBid();
      const ask = book.bestAsk();
      if (fairTicks <= 0 || bid <= 0 || ask <= 0) continue;
      if (bid / fairTicks > bidMax) {
        bidMax = bid / fairTicks;
        highest = traded;
      }
      if (ask / fairTicks < askMin) {
        askMin = ask / fairTicks;
        lowest = traded;
      }
    }
    if (highest === undefined || lowest === undefined || highest === lowest) return;
    if (bidMax - askMin <= ARBITRAGE_COST_BP / 10_000) return;
    const value = Math.min(highest.profile.bestQuoteValue, lowest.profile.bestQuoteValue);
    const [bid, ask] = [highest.book.bestBid(), lowest.book.bestAsk()];
    takeUpTo({ desk, instrument: highest.facts, user }, { side: "sell", value, limit: bid });
    takeUpTo({ desk, instrument: lowest.facts, user }, { side: "buy", value, limit: ask });
  }
}
