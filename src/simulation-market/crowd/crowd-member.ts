import type { CommandDraft, PlaceOrder } from "../../core/commands/commands.ts";
import { atoms } from "../../core/money/units.ts";
import { modelCoin } from "../../market-model/coins.ts";
import type { OutsideMarket } from "../../market-model/outside-market.ts";
import type { Random } from "../../market-model/random.ts";
import { walletOf } from "../agents/agent-users.ts";
import { lotValue } from "../agents/order-size.ts";
import {
  type InstrumentFacts,
  type MarketPort,
  PRICE_LIFE_MS,
  type SubmitOutcome,
} from "../market-port.ts";
import type { Arrivals } from "./arrivals.ts";
import type { CrowdAccounts, MemberPosition } from "./crowd-accounts.ts";
import type { CrowdPlan } from "./crowd-users.ts";
import { closingOrder, middleOf, type Opening, openingOrder } from "./member-orders.ts";
import { drawTraits, type MemberTraits } from "./member-traits.ts";
import { atomsOf } from "./member-wallet.ts";
import type { TrendWatch } from "./trend-watch.ts";

/** A member whose user has been created; `user` is the user index. */
export type CrowdAccount = CrowdPlan & { readonly user: number };

export type MemberContext = {
  readonly account: CrowdAccount;
  readonly decimals: number;
  /** Perpetuals that settle in the coin of the member. */
  readonly instruments: readonly InstrumentFacts[];
  readonly port: Pick<MarketPort, "book" | "nowMs">;
  readonly accounts: CrowdAccounts;
  readonly outside: OutsideMarket;
  readonly trends: TrendWatch;
  readonly arrivals: Arrivals;
  readonly random: Random;
  submit(command: CommandDraft, done: (outcome: SubmitOutcome) => void, withinMs?: number): void;
};

/** Largest order and position, as shares of the average turnover of a day of the coin. */
const ORDER_TURNOVER_SHARE = 0.000_2;
const POSITION_TURNOVER_SHARE = 0.002_5;
/** Favours busy coins less than in proportion to their turnover. */
const PICK_POWER = 0.6;
/** Looks follow each other faster while a position is built or left in several orders. */
const SLICE_MEAN_MS = 12_000;
const ACTIVITY_MIN = 0.3;
const ACTIVITY_MAX = 4;

/** Share of the funds that no order uses, and fees of opening and closing per notional. */
const USABLE_SHARE = 0.9;
const FEES = 0.002;
const TIER_MARGIN = 1.05;
const ENTRY_ODDS = 0.35;
const FURTHER_ENTRY_ODDS = 0.1;
const TREND_MIN = 0.2;
const TREND_TURNED = 0.25;
const LONG_BIAS = 0.04;
const TREND_TILT = 0.25;
const STUBBORN_ODDS = 0.9;
/** A loser is closed this many times more seldom than a winner. */
const LOSER_PATIENCE = 40;
const ADD_BELOW = -0.3;
const ADD_ODDS = 0.08;
const RESTING_MEAN_MS = 8 * 60_000;
const PAUSE_AFTER_LIQUIDATION_MEAN_MS = 6 * 60_000;
const PAUSE_AFTER_REJECTION_MS = 30_000;

/** A member gives up below either: dollars, and share of the wallet with which it arrived. */
const EMPTY_DOLLARS = 30;
const EMPTY_SHARE = 0.15;

type Resting = { readonly orderId: number; readonly untilMs: number };

function turnoverOf({ baseCode }: InstrumentFacts): number {
  return modelCoin(baseCode)?.dailyTurnover ?? 0;
}

/**
 * One leveraged account of the crowd: looks at the market at random times, opens, adds, closes or
 * waits. It has at most one order in the book and one command without an answer.
 */
export class CrowdMember {
  readonly #context: MemberContext;
  #traits: MemberTraits;
  #dueAtMs: number;
  #returnsAtMs = 0;
  #isPending = false;
  #resting: Resting | undefined;
  #closedOrderId = 0;
  /** What is still to be opened, in several orders. */
  #opening: Opening | undefined;
  /** Instrument whose position is being closed. */
  #leaving = -1;
  #arrivedDollars = 0;
  readonly #leverages = new Map<number, number>();

