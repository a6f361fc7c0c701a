/** Hedgers across products: what is bought on spot is sold as futures, in slices, and unwound. */

import type { AccountKind, MarginMode } from "../../../src/core/base/vocabulary.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import { walletOf } from "../../../src/simulation-market/agents/agent-users.ts";
import type { Credits, HonestMarket } from "./honest-market.ts";
import { Person } from "./person.ts";

const MEAN_MS = 4_000;
/** The hedge is put right when it is off by this share of a slice. */
const TOLERANCE = 0.25;
/** How long a hedger builds up or unwinds before it turns, in ms. */
const TURN_MS = 240_000;

type Terms = {
  readonly contract: Instrument;
  readonly accountKind: AccountKind;
  readonly marginMode: MarginMode;
  /** Dollars of the whole hedge. */
  readonly value: number;
};

class Hedger {
  readonly #person: Person;
  readonly #terms: Terms;
  readonly #spot: Instrument;
  readonly #startCoins: number;

  constructor(market: HonestMarket, terms: Terms, place: number) {
    const { accountKind, contract, marginMode, value } = terms;
    const code = market.state.currencies[contract.settle]?.code ?? "";
    const margin = code === "BTC" ? value / 3 / 60_000 : value / 3;
    const isUnified = accountKind === "unified";
    const credits: Credits = isUnified
      ? [
          ["unified", "USDT", value],
          ["unified", code, margin],
        ]
      : [
          ["spot", "USDT", value * 1.2],
          [walletOf(contract.category), code, margin],
        ];
    this.#person = new Person(market, { group: "hedgers", accountKind, credits, name: `${place}` });
    this.#terms = terms;
    this.#spot = market.instrument(
      "spot",
      contract.symbol.startsWith("ETH") ? "ETHUSDT" : "BTCUSDT",
    );
    this.#person.settle(contract, { leverage: 5, marginMode });
    this.#startCoins = this.#coins();
    const { random } = this.#person;
    market.employ({ delayMs: () => random.exponential(MEAN_MS), act: () => this.#step() });
  }

  #coins(): number {
    const code = this.#spot.symbol.startsWith("ETH") ? "ETH" : "BTC";
    const wallet = this.#terms.accountKind === "unified" ? "unified" : "spot";
    return this.#person.owned(wallet, code);
  }

  /** Dollars bought on spot since the start. */
  get #bought(): number {
    const code = this.#spot.symbol.startsWith("ETH") ? "ETH" : "BTC";
    return this.#person.dollarsOfCoin(code, this.#coins() - this.#startCoins);
  }

  /** Dollars sold as futures. */
  get #sold(): number {
    const held = this.#person.held(this.#terms.contract);
    if (held === undefined) return 0;
    const dollars = this.#person.dollarsOf(this.#terms.contract, held.size);
    return held.isLong ? -dollars : dollars;
  }

  #step(): void {
    const { contract, value } = this.#terms;
    const person = this.#person;
    const { random } = person;
    const slice = value / 12;
    const open = this.#bought - this.#sold;
    if (Math.abs(open) > TOLERANCE * slice) {
      if (person.openOrders(contract) > 0) person.cancelAll(contract);
      return this.#trade(contract, open < 0, Math.abs(open));
    }
    const isBuilding = Math.floor(person.market.exchange.nowMs() / TURN_MS) % 2 === 0;
    if (person.openOrders(this.#spot) > 1) return person.cancelAll(this.#spot);
    if (isBuilding && this.#bought > value * 0.9) return;
    if (!isBuilding && this.#bought < slice / 4) return;
    const dollars = isBuilding ? slice : Math.min(slice, this.#bought);
    this.#trade(this.#spot, isBuilding, dollars * random.between(0.5, 1));
  }

  /** At the market, at the touch, or as a limit order that takes up to 0.5 % away. */
  #trade(instrument: Instrument, isBuy: boolean, dollars: number): void {
    const person = this.#person;
    const size = person.lotsOf(instrument, dollars);
    const held = instrument.isFutures ? person.held(instrument) : undefined;
    const reduceOnly = held !== undefined && held.isLong !== isBuy && held.size >= size;
    const draw = person.random.uniform();
    const away = (isBuy ? 1 : -1) * person.random.between(0.001, 0.005);
    const near = Math.round(person.index(instrument) * (1 + away));
    const price = draw < 0.4 ? 0 : draw < 0.7 ? near : person.best(instrument, isBuy);
    person.order({ instrument, isBuy, price, size, reduceOnly });
  }
}

/** Classic and unified hedgers in every contract, crossed and isolated. */
export function addHedgers(market: HonestMarket): void {
  const contracts = market.instruments.filter(({ isFutures }) => isFutures);
  for (const contract of contracts) {
    const crossed = { contract, marginMode: "crossed" } as const;
    const plans: readonly Terms[] = [
      { ...crossed, accountKind: "classic", value: 300_000 },
      { contract, marginMode: "isolated", accountKind: "classic", value: 100_000 },
      { ...crossed, accountKind: "unified", value: 200_000 },
    ];
    for (const [place, terms] of plans.entries()) new Hedger(market, terms, place);
  }
}
