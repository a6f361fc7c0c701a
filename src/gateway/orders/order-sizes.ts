/**
 * Conversion of sizes in the base coin to lots of futures orders (decision 0057). Lots of inverse
 * contracts are USD of face. An opening size is converted at the price of the order, a closing size
 * by its share of the position as rows report it. All functions throw the errors of the dialect.
 */
import type { OrderType, PositionSide, Side } from "../../core/base/vocabulary.ts";
import { hasPrice } from "../../core/base/word-traits.ts";
import type { SizingTerms } from "../../core/commands/order-fields.ts";
import { LOTS_MAX, type Lots, lots, type Ticks, ZERO_LOTS } from "../../core/money/units.ts";
import {
  heldSteps,
  lotsOfSteps,
  type OrderedSize,
  orderedSteps,
  partSteps,
  priceOfSteps,
  sizingAt,
} from "../../wire/sizes.ts";
import type { HeldPosition, OrderContext, OrderInstrument } from "./order-context.ts";
import { sizeLots, sizeSteps, type UnitErrors } from "./order-units.ts";

/** Size of a command, and the price of its conversion on inverse contracts. */
export interface ConvertedSize {
  readonly size: Lots;
  readonly sizing?: SizingTerms;
}

/** Terms of an order that determine the conversion of its size. */
export interface SizingOrder {
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly orderType: OrderType;
  /** Limit price; 0 for a market order. */
  readonly price: Ticks;
  /** Trigger price of a plan. */
  readonly triggerPrice?: Ticks;
  readonly clientOrderId?: string;
}

/** The parts of a conversion that every function needs. */
export interface SizeUnits {
  readonly context: OrderContext;
  readonly instrument: OrderInstrument;
  readonly errors: UnitErrors;
}

function bounded(count: number, errors: UnitErrors): Lots {
  if (count > LOTS_MAX) throw errors.sizeOutOfRange();
  return lots(count);
}

/** Lots of a part of a position: all that is held or can be closed if that size was reported. */
function shareOf(instrument: OrderInstrument, held: HeldPosition, steps: number): number {
  const total = heldSteps(instrument, held);
  if (steps === total) return held.size;
  if (steps === partSteps(instrument, held, held.closable)) return held.closable;
  return Number((BigInt(held.size) * BigInt(steps)) / BigInt(total));
}

/** Lots of a closing size; a size beyond the position adds the rest at a price. */
function closingLots(
  { errors, instrument }: SizeUnits,
  held: HeldPosition,
  steps: number,
  priceE6: number,
): ConvertedSize {
  if (steps === 0) return { size: ZERO_LOTS };
  const total = heldSteps(instrument, held);
  const isPart = steps <= total;
  const beyond = isPart ? 0 : lotsOfSteps(instrument, steps - total, priceE6);
  const share = isPart ? shareOf(instrument, held, steps) : held.size + beyond;
  const size = bounded(share, errors);
  return { size, sizing: { priceE6: priceOfSteps(instrument, size, steps) } };
}

function openingLots(
  { errors, instrument }: SizeUnits,
  steps: number,
  priceE6: number,
): ConvertedSize {
  const size = bounded(lotsOfSteps(instrument, steps, priceE6), errors);
  return { size, sizing: { priceE6 } };
}

/** Returns the size if an open order with the client id was sent with it, as it was converted. */
function repeatedSize(
  { context, instrument }: SizeUnits,
  steps: number,
  clientOrderId: string,
): ConvertedSize | undefined {
  if (clientOrderId === "") return undefined;
  const { directory, principal } = context;
  const open = directory.openOrder(principal.userIndex, 0, clientOrderId);
  if (open === undefined || open.instrument !== instrument.index) return undefined;
  if (orderedSteps(instrument, open) !== steps) return undefined;
  return { size: lots(open.size), sizing: { priceE6: open.sizingPriceE6 } };
}

/** Returns the position that an order closes, or would close before it opens another. */
function closedBy(units: SizeUnits, order: SizingOrder): HeldPosition | undefined {
  const { context, instrument } = units;
  const side = order.side === "sell" ? "long" : "short";
  const isOpening = order.positionSide !== "net" && order.positionSide !== side;
  if (isOpening) return undefined;
  const isPlan = order.triggerPrice !== undefined;
  const isClosingOnly = order.positionSide !== "net" || order.reduceOnly;
  if (isPlan && !isClosingOnly) return undefined;
  return context.directory.held(context.principal.userIndex, instrument.index, side);
}

/** Returns the price at which the opening size of an order is converted. */
function openingPriceOf({ context, errors, instrument }: SizeUnits, order: SizingOrder): number {
  if (hasPrice(order.orderType)) return sizingAt(order.price);
  const { triggerPrice } = order;
  const price = triggerPrice ?? context.directory.marketPrice(instrument.index, order.side);
  if (price === 0) throw errors.markPriceMissing();
  return sizingAt(price);
}

/** Returns the size of a futures order or plan. */
export function orderSize(units: SizeUnits, text: string, order: SizingOrder): ConvertedSize {
  const { errors, instrument } = units;
  if (!instrument.isInverse) return { size: sizeLots(text, instrument, errors) };
  const steps = sizeSteps(text, instrument, errors);
  const repeated = repeatedSize(units, steps, order.clientOrderId ?? "");
  if (repeated !== undefined) return repeated;
  const priceE6 = openingPriceOf(units, order);
  const held = closedBy(units, order);
  return held === undefined
    ? openingLots(units, steps, priceE6)
    : closingLots(units, held, steps, priceE6);
}

/** Returns the size of an exit of a position, of which `side` is the side. */
export function exitSizeOf(
  units: SizeUnits,
  text: string,
  exit: { readonly side: "long" | "short"; readonly trigger: Ticks },
): ConvertedSize {
  const { context, errors, instrument } = units;
  if (!instrument.isInverse) return { size: sizeLots(text, instrument, errors) };
  const steps = sizeSteps(text, instrument, errors);
  const held = context.directory.held(context.principal.userIndex, instrument.index, exit.side);
  const priceE6 = sizingAt(exit.trigger);
  return held === undefined
    ? openingLots(units, steps, priceE6)
    : closingLots(units, held, steps, priceE6);
}

/** Returns the new size of an order or plan, which keeps the price of its conversion. */
export function amendedSize(
  { errors, instrument }: Omit<SizeUnits, "context">,
  text: string,
  old: OrderedSize,
): Lots {
  if (!instrument.isInverse) return sizeLots(text, instrument, errors);
  const steps = sizeSteps(text, instrument, errors);
  // A plan for the whole position has no size, and the core ignores a new one.
  if (old.size === 0) return bounded(steps, errors);
  if (steps === orderedSteps(instrument, old)) return lots(old.size);
  return bounded(lotsOfSteps(instrument, steps, old.sizingPriceE6), errors);
}

/** Returns a size that opens at a price in ticks, for estimates. */
export function sizeAtPrice(
  { errors, instrument }: Omit<SizeUnits, "context">,
  text: string,
  price: Ticks,
): Lots {
  if (!instrument.isInverse) return sizeLots(text, instrument, errors);
  const steps = sizeSteps(text, instrument, errors);
  return bounded(lotsOfSteps(instrument, steps, sizingAt(price)), errors);
}
