/** Figures of positions, orders and balances. All amounts are decimal text and exact. */
import Big from "big.js";
import type { Balance, Order, Position, Side } from "../../accounts/model.ts";
import type { Instrument } from "../../state/instruments.ts";

const ZERO = new Big(0);
/** Balances worth less, in USDT, count as small. */
const SMALL_VALUE = new Big(1);
/** Take profits, and stop losses, of a position that its row has room for. */
const EXITS_SHOWN_MAX = 2;
const DECIMAL = /^-?(\d+(\.\d*)?|\.\d+)$/;

function bigOf(text: string | undefined): Big | undefined {
  return text !== undefined && DECIMAL.test(text) ? new Big(text) : undefined;
}

/** Side of the order that closes a position. */
export function closingSide({ side }: Pick<Position, "side">): Side {
  return side === "long" ? "sell" : "buy";
}

/** Returns unrealised profit over margin as a fraction; empty where the margin is unknown. */
export function returnFraction(position: Pick<Position, "unrealised" | "margin">): string {
  const unrealised = bigOf(position.unrealised);
  const margin = bigOf(position.margin);
  if (unrealised === undefined || margin === undefined || margin.lte(0)) return "";
  return unrealised.div(margin).toFixed();
}

/** Returns a part of a size, rounded down to the size step; at least one step. */
export function partOfSize(size: string, fraction: number, sizeStep: string): string {
  const whole = bigOf(size) ?? ZERO;
  const step = bigOf(sizeStep) ?? ZERO;
  if (fraction >= 1 || step.lte(0)) return whole.toFixed();
  const steps = whole.times(fraction).div(step).round(0, Big.roundDown);
  const part = steps.lt(1) ? step : steps.times(step);
  return (part.gt(whole) ? whole : part).toFixed();
}

/** Returns price times size; empty if one is missing. */
export function notionalText(price: string, size: string): string {
  const priced = bigOf(price);
  const sized = bigOf(size);
  return priced === undefined || sized === undefined ? "" : priced.times(sized).toFixed();
}

/** Returns the sum of decimals; missing ones count as zero. */
export function sumText(texts: readonly string[]): string {
  return texts.reduce((sum, text) => sum.plus(bigOf(text) ?? ZERO), ZERO).toFixed();
}

/** Returns sums by coin, in the order of the first occurrence. */
export function sumsByCoin(
  amounts: readonly (readonly [coin: string, amount: string])[],
): readonly (readonly [coin: string, sum: string])[] {
  const sums = new Map<string, Big>();
  for (const [coin, amount] of amounts) {
    sums.set(coin, (sums.get(coin) ?? ZERO).plus(bigOf(amount) ?? ZERO));
  }
  return [...sums].map(([coin, sum]) => [coin, sum.toFixed()]);
}

/** Unfilled size of an order; empty for a market buy by amount. */
export function remainingText({ filled, size }: Pick<Order, "filled" | "size">): string {
  const whole = bigOf(size);
  return whole === undefined ? "" : whole.minus(bigOf(filled) ?? ZERO).toFixed();
}

/**
 * Returns the profit of a position that closes at a price, in the settlement coin and before fees.
 * Empty for inverse contracts and where a number is missing.
 */
export function profitAt(
  position: Pick<Position, "side" | "entryPrice" | "size">,
  price: string,
  isInverse: boolean,
): string {
  const exit = bigOf(price);
  const entry = bigOf(position.entryPrice);
  const size = bigOf(position.size);
  if (isInverse || exit === undefined || entry === undefined || size === undefined) return "";
  const gain = exit.minus(entry).times(size);
  return (position.side === "long" ? gain : gain.times(-1)).toFixed();
}

/**
 * Returns take profit and stop loss of a position as `profit / loss`: that of the whole position,
 * then those of parts of it with their sizes.
 */
export function exitsText(
  position: Pick<Position, "takeProfit" | "stopLoss" | "partExits">,
  textOf: (price: string) => string,
): string {
  const side = (kind: "takeProfit" | "stopLoss"): string => {
    const whole = position[kind] === "" ? [] : [textOf(position[kind])];
    const parts = (position.partExits ?? [])
      .filter((plan) => plan[kind] !== "")
      .map((plan) => `${textOf(plan[kind])} (${plan.size})`);
    const all = [...whole, ...parts];
    const more = all.length - EXITS_SHOWN_MAX;
    const rest = more > 0 ? [`${more} more`] : [];
    return [...all.slice(0, EXITS_SHOWN_MAX), ...rest].join(", ") || textOf("");
  };
  return `${side("takeProfit")} / ${side("stopLoss")}`;
}