  constructor(context: MemberContext, traits: MemberTraits) {
    this.#context = context;
    this.#traits = traits;
    const { random, port } = context;
    this.#dueAtMs = port.nowMs() + random.between(0, traits.lookMeanMs);
  }

  get dueAtMs(): number {
    return this.#dueAtMs;
  }

  /** Acts once, with at most two commands, and sets the time of the next look. */
  look(nowMs: number): void {
    this.#dueAtMs = nowMs + this.#delayMs();
    if (this.#isPending) return;
    if (this.#returnsAtMs > 0) {
      this.#dueAtMs = this.#returnsAtMs;
      if (nowMs >= this.#returnsAtMs) this.#arrive(nowMs);
      return;
    }
    if (this.#resting !== undefined) {
      this.#cancelLate(this.#resting, nowMs);
      return;
    }
    const { accounts, account } = this.#context;
    const positions = accounts.positionsOf(account.user, account.category);
    const leaving = positions.find(({ instrument }) => instrument === this.#leaving);
    if (leaving !== undefined) this.#close(leaving);
    else if (this.#opening !== undefined) this.#openPart(this.#opening);
    else if (positions.length === 0 && this.#isEmpty()) this.#leave(nowMs);
    else this.#decide(positions);
  }

  /** Records that an order has left the book. */
  orderClosed(orderId: number): void {
    this.#closedOrderId = orderId;
    if (this.#resting?.orderId === orderId) this.#resting = undefined;
  }

  /** Records that a position or the account is being liquidated: the member takes a pause. */
  liquidated(nowMs: number): void {
    this.#opening = undefined;
    this.#leaving = -1;
    const pauseMs = this.#context.random.exponential(PAUSE_AFTER_LIQUIDATION_MEAN_MS);
    this.#dueAtMs = Math.max(this.#dueAtMs, nowMs + pauseMs);
  }

  #delayMs(): number {
    const { random, outside, instruments } = this.#context;
    if (this.#opening !== undefined || this.#leaving >= 0) return random.exponential(SLICE_MEAN_MS);
    const activity = outside.activity(instruments[0]?.baseCode ?? "");
    const pace = Math.min(ACTIVITY_MAX, Math.max(ACTIVITY_MIN, activity));
    return random.exponential(this.#traits.lookMeanMs / pace);
  }

  #decide(positions: readonly MemberPosition[]): void {
    const { random } = this.#context;
    const odds = positions.length === 0 ? ENTRY_ODDS : FURTHER_ENTRY_ODDS;
    if (positions.length < this.#traits.positionsMax && random.chance(odds)) {
      this.#enter(positions);
      return;
    }
    const position = positions[Math.floor(random.uniform() * positions.length)];
    if (position === undefined) return;
    if (this.#wantsOut(position)) this.#close(position);
    else if (this.#wantsMore(position)) this.#add(position);
  }

  #wantsOut({ instrument, isLong, gainShare, leverage }: MemberPosition): boolean {
    const { random, trends } = this.#context;
    const { holdMeanMs, isTrendFollower, lookMeanMs, profitTarget, stopShare } = this.#traits;
    const gain = gainShare * leverage;
    if (gain >= profitTarget) return true;
    const trend = trends.trend(this.#factsOf(instrument)?.baseCode ?? "") * (isLong ? 1 : -1);
    if (isTrendFollower && trend < -TREND_TURNED) {
      return gain > 0 || stopShare > 0 || !random.chance(STUBBORN_ODDS);
    }
    const patience = gain > 0 ? 1 : LOSER_PATIENCE;
    return random.chance(Math.min(1, lookMeanMs / (holdMeanMs * patience)));
  }

  #wantsMore({ gainShare, leverage }: MemberPosition): boolean {
    const isLosing = gainShare * leverage < ADD_BELOW;
    return this.#traits.addsToLosers && isLosing && this.#context.random.chance(ADD_ODDS);
  }

  /** Picks an instrument without a position, and a direction. */
  #enter(positions: readonly MemberPosition[]): void {
    const { instruments, accounts, random } = this.#context;
    const candidates = instruments.filter(
      ({ index }) => !positions.some(({ instrument }) => instrument === index),
    );
    const instrument = this.#pick(candidates);
    if (instrument === undefined) return;
    const isLong = this.#direction(instrument.baseCode);
    if (isLong === undefined) return;
    const { boldness } = this.#traits;
    const funds = this.#availableDollars(instrument) * boldness * USABLE_SHARE;
    const most = turnoverOf(instrument) * POSITION_TURNOVER_SHARE;
    const dollarsAt = (leverage: number): number => Math.min(most, funds / (1 / leverage + FEES));
    const preferred = dollarsAt(this.#traits.leverage);
    const allowed = accounts.leverageMax(instrument.index, preferred * TIER_MARGIN);
    const leverage = Math.min(this.#traits.leverage, allowed);
    if (leverage < 1) return;
    const dollars = dollarsAt(leverage) * random.between(0.5, 1);
    this.#openPart({ instrument, isLong, leverage, dollars });
  }

  #pick(candidates: readonly InstrumentFacts[]): InstrumentFacts | undefined {
    const weights = candidates.map((instrument) => turnoverOf(instrument) ** PICK_POWER);
    let drawn = this.#context.random.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
    return candidates.find((_, index) => {
      drawn -= weights[index] ?? 0;
      return drawn < 0;
    });
  }

  /** Returns whether to go long; `undefined` without a trend to follow. */
  #direction(code: string): boolean | undefined {
    const { random, trends } = this.#context;
    const trend = trends.trend(code);
    if (this.#traits.isTrendFollower) return Math.abs(trend) < TREND_MIN ? undefined : trend > 0;
    return random.chance(0.5 + LONG_BIAS + TREND_TILT * Math.tanh(trend));
  }

  #add({ instrument: index, isLong, leverage, size }: MemberPosition): void {
    const { accounts, port } = this.#context;
    const instrument = this.#factsOf(index);
    if (instrument === undefined) return;
    const held = size * lotValue(instrument, middleOf(port.book(index)));
    const most = turnoverOf(instrument) * POSITION_TURNOVER_SHARE - held;
    const funds = this.#availableDollars(instrument) * this.#traits.boldness * USABLE_SHARE;
    const dollars = Math.min(most, funds / (1 / leverage + FEES));
    if (accounts.leverageMax(index, (held + dollars) * TIER_MARGIN) < leverage) return;
    this.#leverages.set(index, leverage);
    this.#openPart({ instrument, isLong, leverage, dollars });
  }

  /** Sends one order for a part of an opening; the rest follows with the next looks. */
  #openPart(opening: Opening): void {
    this.#opening = undefined;
    const { account, port, random } = this.#context;
    const { instrument, leverage } = opening;
    const book = port.book(instrument.index);
    const middle = middleOf(book);
    const funds = this.#availableDollars(instrument) * USABLE_SHARE;
    const most = Math.min(
      funds / (1 / leverage + FEES),
      turnoverOf(instrument) * ORDER_TURNOVER_SHARE,
    );
    const dollars = Math.min(opening.dollars, most);
    if (middle === 0 || dollars <= 0) return;
    const context = { traits: this.#traits, book, random };
    const { order, isResting } = openingOrder(account.user, { ...opening, dollars }, context);
    // The smallest size of the instrument can be more than the member can pay.
    if (order.size * lotValue(instrument, middle) > funds / (1 / leverage + FEES)) return;
    const rest = opening.dollars - dollars;
    if (rest > dollars / 2) this.#opening = { ...opening, dollars: rest };
    this.#setLeverage(instrument.index, leverage);
    this.#place(order, isResting);
  }

  #setLeverage(instrument: number, leverage: number): void {
    if (this.#leverages.get(instrument) === leverage) return;
    this.#leverages.set(instrument, leverage);
    const { user } = this.#context.account;
    const draft = { user, instrument, positionSide: "net", leverage } as const;
    this.#context.submit({ kind: "set_leverage", ...draft }, ({ rejection }) => {
      if (rejection !== undefined) this.#leverages.delete(instrument);
    });
  }

  #close(position: MemberPosition): void {
    const { account, port } = this.#context;
    const instrument = this.#factsOf(position.instrument);
    if (instrument === undefined) return;
    const book = port.book(position.instrument);
    if (middleOf(book) === 0) return;
    const dollarsMax = turnoverOf(instrument) * ORDER_TURNOVER_SHARE;
    const order = closingOrder(account.user, position, { instrument, book, dollarsMax });
    this.#leaving = order.size < position.size ? position.instrument : -1;
    this.#place(order, false);
  }

  #place(order: PlaceOrder, isResting: boolean): void {
    const { random, port, submit } = this.#context;
    this.#isPending = true;
    const untilMs = port.nowMs() + random.exponential(RESTING_MEAN_MS);
    submit(
      order,
      ({ rejection, orderId }) => {
        this.#isPending = false;
        if (rejection !== undefined) {
          this.#opening = undefined;
          this.#leaving = -1;
          this.#dueAtMs = Math.max(this.#dueAtMs, port.nowMs() + PAUSE_AFTER_REJECTION_MS);
        } else if (isResting && orderId !== this.#closedOrderId) {
          this.#resting = { orderId, untilMs };
        }
      },
      PRICE_LIFE_MS,
    );
  }

  #cancelLate({ orderId, untilMs }: Resting, nowMs: number): void {
    if (nowMs < untilMs) return;
    const { account, submit } = this.#context;
    this.#isPending = true;
    submit({ kind: "cancel_order", user: account.user, orderId, clientOrderId: "" }, () => {
      this.#isPending = false;
      this.#resting = undefined;
      this.#opening = undefined;
    });
  }

  #isEmpty(): boolean {
    const [first] = this.#context.instruments;
    if (first === undefined) return false;
    const dollars = this.#availableDollars(first);
    if (this.#arrivedDollars === 0) this.#arrivedDollars = dollars;
    return dollars < Math.max(EMPTY_DOLLARS, EMPTY_SHARE * this.#arrivedDollars);
  }

  /** Leaves the market; the account waits for its next owner. */
  #leave(nowMs: number): void {
    const { arrivals, random } = this.#context;
    this.#returnsAtMs = nowMs + arrivals.waitMs(random);
    this.#dueAtMs = this.#returnsAtMs;
  }

  /** A new owner takes over the empty account with a credit from the outside world. */
  #arrive(nowMs: number): void {
    const { account, arrivals, decimals, instruments, random, submit } = this.#context;
    const price = this.#settlePrice();
    const [first] = instruments;
    if (first === undefined || price === 0) return;
    const remaining = this.#availableDollars(first);
    const dollars = arrivals.admit(random, nowMs, remaining);
    if (dollars === undefined) {
      this.#leave(nowMs);
      return;
    }
    this.#traits = drawTraits(random);
    this.#arrivedDollars = remaining + dollars;
    this.#returnsAtMs = 0;
    this.#dueAtMs = nowMs + this.#delayMs();
    if (dollars === 0) return;
    this.#isPending = true;
    const { user, category, settle: currency } = account;
    const amount = atoms(atomsOf(dollars / price, decimals));
    submit({ kind: "credit", user, wallet: walletOf(category), currency, amount }, () => {
      this.#isPending = false;
    });
  }

  #factsOf(index: number): InstrumentFacts | undefined {
    return this.#context.instruments.find((instrument) => instrument.index === index);
  }

  /** Dollar price of the settle coin; 0 while unknown. */
  #settlePrice(): number {
    const [first] = this.#context.instruments;
    if (first === undefined) return 0;
    return this.#context.outside.price(first.isInverse ? first.baseCode : first.quoteCode) ?? 0;
  }

  #availableDollars({ index }: InstrumentFacts): number {
    const { account, accounts } = this.#context;
    return Math.max(0, accounts.available(account.user, index)) * this.#settlePrice();
  }
}
