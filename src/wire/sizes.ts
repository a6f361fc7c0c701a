/**
 * Sizes on the wire, which count the base coin on every instrument (decision 0057). Spot and linear
 * contracts have lots of the base coin. Lots of inverse contracts are USD of face: they are
 * converted at a price, and each text below names its source.
 */
import { assert } from "../core/base/assert.ts";
import { formatTrimmed } from "../core/money/decimals.ts";
import type { ListedInstrument } from "./listings.ts";

/** Properties of an instrument that determine its sizes. */
export type SizedInstrument = Pick<
  ListedInstrument,
  "isInverse" | "priceDecimals" | "tickStep" | "sizeDecimals" | "lotStep"
>;

/**
 * Decimals of the step of inverse sizes beyond those of a tick: at 10^5 ticks and more, a step is
 * worth at least ten lots, so that rounding a size down to lots loses less than half a step.
 */
const STEP_DIGITS = 4;
/** Decimals of executed quantities of inverse contracts: those of the coins. */
const COIN_DECIMALS = 8;
const E6 = 1_000_000n;

/** Returns the decimals of ordered sizes and of sizes of positions. */
export function stepDecimals(instrument: SizedInstrument): number {
  const { isInverse, priceDecimals, sizeDecimals } = instrument;
  return isInverse ? Math.max(0, STEP_DIGITS - priceDecimals + sizeDecimals) : sizeDecimals;
}

/** Returns the smallest difference of sizes as a text. */
export function stepText(instrument: SizedInstrument): string {
  return formatTrimmed(instrument.isInverse ? 1 : instrument.lotStep, stepDecimals(instrument));
}

/**
 * Returns the smallest size of an order: `lots`, or a step on inverse contracts, where the face of
 * a step usually exceeds the smallest lots.
 */
export function smallestText(instrument: SizedInstrument, lots: number): string {
  return instrument.isInverse ? stepText(instrument) : lotsText(instrument, lots);
}

/** Returns the face of an inverse contract in its quote coin: lots as the core counts them. */
export function faceText(instrument: SizedInstrument, lots: number): string {
  assert(instrument.isInverse, "an inverse contract has a face in its quote coin");
  return formatTrimmed(lots * instrument.lotStep, instrument.sizeDecimals);
}

type Rounding = "down" | "half_up";

/** Returns face ÷ price in units of 10^-decimals of the base coin; 0 without a price. */
function coinUnits(
  instrument: SizedInstrument,
  face: { readonly lots: number; readonly priceE6: number },
  decimals: number,
  rounding: Rounding,
): bigint {
  if (face.priceE6 === 0) return 0n;
  const { lotStep, priceDecimals, sizeDecimals, tickStep } = instrument;
  const top = BigInt(face.lots) * BigInt(lotStep) * E6 * 10n ** BigInt(priceDecimals + decimals);
  const bottom = BigInt(face.priceE6) * BigInt(tickStep) * 10n ** BigInt(sizeDecimals);
  return rounding === "down" ? top / bottom : (top * 2n + bottom) / (bottom * 2n);
}

/** Returns the most lots that a size of `steps` contains at a price in millionths of a tick. */
export function lotsOfSteps(instrument: SizedInstrument, steps: number, priceE6: number): number {
  const { lotStep, priceDecimals, sizeDecimals, tickStep } = instrument;
  const top = BigInt(steps) * BigInt(priceE6) * BigInt(tickStep) * 10n ** BigInt(sizeDecimals);
  const exponent = BigInt(priceDecimals + stepDecimals(instrument));
  return Number(top / (BigInt(lotStep) * E6 * 10n ** exponent));
}

/** Returns the price in millionths of a tick at which `lots` are `steps`, rounded half up. */
export function priceOfSteps(instrument: SizedInstrument, lots: number, steps: number): number {
  assert(steps > 0, "a size has steps");
  const { lotStep, priceDecimals, sizeDecimals, tickStep } = instrument;
  const exponent = BigInt(priceDecimals + stepDecimals(instrument));
  const top = BigInt(lots) * BigInt(lotStep) * E6 * 10n ** exponent;
  const bottom = BigInt(steps) * BigInt(tickStep) * 10n ** BigInt(sizeDecimals);
  return Number((top * 2n + bottom) / (bottom * 2n));
}

/** Returns a price in ticks as the price of a conversion. */
export function sizingAt(price: number): number {
  return price * Number(E6);
}

/** Returns lots of the base coin: spot, margin and linear contracts. */
export function lotsText(instrument: SizedInstrument, lots: number): string {
  assert(!instrument.isInverse, "lots of an inverse contract are converted at a price");
  return formatTrimmed(lots * instrument.lotStep, instrument.sizeDecimals);
}

/** Returns an executed or resting quantity at its price in ticks: face ÷ price, half up. */
export function quantityText(instrument: SizedInstrument, lots: number, price: number): string {
  if (!instrument.isInverse) return lotsText(instrument, lots);
  const face = { lots, priceE6: sizingAt(price) };
  return formatTrimmed(coinUnits(instrument, face, COIN_DECIMALS, "half_up"), COIN_DECIMALS);
}

/** Returns the largest size on the step that lots allow at a price: for limits of orders. */
export function sizeLimitText(instrument: SizedInstrument, lots: number, price: number): string {
  if (!instrument.isInverse) return lotsText(instrument, lots);
  const decimals = stepDecimals(instrument);
  return formatTrimmed(
    coinUnits(instrument, { lots, priceE6: sizingAt(price) }, decimals, "down"),
    decimals,
  );
}

