import { MODEL_COINS } from "../../src/market-model/coins.ts";
import type { OutsideMarket } from "../../src/market-model/outside-market.ts";

/** What outsiders bought (or, negative, sold) in one trade, in dollars. */
export type OutsiderReport = { readonly code: string; readonly dollars: number };

/** An outside market whose prices stay until a test moves them; it records what it is reported. */
export class StillOutside implements OutsideMarket {
  readonly reports: OutsiderReport[] = [];
  readonly #prices = new Map(MODEL_COINS.map(({ code, startE8 }) => [code, startE8 / 1e8]));
  readonly #moved = new Set<string>();

  /** Multiplies the price of a coin. */
  multiply(code: string, factor: number): void {
    this.#prices.set(code, (this.#prices.get(code) ?? 0) * factor);
    this.#moved.add(code);
  }

  advance(): readonly string[] {
    const moved = [...this.#moved];
    this.#moved.clear();
    return moved;
  }

  price(code: string): number | undefined {
    return ["USD", "USDT", "USDC"].includes(code) ? 1 : this.#prices.get(code);
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

  outsidersBought(code: string, dollars: number): void {
    this.reports.push({ code, dollars });
  }
}
