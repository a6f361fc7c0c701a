/** What every honest person has: a user, a group, draws, and the usual requests. */

import { LONG_AND_SHORT, positionAt } from "../../../src/core/base/position-handle.ts";
import type {
  AccountKind,
  MarginMode,
  OrderBacking,
  PositionSide,
  TimeInForce,
  TriggerSource,
  Wallet,
} from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import { WALLET_INDEX } from "../../../src/core/ledger/ledger.ts";
import { spendable } from "../../../src/core/margin/coverage.ts";
import { atoms, lots, ticks } from "../../../src/core/money/units.ts";
import { readMargin } from "../../../src/core/reads/account-reads.ts";
import type { Random } from "../../../src/market-model/random.ts";
import { seededRandom } from "../../../src/market-model/seeded-random.ts";
import { walletOf } from "../../../src/simulation-market/agents/agent-users.ts";
import { placeOrderOf } from "../../../src/simulation-market/market-port.ts";
import { type Credits, coinAtoms, type HonestMarket } from "./honest-market.ts";
import type { Group } from "./tally.ts";

const ATOMS_PER_COIN = 1e8;
export const NO_EXITS = {
  profitTrigger: ticks(0),
  profitBy: "mark",
  profitPrice: ticks(0),
  lossTrigger: ticks(0),
  lossBy: "mark",
  lossPrice: ticks(0),
} as const;

/** An order in the words of a person: dollars and ticks; price 0 is a market order. */
export type Draft = {
  readonly instrument: Instrument;
  readonly isBuy: boolean;
  readonly price: number;
  readonly size: number;
  readonly timeInForce?: TimeInForce;
  readonly reduceOnly?: boolean;
  readonly positionSide?: PositionSide;
  readonly backing?: OrderBacking;
};

export type Exits = { readonly profitTrigger: number; readonly lossTrigger: number };

/** A position that is held: the side of the trade that opened it, and its size in lots. */
export type Held = { readonly isLong: boolean; readonly size: number };

type Terms = {
  readonly group: Group;
  readonly accountKind: AccountKind;
  readonly credits: Credits;
  readonly name: string;
};

export class Person {
  readonly market: HonestMarket;
  readonly group: Group;
  readonly user: number;
  readonly accountKind: AccountKind;
  readonly random: Random;
  isHedged = false;

