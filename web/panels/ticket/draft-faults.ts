/** What is wrong with a draft, by the field that it is about, and what would be right. */
import Big from "big.js";
import { short } from "../../numbers/format.ts";
import {
  baseSize,
  bigOf,
  carriesExits,
  type Draft,
  exitPrices,
  expectedPrice,
  isAmountOrder,
  isClosingOrder,
  needsPrice,
  type TicketContext,
  unitOf,
} from "./draft.ts";

export type TicketField =
  | "price"
  | "size"
  | "triggerPrice"
  | "callback"
  | "takeProfit"
  | "stopLoss";
export type Faults = Partial<Record<TicketField, string>>;

/** Returns the faults of the fields; fields that are still empty have none. */
export function faultsOf(draft: Draft, context: TicketContext): Faults {
  return Object.fromEntries(
    Object.entries({
      price: needsPrice(draft, context.instrument) ? priceFault(draft.price, context) : undefined,
      triggerPrice: needsTrigger(draft) ? priceFault(draft.triggerPrice, context) : undefined,
      size: sizeFault(draft, context),
      callback: draft.type === "trailing" ? callbackFault(draft.callback) : undefined,
      ...exitFaults(draft, context),
    }).filter(([, fault]) => fault !== undefined),
  );
}

/** Whether the draft has everything that its order needs, and nothing wrong. */
export function isComplete(draft: Draft, context: TicketContext): boolean {
  const size = isAmountOrder(draft, context.instrument)
    ? bigOf(draft.size)
    : baseSize(draft, context);
  if (size === undefined || size.lte(0)) return false;
  if (needsPrice(draft, context.instrument) && bigOf(draft.price) === undefined) return false;
  if (draft.type === "trigger" && bigOf(draft.triggerPrice) === undefined) return false;
  if (draft.type === "trailing" && bigOf(draft.callback) === undefined) return false;
  return Object.keys(faultsOf(draft, context)).length === 0;
}

function needsTrigger({ type }: Draft): boolean {
  return type === "trigger" || type === "trailing";
}

function priceFault(text: string, { instrument }: TicketContext): string | undefined {
  if (text === "") return undefined;
  const price = bigOf(text);
  if (price === undefined) return "Write a price, such as 100.5";
  if (price.lte(0)) return "The price must be above zero";
  const step = new Big(instrument.priceStep);
  if (step.gt(0) && !price.mod(step).eq(0)) {
    return `The price must be a multiple of ${short(instrument.priceStep)}`;
  }
  return undefined;
}

function sizeFault(draft: Draft, context: TicketContext): string | undefined {
  const { instrument } = context;
  if (draft.size === "") return undefined;
  const written = bigOf(draft.size);
  if (written === undefined) return "Write a size, such as 0.25";
  if (isAmountOrder(draft, instrument)) {
    const least = bigOf(instrument.notionalMin);
    if (least === undefined || written.gte(least)) return undefined;
    return `At least ${short(instrument.notionalMin)} ${instrument.quote}`;
  }
  const size = baseSize(draft, context);
  if (size === undefined) return undefined;
  const step = new Big(instrument.sizeStep);
  if (unitOf(draft, instrument) === "base" && step.gt(0) && !size.mod(step).eq(0)) {
    return `The size must be a multiple of ${short(instrument.sizeStep)} ${instrument.base}`;
  }
  return boundsFault(draft, context, size);
}

function boundsFault(draft: Draft, context: TicketContext, size: Big): string | undefined {
  const { instrument } = context;
  const least = bigOf(instrument.sizeMin);
  if (least !== undefined && size.lt(least)) {
    return `At least ${short(instrument.sizeMin)} ${instrument.base}`;
  }
  const most = draft.type === "market" ? instrument.marketSizeMax : instrument.sizeMax;
  const largest = bigOf(most);
  if (largest?.gt(0) && size.gt(largest)) {
    return `At most ${short(most)} ${instrument.base} in one order`;
  }
  const price = bigOf(expectedPrice(draft, context));
  const value = bigOf(instrument.notionalMin);
  if (price === undefined || price.lte(0) || value === undefined) return undefined;
  if (isClosingOrder(draft, context)) return undefined;
  return size.times(price).lt(value)
    ? `The order must be worth at least ${short(instrument.notionalMin)} ${instrument.quote}`
    : undefined;
}

function callbackFault(text: string): string | undefined {
  const rate = bigOf(text);
  return rate === undefined || rate.lte(0) || rate.gte(100)
    ? "Write a distance in per cent, such as 1.5"
    : undefined;
}

function exitFaults(draft: Draft, context: TicketContext): Faults {
  if (!draft.hasExits || !carriesExits(draft, context.instrument)) return {};
  const entry = bigOf(expectedPrice(draft, context));
  const prices = exitPrices(draft, context);
  const judge = (kind: "takeProfit" | "stopLoss"): string | undefined => {
    if (draft[kind] === "") return undefined;
    if (bigOf(draft[kind]) === undefined) return "Write a number, such as 5";
    const price = bigOf(prices[kind]);
    if (price === undefined) {
      // After an order the size is empty again: a distance is not wrong before there is one.
      const isOpen = draft.size === "" || entry === undefined;
      return isOpen ? undefined : "No price above zero is that far away";
    }
    const fault = priceFault(prices[kind], context);
    if (fault !== undefined || entry === undefined) return fault;
    const mustBeAbove = (draft.side === "buy") === (kind === "takeProfit");
    if (mustBeAbove ? price.gt(entry) : price.lt(entry)) return undefined;
    return `It must be ${mustBeAbove ? "above" : "below"} ${short(entry.toFixed())}`;
  };
  const takeProfit = judge("takeProfit");
  const stopLoss = judge("stopLoss");
  return {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
}
