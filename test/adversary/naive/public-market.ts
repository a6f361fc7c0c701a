/** What every outsider sees of the exchange: books, index prices and funding rates. */
import type { Ticks } from "../../../src/core/money/units.ts";
import { readFundingOf, readPrices } from "../../../src/core/reads/account-reads.ts";
import { lotValue, sizeOfValue } from "../../../src/simulation-market/agents/order-size.ts";
import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import type { VirtualExchange } from "../../support/virtual-exchange.ts";

const RATE_SCALE = 100_000_000;

export class PublicMarket {
  readonly #exchange: VirtualExchange;

  constructor(exchange: VirtualExchange) {
    this.#exchange = exchange;
  }

  get instruments(): readonly InstrumentFacts[] {
    return this.#exchange.instruments;
  }

  /** The instrument of a symbol; throws when it is not listed. */
  find(category: InstrumentFacts["category"], symbol: string): InstrumentFacts {
    const found = this.instruments.find(
      (instrument) => instrument.category === category && instrument.symbol === symbol,
    );
    if (found === undefined) throw new Error(`${category} ${symbol} is listed`);
    return found;
  }

  bid({ index }: InstrumentFacts): number {
    return this.#exchange.books.of(index).bids.bestPrice;
  }

  ask({ index }: InstrumentFacts): number {
    return this.#exchange.books.of(index).asks.bestPrice;
  }

  /** Size in lots at the touch that an order of this side takes. */
  touchSize({ index }: InstrumentFacts, side: "buy" | "sell"): number {
    const { asks, bids } = this.#exchange.books.of(index).top(1);
    return (side === "buy" ? asks[0] : bids[0])?.size ?? 0;
  }

  /** Middle of the touch in ticks; 0 while a side is empty. */
  middle(instrument: InstrumentFacts): number {
    const [bid, ask] = [this.bid(instrument), this.ask(instrument)];
    return bid > 0 && ask > 0 ? (bid + ask) / 2 : 0;
  }

  /** Index price in ticks. */
  indexPrice({ index }: InstrumentFacts): Ticks {
    return readPrices(this.#exchange.state, this.#instrument(index)).index;
  }

  /** Funding rate of the running interval so far, and the time of its settlement. */
  funding({ index }: InstrumentFacts): { readonly rate: number; readonly nextAtMs: number } {
    const { rate, nextAtMs } = readFundingOf(this.#exchange.state, this.#instrument(index));
    return { rate: rate / RATE_SCALE, nextAtMs };
  }

  /** Size in lots of a notional in dollars. */
  lotsOf(instrument: InstrumentFacts, dollars: number): number {
    return sizeOfValue(instrument, { value: dollars, price: this.middle(instrument) });
  }

  dollarsOf(instrument: InstrumentFacts, lots: number): number {
    return lots * lotValue(instrument, this.middle(instrument));
  }

  #instrument(index: number) {
    const instrument = this.#exchange.state.instruments[index];
    if (instrument === undefined) throw new Error("the instrument is listed");
    return instrument;
  }
}