/** Lots of an order and the price of their conversion, in millionths of a tick. */
export interface OrderedSize {
  readonly size: number;
  readonly sizingPriceE6: number;
}

/** Returns the steps of an inverse order: as the client sent them; 1 at least. */
export function orderedSteps(instrument: SizedInstrument, order: OrderedSize): number {
  const face = { lots: order.size, priceE6: order.sizingPriceE6 };
  const steps = Number(coinUnits(instrument, face, stepDecimals(instrument), "half_up"));
  return order.size > 0 && steps === 0 ? 1 : steps;
}

/** Returns the size of an order or plan as the client sent it. */
export function orderSizeText(instrument: SizedInstrument, order: OrderedSize): string {
  if (!instrument.isInverse) return lotsText(instrument, order.size);
  return formatTrimmed(orderedSteps(instrument, order), stepDecimals(instrument));
}

/** Lots of an order that are filled, and its whole size. */
type FilledSize = OrderedSize & { readonly filled: number };

/** Filled part of an inverse order in units of 10^-8: its share of the ordered size. */
function filledUnits(instrument: SizedInstrument, order: FilledSize): bigint {
  const shift = 10n ** BigInt(COIN_DECIMALS - stepDecimals(instrument));
  const whole = BigInt(orderedSteps(instrument, order)) * shift;
  if (order.filled >= order.size) return whole;
  const face = { lots: order.filled, priceE6: order.sizingPriceE6 };
  const units = coinUnits(instrument, face, COIN_DECIMALS, "down");
  return units < whole ? units : whole;
}

/** Returns the filled part of an order: the ordered size once all lots are filled. */
export function filledText(instrument: SizedInstrument, order: FilledSize): string {
  if (!instrument.isInverse) return lotsText(instrument, order.filled);
  return formatTrimmed(filledUnits(instrument, order), COIN_DECIMALS);
}

/** Returns the sum of the unfilled parts of orders on one instrument. */
export function remainingText(
  instrument: SizedInstrument,
  orders: readonly (FilledSize & { readonly remaining: number })[],
): string {
  if (!instrument.isInverse) {
    const lots = orders.reduce((sum, { remaining }) => sum + remaining, 0);
    return lotsText(instrument, lots);
  }
  let units = 0n;
  for (const order of orders) {
    const whole = filledUnits(instrument, { ...order, filled: order.size });
    units += whole - filledUnits(instrument, order);
  }
  return formatTrimmed(units, COIN_DECIMALS);
}

/** A fill: its lots, and the lots of its order that are filled and remain after it. */
export interface FillSize {
  readonly size: number;
  readonly filled: number;
  readonly remaining: number;
  readonly sizingPriceE6: number;
}

/** Returns the part of the order's size that a fill executed; the fills of an order sum up. */
export function fillText(instrument: SizedInstrument, fill: FillSize): string {
  if (!instrument.isInverse) return lotsText(instrument, fill.size);
  const { filled, remaining, sizingPriceE6 } = fill;
  const order = { size: filled + remaining, sizingPriceE6 };
  const after = filledUnits(instrument, { ...order, filled });
  const before = filledUnits(instrument, { ...order, filled: filled - fill.size });
  return formatTrimmed(after - before, COIN_DECIMALS);
}

/** Lots of a position and their notional at entry, in settle atoms of 10^-8. */
export interface HeldSize {
  readonly size: number;
  readonly openNotional: bigint;
}

/** Returns the steps of an inverse position: face ÷ entry price, half up; 1 at least. */
export function heldSteps(instrument: SizedInstrument, held: HeldSize): number {
  if (held.size === 0) return 0;
  const unit = 10n ** BigInt(COIN_DECIMALS - stepDecimals(instrument));
  return Math.max(1, Number((held.openNotional * 2n + unit) / (unit * 2n)));
}

/** Returns the steps of a part of an inverse position: its share, half up. */
export function partSteps(instrument: SizedInstrument, held: HeldSize, part: number): number {
  if (part === 0 || held.size === 0) return 0;
  const size = BigInt(held.size);
  const top = BigInt(heldSteps(instrument, held)) * BigInt(part);
  return Number((top * 2n + size) / (size * 2n));
}

/** Returns the size of a position, of its part that can be closed, and of the rest. */
export function positionTexts(
  instrument: SizedInstrument,
  position: HeldSize & { readonly closable: number },
): { readonly total: string; readonly available: string; readonly frozen: string } {
  const { closable, size } = position;
  if (!instrument.isInverse) {
    return {
      total: lotsText(instrument, size),
      available: lotsText(instrument, closable),
      frozen: lotsText(instrument, size - closable),
    };
  }
  const decimals = stepDecimals(instrument);
  const total = heldSteps(instrument, position);
  const available = partSteps(instrument, position, closable);
  return {
    total: formatTrimmed(total, decimals),
    available: formatTrimmed(available, decimals),
    frozen: formatTrimmed(total - available, decimals),
  };
}

/** Returns what a position opened and closed over its life; both at its entry price. */
export function lifeSizeTexts(
  instrument: SizedInstrument,
  totals: Readonly<Record<"openedSize" | "closedSize", number>> & {
    readonly openedNotional: bigint;
  },
): { readonly open: string; readonly close: string } {
  const { closedSize, openedNotional, openedSize } = totals;
  if (!instrument.isInverse) {
    return { open: lotsText(instrument, openedSize), close: lotsText(instrument, closedSize) };
  }
  const held = { size: openedSize, openNotional: openedNotional };
  const decimals = stepDecimals(instrument);
  return {
    open: formatTrimmed(heldSteps(instrument, held), decimals),
    close: formatTrimmed(partSteps(instrument, held, closedSize), decimals),
  };
}