  constructor(market: HonestMarket, { accountKind, credits, group, name }: Terms) {
    this.market = market;
    this.group = group;
    this.accountKind = accountKind;
    this.user = market.user(group, accountKind, credits);
    this.random = seededRandom(market.seed, `${group} ${name} ${this.user}`);
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random.uniform() * list.length)] as T;
  }

  index({ index }: Instrument): number {
    return this.market.state.prices[index]?.index ?? 0;
  }

  /** Best price of a side in ticks; the index where it is empty. */
  best(instrument: Instrument, isBid: boolean): number {
    const price = this.market.state.books[instrument.index]?.bestPrice(isBid) ?? 0;
    return price > 0 ? price : this.index(instrument);
  }

  /** Lots worth so many dollars at the index. */
  lotsOf(instrument: Instrument, dollars: number): number {
    const { isInverse, lotStep, priceDecimals, sizeDecimals, tickStep } = instrument;
    const price = (this.index(instrument) * tickStep) / 10 ** priceDecimals;
    const units = isInverse ? dollars : dollars / Math.max(price, 1e-9);
    return Math.floor((units * 10 ** sizeDecimals) / lotStep);
  }

  /** Dollars of so many lots at the index. */
  dollarsOf(instrument: Instrument, size: number): number {
    const one = this.lotsOf(instrument, 1_000_000);
    return one === 0 ? 0 : (size * 1_000_000) / one;
  }

  /** Dollars of a coin. */
  dollarsOfCoin(code: "USDT" | "USDC" | "BTC" | "ETH", coins: number): number {
    if (code !== "BTC" && code !== "ETH") return coins;
    const pair = this.market.instrument("spot", `${code}USDT`);
    return (coins * this.index(pair)) / 10 ** pair.priceDecimals;
  }

  /** Whole coins that may be spent of a wallet; `place` is an isolated instrument + 1. */
  coins(wallet: Wallet, code: string, place = 0): number {
    const { state } = this.market;
    const user = state.users[this.user];
    if (user === undefined) return 0;
    return Number(spendable(state, user, this.#account(wallet, code, place))) / ATOMS_PER_COIN;
  }

  /** The same with what orders hold. */
  owned(wallet: Wallet, code: string): number {
    const { ledger } = this.market.state;
    return Number(ledger.balance(this.#account(wallet, code, 0))) / ATOMS_PER_COIN;
  }

  /** Dollars of free margin behind a futures instrument, as a client reads them. */
  freeDollars(instrument: Instrument): number {
    const { state } = this.market;
    const currency = state.currencies[instrument.settle];
    if (currency === undefined) return 0;
    const wallet = this.accountKind === "unified" ? "unified" : walletOf(instrument.category);
    const { free } = readMargin(state, this.user, wallet, currency);
    const coins = Math.max(0, Number(free)) / ATOMS_PER_COIN;
    return this.dollarsOfCoin(currency.code as "USDT", coins);
  }

  /** The position in an instrument; of two, the long one. */
  held(instrument: Instrument): Held | undefined {
    const { positions } = this.market.state;
    const row = positions.find(this.user, instrument.index);
    if (row === 0) return undefined;
    for (const side of LONG_AND_SHORT) {
      const size = positions.size.get(positionAt(row, side));
      if (size > 0) return { isLong: side === 0, size };
    }
    return undefined;
  }

  openOrders(instrument: Instrument): number {
    const user = this.market.state.users[this.user];
    return (instrument.isFutures ? user?.openFuturesOrders : user?.openSpotOrders) ?? 0;
  }

  /** Plans that wait. */
  get plans(): number {
    return this.market.state.plans.ofUser(this.user).size;
  }

  /** Settings that a person makes once. */
  settle(
    instrument: Instrument,
    { leverage, marginMode }: { readonly leverage: number; readonly marginMode: MarginMode },
  ): void {
    const { exchange } = this.market;
    const scope = { user: this.user, instrument: instrument.index };
    if (this.isHedged) {
      const { category } = instrument;
      const mode = { user: this.user, category, isHedge: true };
      exchange.command({ kind: "set_position_mode", ...mode });
    }
    if (marginMode === "isolated" && this.accountKind === "classic") {
      exchange.command({ kind: "set_margin_mode", ...scope, marginMode });
    }
    const most = Math.min(leverage, instrument.leverageMax);
    exchange.command({ kind: "set_leverage", ...scope, positionSide: "net", leverage: most });
  }

  /** Sends an order, with a take-profit and stop-loss where triggers are given. */
  order(draft: Draft, exits?: Exits): number {
    const { backing = "default", instrument, isBuy, price, reduceOnly = false } = draft;
    if (draft.size <= 0) return 0;
    const isQuoted = price === 0 && isBuy && !instrument.isFutures;
    const quote = this.dollarsOf(instrument, draft.size);
    const common = {
      ...placeOrderOf({
        user: this.user,
        instrument: instrument.index,
        side: isBuy ? "buy" : "sell",
      }),
      orderType: price === 0 ? ("market" as const) : ("limit" as const),
      timeInForce: draft.timeInForce ?? "gtc",
      price: ticks(price),
      size: lots(isQuoted ? 0 : draft.size),
      quoteAmount: atoms(isQuoted ? coinAtoms(quote) : 0n),
    };
    const positionSide = draft.positionSide ?? "net";
    const refused = { user: this.user, ...this.#refusedOf(draft), backing };
    const asked = { group: this.group, isOrder: true, refused };
    if (backing !== "default") {
      const loanType =
        backing === "unified_margin" ? "normal" : isBuy ? "auto_borrow" : "auto_repay";
      return this.market.send({ ...common, margin: { backing, loanType } }, asked);
    }
    const order = { ...common, positionSide, reduceOnly };
    if (exits === undefined) return this.market.send(order, asked);
    const { lossTrigger, profitTrigger } = exits;
    const triggers = { profitTrigger: ticks(profitTrigger), lossTrigger: ticks(lossTrigger) };
    return this.market.send({ ...order, exits: { ...NO_EXITS, ...triggers } }, asked);
  }

  /** A plan that sends the order when the trigger price is reached. */
  plan(draft: Draft, trigger: number, triggerBy: TriggerSource): void {
    const { instrument, isBuy, price, size } = draft;
    if (size <= 0 || trigger <= 0) return;
    const isQuoted = price === 0 && isBuy && !instrument.isFutures;
    this.ask({
      ...placeOrderOf({
        user: this.user,
        instrument: instrument.index,
        side: isBuy ? "buy" : "sell",
      }),
      kind: "place_plan",
      planKind: "normal",
      triggerBy,
      triggerPrice: ticks(trigger),
      callbackE4: 0,
      orderType: price === 0 ? "market" : "limit",
      positionSide: draft.positionSide ?? "net",
      reduceOnly: draft.reduceOnly ?? false,
      price: ticks(price),
      size: lots(isQuoted ? 0 : size),
      quoteAmount: atoms(isQuoted ? coinAtoms(this.dollarsOf(instrument, size)) : 0n),
    });
  }

  /** Take-profit and stop-loss of the position that is held. */
  exits(instrument: Instrument, isLong: boolean, { lossTrigger, profitTrigger }: Exits): void {
    this.ask({
      ...NO_EXITS,
      kind: "place_exits",
      user: this.user,
      instrument: instrument.index,
      positionSide: isLong ? "long" : "short",
      stpMode: "none",
      source: "api",
      profitTrigger: ticks(profitTrigger),
      lossTrigger: ticks(lossTrigger),
      profitSize: lots(0),
      profitClientOrderId: "",
      lossSize: lots(0),
      lossClientOrderId: "",
      margin: undefined,
    });
  }

  /** Changes price and size of a resting order. */
  amend(orderId: number, draft: Draft): void {
    const { price, size } = draft;
    const terms = { orderId, clientOrderId: "", price: ticks(price), size: lots(size) };
    const command = { user: this.user, ...terms, autoCancel: true, exits: undefined } as const;
    const order = { ...this.#refusedOf(draft), isResting: true };
    const refused = { user: this.user, ...order, backing: "default" } as const;
    const asked = { group: this.group, isOrder: true, refused };
    this.market.send({ kind: "amend_order", ...command }, asked);
  }

  /** Ends all orders and plans in an instrument; cancels are no orders and are not counted. */
  cancelAll({ category, index }: Instrument): void {
    const { exchange } = this.market;
    const scope = { user: this.user, category, instrument: index + 1 };
    exchange.submit({ kind: "cancel_orders", ...scope }, () => undefined);
    exchange.submit({ kind: "cancel_plans", ...scope, planKinds: [] }, () => undefined);
    exchange.flush();
  }

  cancel(orderId: number): void {
    const { exchange } = this.market;
    const order = { user: this.user, orderId, clientOrderId: "" };
    exchange.submit({ kind: "cancel_order", ...order }, () => undefined);
    exchange.flush();
  }

  /** An order without money of its own to look at. */
  ask(command: CommandDraft): void {
    this.market.send(command, { group: this.group, isOrder: true });
  }

  /** A loan, a repayment or a transfer. */
  request(command: CommandDraft): void {
    this.market.send(command, { group: this.group, isOrder: false });
  }

  #account(wallet: Wallet, code: string, place: number): number {
    const { ledger } = this.market.state;
    return ledger.find(this.user, WALLET_INDEX[wallet], this.market.currency(code), place);
  }

  #refusedOf({ instrument, isBuy, price, size }: Draft) {
    return { instrument: instrument.index, isBuy, price, size, isResting: false };
  }
}
