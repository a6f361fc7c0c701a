/**
 * Leveraged traders: those who open and close with market and limit orders, and those who hold
 * positions behind stops that a fast move fires.
 */

import type { AccountKind, PositionSide } from "../../../src/core/base/vocabulary.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import { walletOf } from "../../../src/simulation-market/agents/agent-users.ts";
import type { HonestMarket } from "./honest-market.ts";
import { type Exits, type Held, Person } from "./person.ts";
import type { Group } from "./tally.ts";

const FUNDS_MIN = 500;
const FUNDS_MAX = 50_000;
/** Small accounts are many: the tail of the distribution of funds. */
const FUNDS_ALPHA = 1.1;
const LEVERAGES = [3, 5, 10, 10, 20, 20, 50, 75, 100, 125] as const;
const STOP_LEVERAGES = [2, 3, 5, 5, 10, 10, 20] as const;
const TAKER_MEAN_MS = 8_000;
const STOP_MEAN_MS = 12_000;
/** Part of the free margin that an order takes: the venue asks for fees and slippage beside it. */
const PART_MIN = 0.05;
const PART_MAX = 0.95;
/** Fee of a taker and the buffers beside it, as a share of the value. */
const FEE = 0.001_5;
/** Largest value of one order in dollars. */
const VALUE_MAX = 400_000;
/** Orders in wait after which a trader takes all of them back. */
const ORDERS_MAX = 4;

type Terms = {
  readonly group: Group;
  readonly instrument: Instrument;
  readonly accountKind: AccountKind;
  readonly leverages: readonly number[];
};

/** A trader in one contract. */
export class Trader {
  readonly person: Person;
  readonly instrument: Instrument;
  readonly leverage: number;

  constructor(market: HonestMarket, terms: Terms, name: string) {
    const { accountKind, group, instrument, leverages } = terms;
    const code = market.state.currencies[instrument.settle]?.code ?? "";
    const draws = new Person(market, { group, accountKind, name, credits: [] });
    const dollars = draws.random.pareto(FUNDS_ALPHA, FUNDS_MIN, FUNDS_MAX);
    const wallet = accountKind === "unified" ? "unified" : walletOf(instrument.category);
    const coins = code === "BTC" ? dollars / 60_000 : dollars;
    market.credit(draws.user, [[wallet, code, coins]]);
    this.person = draws;
    this.instrument = instrument;
    this.leverage = Math.min(draws.pick(leverages), instrument.leverageMax);
    draws.isHedged = draws.random.chance(0.3);
    const marginMode = draws.random.chance(0.5) ? "isolated" : "crossed";
    draws.settle(instrument, { leverage: this.leverage, marginMode });
  }

  get held(): Held | undefined {
    return this.person.held(this.instrument);
  }

  /** The side that an order names: of the position it opens or closes where both may be held. */
  positionSide(isLong: boolean): PositionSide {
    if (!this.person.isHedged) return "net";
    return isLong ? "long" : "short";
  }

  /** Lots that a part of the free margin opens. */
  size(part = this.person.random.between(PART_MIN, PART_MAX)): number {
    const { instrument, leverage, person } = this;
    const value = (person.freeDollars(instrument) * part * leverage) / (1 + leverage * FEE);
    return person.lotsOf(instrument, Math.min(VALUE_MAX, value));
  }

  /** A price away from the index by a share, upwards or downwards. */
  off(share: number): number {
    return Math.max(1, Math.round(this.person.index(this.instrument) * (1 + share)));
  }

  /** Take-profit and stop-loss; the stop lies before the liquidation price. */
  exitsOf(isLong: boolean): Exits {
    const { random } = this.person;
    const direction = isLong ? 1 : -1;
    const room = Math.min(0.04, 0.6 / this.leverage);
    return {
      profitTrigger: this.off(direction * random.between(0.003, 0.03)),
      lossTrigger: this.off(-direction * random.between(room / 3, room)),
    };
  }

  open(
    isBuy: boolean,
    price: number,
    withExits: boolean,
    timeInForce: "gtc" | "ioc" = "gtc",
  ): void {
    const { instrument, person } = this;
    const terms = { positionSide: this.positionSide(isBuy), size: this.size(), timeInForce };
    person.order(
      { instrument, isBuy, price, ...terms },
      withExits ? this.exitsOf(isBuy) : undefined,
    );
  }

  /** Closes the whole position or half of it, reduce-only. */
  close({ isLong, size }: Held, price: number, timeInForce: "gtc" | "ioc" = "gtc"): void {
    const { instrument, person } = this;
    const part = person.random.chance(0.7) ? size : Math.ceil(size / 2);
    const reduceOnly = !person.isHedged;
    const terms = { positionSide: this.positionSide(isLong), reduceOnly, timeInForce };
    person.order({ instrument, isBuy: !isLong, price, size: part, ...terms });
  }
}

