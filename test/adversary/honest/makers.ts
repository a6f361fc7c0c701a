/** Market makers with 200 resting orders each, around the index. */

import type { AccountKind, MarginMode } from "../../../src/core/base/vocabulary.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import { WALLET_INDEX } from "../../../src/core/ledger/ledger.ts";
import { walletOf } from "../../../src/simulation-market/agents/agent-users.ts";
import type { Credits, HonestMarket } from "./honest-market.ts";
import { Person } from "./person.ts";
import type { Group } from "./tally.ts";

const LEVELS = 100;
/** Distances from the fair price as shares of it: of the first level, and between two levels. */
const FIRST = 0.000_2;
const GAP = 0.000_12;
/** A quote is moved when it is off by this share of its distance. */
const TOLERANCE = 0.3;
/** Requests that a maker sends in a second at most. */
const MOVES_PER_STEP = 20;
const STEP_MS = 1_000;
/** Inventory over the value quoted on a side: where that side is no longer quoted, and sold off. */
const FULL = 0.5;
const OVERFULL = 0.8;
/** At full inventory, the fair price is taken to be so much away, as a share. */
const SKEW = 0.000_5;

const SPOT = WALLET_INDEX.spot;
const ATOMS_PER_COIN = 1e8;

type Quote = { readonly isBuy: boolean; readonly distance: number; orderId: number; price: number };

export type MakerPlan = {
  readonly group: Group;
  readonly instrument: Instrument;
  readonly accountKind: AccountKind;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly credits: Credits;
  /** Dollars of each quote. */
  readonly quoteValue: number;
};

class Maker {
  readonly #person: Person;
  readonly #plan: MakerPlan;
  readonly #quotes: readonly Quote[];
  #startCoins = 0;

