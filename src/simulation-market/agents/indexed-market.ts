import type { OutsideMarket } from "../../market-model/outside-market.ts";
import { underlyingOf } from "../../market-model/underlying.ts";
import type { InstrumentFacts } from "../market-port.ts";
import { isPractice } from "./traded-coin.ts";

/**
 * The outside market while index prices come from elsewhere: from outside sources or an operator.
 * Fair prices are the index prices of the exchange, volatility and activity are normal, contracts
 * have no basis, and outsiders do not move prices.
 */
export class IndexedMarket implements OutsideMarket {
  readonly #indexTicks: (instrument: number) => number;
  /** The instruments whose index is the price of a coin, by its code. */
  readonly #instruments = new Map<string, InstrumentFacts[]>();
  readonly #prices = new Map<string, number>();

  constructor(instruments: readonly InstrumentFacts[], indexTicks: (instrument: number) => number) {
    this.#indexTicks = indexTicks;
    for (const instrument of instruments) {
      if (isPractice(instrument)) continue;
      const code = underlyingOf(instrument.baseCode);
      this.#instruments.set(code, [...(this.#instruments.get(code) ?? []), instrument]);
    }
  }

  advance(): readonly string[] {
    const moved: string[] = [];
    for (const code of this.#instruments.keys()) {
      const price = this.price(code);
      if (price === undefined || price === this.#prices.get(code)) continue;
      this.#prices.set(code, price);
      moved.push(code);
    }
    return moved;
  }

  price(code: string): number | undefined {
    const instruments = this.#instruments.get(code);
    if (instruments === undefined) return 1;
    for (const { index, priceDecimals, tickStep } of instruments) {
      const ticks = this.#indexTicks(index);
      if (ticks > 0) return (ticks * tickStep) / 10 ** priceDecimals;
    }
    return undefined;
  }

  volatility(): number {
    return 1;
  }

  activity(): number {
    return 1;
  }

  basis(): number {
    return 0;
  }

  outsidersBought(): void {}
}