function actAsTaker(trader: Trader): void {
  const { instrument, person } = trader;
  const { random } = person;
  if (person.openOrders(instrument) >= ORDERS_MAX) return person.cancelAll(instrument);
  const { held } = trader;
  const draw = random.uniform();
  if (held === undefined || draw < 0.1) {
    const isBuy = held?.isLong ?? random.chance(0.5);
    const sign = isBuy ? 1 : -1;
    const withExits = random.chance(0.5);
    const kind = random.uniform();
    if (kind < 0.45) trader.open(isBuy, 0, withExits);
    else if (kind < 0.6)
      trader.open(isBuy, trader.off(sign * random.between(0.001, 0.01)), withExits);
    else if (kind < 0.7)
      trader.open(isBuy, trader.off(sign * random.between(0.001, 0.01)), false, "ioc");
    else if (kind < 0.9) trader.open(isBuy, person.best(instrument, isBuy), withExits);
    else trader.open(isBuy, trader.off(-sign * random.between(0.001, 0.02)), withExits);
    return;
  }
  const out = held.isLong ? 1 : -1;
  if (draw < 0.4) trader.close(held, 0);
  else if (draw < 0.55) trader.close(held, trader.off(-out * random.between(0.001, 0.02)), "ioc");
  else if (draw < 0.8) trader.close(held, trader.off(out * random.between(0.000_5, 0.01)));
  else if (draw < 0.9) person.exits(instrument, held.isLong, trader.exitsOf(held.isLong));
  else closeAll(trader);
}

function closeAll({ instrument, person }: Trader): void {
  const { category, index } = instrument;
  const terms = {
    user: person.user,
    category,
    instrument: index + 1,
    positionSide: "net",
  } as const;
  person.ask({ kind: "close_positions", ...terms, source: "api" });
}

/** Opens a position, protects it once, and comes back when its stop has closed it. */
class StopHolder {
  readonly #trader: Trader;
  #isProtected = false;

  constructor(trader: Trader) {
    this.#trader = trader;
  }

  act(): void {
    const { held, instrument, person } = this.#trader;
    const { random } = person;
    if (held === undefined) {
      if (this.#isProtected || random.chance(0.2)) person.cancelAll(instrument);
      else if (person.plans > 0) return;
      this.#isProtected = false;
      const isBuy = random.chance(0.5);
      if (random.chance(0.6)) this.#trader.open(isBuy, 0, false);
      else breakOut(this.#trader, isBuy);
    } else if (!this.#isProtected) {
      this.#protect(held);
      this.#isProtected = true;
    } else if (random.chance(0.01)) {
      this.#trader.close(held, 0);
    }
  }

  #protect(held: Held): void {
    const trader = this.#trader;
    const { instrument, leverage, person } = trader;
    const { random } = person;
    const out = held.isLong ? -1 : 1;
    const trigger = trader.off(out * random.between(0.005, Math.min(0.05, 0.6 / leverage)));
    const kind = random.uniform();
    if (kind < 0.4) {
      const profitTrigger = trader.off(-out * random.between(0.01, 0.06));
      return person.exits(instrument, held.isLong, { profitTrigger, lossTrigger: trigger });
    }
    // A stop with a limit price gives way by up to 1 % more.
    const price = kind < 0.7 ? 0 : Math.round(trigger * (1 + out * random.between(0.002, 0.01)));
    const closing = {
      positionSide: trader.positionSide(held.isLong),
      reduceOnly: !person.isHedged,
    };
    const draft = { instrument, isBuy: !held.isLong, price, size: held.size, ...closing };
    person.plan(draft, trigger, person.pick(["mark", "last"]));
  }
}

/** A stop entry: buys a rise, sells a fall. */
function breakOut(trader: Trader, isBuy: boolean): void {
  const { instrument, person } = trader;
  const away = person.random.between(0.003, 0.03);
  const trigger = trader.off(isBuy ? away : -away);
  const positionSide = trader.positionSide(isBuy);
  person.plan({ instrument, isBuy, price: 0, size: trader.size(), positionSide }, trigger, "mark");
}

function kindAt(place: number): AccountKind {
  return place % 4 === 3 ? "unified" : "classic";
}

export function addTakers(market: HonestMarket, perContract: number): void {
  const common = { group: "takers", leverages: LEVERAGES } as const;
  for (const instrument of market.instruments.filter(({ isFutures }) => isFutures)) {
    for (let place = 0; place < perContract; place++) {
      const terms = { ...common, instrument, accountKind: kindAt(place) };
      const trader = new Trader(market, terms, `${place}`);
      const { random } = trader.person;
      const delayMs = (): number => random.exponential(TAKER_MEAN_MS);
      market.employ({ delayMs, act: () => actAsTaker(trader) });
    }
  }
}

export function addStopHolders(market: HonestMarket, perContract: number): void {
  const common = { group: "stop holders", leverages: STOP_LEVERAGES } as const;
  for (const instrument of market.instruments.filter(({ isFutures }) => isFutures)) {
    for (let place = 0; place < perContract; place++) {
      const terms = { ...common, instrument, accountKind: kindAt(place) };
      const trader = new Trader(market, terms, `${place}`);
      const holder = new StopHolder(trader);
      const { random } = trader.person;
      const delayMs = (): number => random.exponential(STOP_MEAN_MS);
      market.employ({ delayMs, act: () => holder.act() });
    }
  }
}