  constructor(market: HonestMarket, plan: MakerPlan) {
    const { accountKind, credits, group, instrument, leverage, marginMode } = plan;
    this.#plan = plan;
    this.#person = new Person(market, { group, accountKind, credits, name: instrument.symbol });
    if (instrument.isFutures) this.#person.settle(instrument, { leverage, marginMode });
    else this.#startCoins = this.#coins();
    this.#quotes = Array.from({ length: 2 * LEVELS }, (_, place) => ({
      isBuy: place % 2 === 0,
      distance: FIRST + GAP * Math.floor(place / 2),
      orderId: 0,
      price: 0,
    }));
    const offset = this.#person.random.between(0, STEP_MS);
    let isFirst = true;
    const delayMs = (): number => {
      if (!isFirst) return STEP_MS;
      isFirst = false;
      return offset;
    };
    market.employ({ delayMs, act: () => this.#step() });
  }

  /** Dollars held beyond what the maker began with. */
  get #inventory(): number {
    const { instrument } = this.#plan;
    const person = this.#person;
    if (!instrument.isFutures) {
      const pair = instrument.symbol.startsWith("ETH") ? "ETH" : "BTC";
      return person.dollarsOfCoin(pair, this.#coins() - this.#startCoins);
    }
    const held = person.held(instrument);
    if (held === undefined) return 0;
    return (held.isLong ? 1 : -1) * person.dollarsOf(instrument, held.size);
  }

  /** Coins of the base, with those that orders hold. */
  #coins(): number {
    const { state } = this.#person.market;
    const account = state.ledger.find(this.#person.user, SPOT, this.#plan.instrument.base);
    return Number(state.ledger.balance(account)) / ATOMS_PER_COIN;
  }

  #step(): void {
    const { instrument, quoteValue } = this.#plan;
    const person = this.#person;
    const index = person.index(instrument);
    if (index === 0) return;
    const lean = Math.max(-1, Math.min(1, this.#inventory / (quoteValue * LEVELS * FULL)));
    if (Math.abs(this.#inventory) > quoteValue * LEVELS * OVERFULL) this.#sellOff();
    const fair = index * (1 - lean * SKEW);
    const wanted = this.#quotes
      .map((quote) => {
        const price = Math.round(fair * (1 + (quote.isBuy ? -1 : 1) * quote.distance));
        const isPulled = quote.isBuy ? lean >= 1 : lean <= -1;
        return { quote, price, urgency: this.#urgencyOf(quote, isPulled ? 0 : price, fair) };
      })
      .filter(({ urgency }) => urgency > 0)
      .sort((one, other) => other.urgency - one.urgency || one.price - other.price);
    for (const { price, quote } of wanted.slice(0, MOVES_PER_STEP)) {
      const isPulled = quote.isBuy ? lean >= 1 : lean <= -1;
      this.#move(quote, isPulled ? 0 : price);
    }
  }

  /** How far a quote is from where it should be, in distances; price 0 is nowhere. */
  #urgencyOf(quote: Quote, price: number, fair: number): number {
    if (price === 0) return quote.orderId === 0 ? 0 : 10;
    if (quote.orderId === 0) return 1 + FIRST / quote.distance;
    const away = (quote.isBuy ? 1 : -1) * (fair - quote.price);
    if (away < (quote.distance * fair) / 2) return 5 + FIRST / quote.distance;
    const deviation = Math.abs(quote.price - price) / (quote.distance * fair);
    return deviation > TOLERANCE ? deviation : 0;
  }

  #move(quote: Quote, price: number): void {
    const { instrument, quoteValue } = this.#plan;
    const person = this.#person;
    const { isBuy, orderId } = quote;
    if (price === 0) return person.cancel(orderId);
    const size = person.lotsOf(instrument, quoteValue);
    if (orderId !== 0 && person.random.chance(0.8)) {
      person.amend(orderId, { instrument, isBuy, price, size });
      if (quote.orderId === orderId) quote.price = price;
      return;
    }
    if (orderId !== 0) person.cancel(orderId);
    const timeInForce = person.random.chance(0.6) ? "post_only" : "gtc";
    const placed = person.order({ instrument, isBuy, price, size, timeInForce });
    if (placed === 0 || person.market.state.orders.find(placed) === 0) return;
    quote.orderId = placed;
    quote.price = price;
    person.market.onEnd(placed, () => {
      quote.orderId = 0;
    });
  }

  /** Closes a part of an inventory that has grown too large, at the market. */
  #sellOff(): void {
    const { instrument, quoteValue } = this.#plan;
    const isBuy = this.#inventory < 0;
    const size = this.#person.lotsOf(instrument, quoteValue * 5);
    const held = this.#person.held(instrument);
    const reduceOnly = instrument.isFutures && held !== undefined;
    const most = held === undefined ? size : Math.min(size, held.size);
    this.#person.order({ instrument, isBuy, price: 0, size: most, reduceOnly });
  }
}

/** Makers of ordinary size in every instrument, and a large one in each contract. */
export function addMakers(market: HonestMarket): void {
  for (const instrument of market.instruments) {
    if (!instrument.isFutures) {
      const coin = instrument.symbol.startsWith("ETH")
        ? (["ETH", 120] as const)
        : (["BTC", 5] as const);
      const credits = [
        ["spot", "USDT", 300_000],
        ["spot", ...coin],
      ] as const;
      const terms = { group: "makers", accountKind: "classic", marginMode: "crossed" } as const;
      new Maker(market, { ...terms, instrument, leverage: 1, credits, quoteValue: 2_000 });
      continue;
    }
    for (const plan of contractMakers(market, instrument)) new Maker(market, plan);
  }
}

function contractMakers(market: HonestMarket, instrument: Instrument): MakerPlan[] {
  const code = market.state.currencies[instrument.settle]?.code ?? "";
  const coins = (dollars: number): number => (code === "BTC" ? dollars / 60_000 : dollars);
  const of = (dollars: number): Credits => [[walletOf(instrument.category), code, coins(dollars)]];
  const unified: Credits = [
    ["unified", code, coins(150_000)],
    ["unified", "BTC", 2],
  ];
  const common = { instrument, group: "makers", accountKind: "classic" } as const;
  const crossed = { ...common, marginMode: "crossed" } as const;
  return [
    { ...crossed, leverage: 20, credits: of(250_000), quoteValue: 4_000 },
    { ...common, marginMode: "isolated", leverage: 10, credits: of(250_000), quoteValue: 3_000 },
    { ...crossed, accountKind: "unified", leverage: 20, credits: unified, quoteValue: 4_000 },
    { ...crossed, group: "large makers", leverage: 20, credits: of(3_000_000), quoteValue: 20_000 },
  ];
}
