/** Prices, sizes and amounts of the book as text. */
import { fixed } from "../../numbers/format.ts";
import { unitsText } from "../../numbers/units.ts";
import type { Instrument } from "../../state/instruments.ts";
import { averagePrice, type BookRow } from "./group-levels.ts";

export type BookCoins = Pick<
  Instrument,
  "base" | "quote" | "priceDecimals" | "sizeDecimals" | "priceStep"
>;

/** Coin that sizes are shown in. */
export type BookUnit = "base" | "quote";

/** Texts that are kept before all are formatted again; formatting is slower than drawing. */
const KEPT_MAX = 4_000;

/** Formats the numbers of an instrument, each value once. */
export class BookText {
  readonly #prices = new Map<bigint, string>();
  readonly #sizes = new Map<bigint, string>();
  readonly #amounts = new Map<bigint, string>();
  readonly #coins: BookCoins;

  constructor(coins: BookCoins) {
    this.#coins = coins;
  }

  /** Price in its units, for reading. */
  price(price: bigint): string {
    const { priceDecimals } = this.#coins;
    return kept(this.#prices, price, () => fixed(unitsText(price, priceDecimals), priceDecimals));
  }

  /** Size in its units, in base coins. */
  size(size: bigint): string {
    const { sizeDecimals } = this.#coins;
    return kept(this.#sizes, size, () => fixed(unitsText(size, sizeDecimals), sizeDecimals));
  }

  /** Amount in its units, in quote coins: as many decimals as its size needs. */
  amount(amount: bigint): string {
    const decimals = this.#coins.priceDecimals + this.#coins.sizeDecimals;
    return kept(this.#amounts, amount, () => {
      const text = unitsText(amount, decimals);
      const number = Number(text);
      return fixed(text, number >= 1000 ? 0 : number >= 1 ? 2 : 6);
    });
  }

  /** Size of a row itself, or of all rows up to it. */
  sizeOf(row: BookRow, unit: BookUnit): string {
    return unit === "base" ? this.size(row.size) : this.amount(row.amount);
  }

  totalOf(row: BookRow, unit: BookUnit): string {
    return unit === "base" ? this.size(row.total) : this.amount(row.totalAmount);
  }

  /** What taking everything up to a row costs or brings. */
  cost(row: BookRow): string {
    const { base, quote } = this.#coins;
    const start = row.side === "ask" ? "Buying up to" : "Selling down to";
    const sum = `${this.size(row.total)} ${base} for ${this.amount(row.totalAmount)} ${quote}`;
    return `${start} ${this.price(row.price)}: ${sum}, average ${this.price(averagePrice(row))}`;
  }

  /** Row in words, for screen readers. */
  row(row: BookRow, own: bigint | undefined): string {
    const { base } = this.#coins;
    const name = row.side === "ask" ? "Ask" : "Bid";
    const sizes = `size ${this.size(row.size)} ${base}, total ${this.size(row.total)} ${base}`;
    const mine = own === undefined ? "" : `, own orders ${this.size(own)} ${base}`;
    return `${name} ${this.price(row.price)}, ${sizes}${mine}`;
  }
}

function kept(texts: Map<bigint, string>, value: bigint, format: () => string): string {
  let text = texts.get(value);
  if (text === undefined) {
    if (texts.size >= KEPT_MAX) texts.clear();
    text = format();
    texts.set(value, text);
  }
  return text;
}