function stepFault(name: string, text: string, step: string): string | undefined {
  const value = /^\d+(\.\d+)?$/.test(text) ? new Big(text) : undefined;
  if (value === undefined || value.lte(0)) return `Enter a ${name} above zero`;
  const unit = bigOf(step);
  if (unit?.gt(0) === true && !value.mod(unit).eq(0)) {
    return `The ${name} must be a multiple of ${step}`;
  }
  return undefined;
}

/** Returns what is wrong with a price; undefined if nothing is. */
export function priceFault(text: string, instrument: Instrument | undefined): string | undefined {
  return stepFault("price", text, instrument?.priceStep ?? "");
}

/** Returns what is wrong with a size; undefined if nothing is. */
export function sizeFault(
  text: string,
  instrument: Instrument | undefined,
  filled = "",
): string | undefined {
  const fault = stepFault("size", text, instrument?.sizeStep ?? "");
  if (fault !== undefined) return fault;
  const size = new Big(text);
  if (size.lte(bigOf(filled) ?? ZERO)) return `The size must be above the filled ${filled}`;
  const smallest = bigOf(instrument?.sizeMin);
  if (smallest !== undefined && size.lt(smallest)) {
    return `The smallest size is ${smallest.toFixed()}`;
  }
  const largest = bigOf(instrument?.sizeMax);
  if (largest?.gt(0) === true && size.gt(largest)) {
    return `The largest size is ${largest.toFixed()}`;
  }
  return undefined;
}

/** Returns what is wrong with the size of an order that closes a position. */
export function closingSizeFault(
  text: string,
  instrument: Instrument | undefined,
  size: string,
): string | undefined {
  const fault = stepFault("size", text, instrument?.sizeStep ?? "");
  if (fault !== undefined) return fault;
  const whole = bigOf(size);
  return whole !== undefined && new Big(text).gt(whole)
    ? `The position has the size ${size}`
    : undefined;
}

/** Returns what is wrong with an exit price of a position; empty text is no exit. */
export function exitFault(
  kind: "takeProfit" | "stopLoss",
  price: string,
  position: Pick<Position, "side" | "markPrice">,
  instrument: Instrument | undefined,
): string | undefined {
  if (price === "") return undefined;
  const fault = priceFault(price, instrument);
  const mark = bigOf(position.markPrice);
  if (fault !== undefined || mark === undefined) return fault;
  const mustBeAbove = (kind === "takeProfit") === (position.side === "long");
  const isAbove = new Big(price).gt(mark);
  if (isAbove === mustBeAbove) return undefined;
  const name = kind === "takeProfit" ? "take profit" : "stop loss";
  const where = mustBeAbove ? "above" : "below";
  return `The ${name} of a ${position.side} must be ${where} the mark price ${position.markPrice}`;
}

export type BalanceFilter = {
  /** All wallets when empty. */
  readonly wallet: string;
  readonly hidesSmall: boolean;
};

/** Returns the balances to show, largest value first; unknown values are never small. */
export function shownBalances(
  balances: readonly Balance[],
  { hidesSmall, wallet }: BalanceFilter,
): readonly Balance[] {
  const sizeOf = (balance: Balance): Big => (bigOf(balance.value) ?? ZERO).abs();
  const isSmall = (balance: Balance): boolean =>
    bigOf(balance.value) !== undefined && sizeOf(balance).lt(SMALL_VALUE);
  return balances
    .filter((balance) => wallet === "" || balance.wallet === wallet)
    .filter((balance) => !(hidesSmall && isSmall(balance)))
    .toSorted((one, other) => sizeOf(other).cmp(sizeOf(one)) || order(one.coin, other.coin));
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns the wallets that have balances, each once. */
export function walletsOf(balances: readonly Balance[]): readonly string[] {
  return [...new Set(balances.map(({ wallet }) => wallet))];
}

/** Returns the rows of the shown market, or all. */
export function ofMarket<T extends { readonly instrumentKey: string }>(
  rows: readonly T[],
  key: string | undefined,
): readonly T[] {
  return key === undefined ? rows : rows.filter(({ instrumentKey }) => instrumentKey === key);
}
