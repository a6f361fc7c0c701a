/** The orders of members: sizes and prices in ticks and lots, from dollars and the touch. */
import type { PlaceOrder } from "../../core/commands/commands.ts";
import { lots, ticks } from "../../core/money/units.ts";
import type { Random } from "../../market-model/random.ts";
import { sizeOfValue } from "../agents/order-size.ts";
import { type BookView, type InstrumentFacts, placeOrderOf } from "../market-port.ts";
import type { MemberPosition } from "./crowd-accounts.ts";
import type { MemberTraits } from "./member-traits.ts";

/** Odds that a member waits in the queue instead of taking the other side. */
const RESTING_ODDS = 0.35;
const MARKET_ODDS = 0.5;
/** Larger orders have a limit price, so that they do not sweep a thin book. */
const MARKET_DOLLARS_MAX = 20_000;
/** Distance of limit prices: of a taking order beyond the touch, of a resting one behind it. */
const SLIPPAGE_MAX = 0.001_5;
const BEHIND_MEAN = 0.000_5;

const NO_EXITS = {
  profitTrigger: ticks(0),
  profitBy: "mark",
  profitPrice: ticks(0),
  lossTrigger: ticks(0),
  lossBy: "mark",
  lossPrice: ticks(0),
} as const;

/** Returns the middle of the touch in ticks; 0 while a side is empty. */
export function middleOf(book: BookView): number {
  const [bid, ask] = [book.bestBid(), book.bestAsk()];
  return bid > 0 && ask > 0 ? (bid + ask) / 2 : 0;
}

/** Stop-loss and take-profit of an order at a price, by the traits of the member. */
function exitsOf(
  traits: MemberTraits,
  order: { readonly price: number; readonly isLong: boolean; readonly leverage: number },
): PlaceOrder["exits"] {
  const { profitTarget, placesTakeProfit, stopShare } = traits;
  const { price, isLong, leverage } = order;
  const direction = isLong ? 1 : -1;
  /** The trigger at a gain (or, negative, a loss) of this share of the margin. */
  const triggerAt = (gain: number): number => {
    const trigger = price * (1 + (direction * gain) / leverage);
    return Math.max(1, Math.round(trigger));
  };
  if (stopShare === 0 && !placesTakeProfit) return undefined;
  return {
    ...NO_EXITS,
    profitTrigger: ticks(placesTakeProfit ? triggerAt(profitTarget) : 0),
    lossTrigger: ticks(stopShare > 0 ? triggerAt(-stopShare) : 0),
  };
}

export type Opening = {
  readonly instrument: InstrumentFacts;
  readonly isLong: boolean;
  readonly leverage: number;
  readonly dollars: number;
};

/** An order, and whether it may stay in the book. */
export type MemberOrder = { readonly order: PlaceOrder; readonly isResting: boolean };

/** Returns an order that opens a position of so many dollars: resting, market or limited IOC. */
export function openingOrder(
  user: number,
  opening: Opening,
  context: { readonly traits: MemberTraits; readonly book: BookView; readonly random: Random },
): MemberOrder {
  const { instrument, isLong, leverage, dollars: value } = opening;
  const { traits, book, random } = context;
  const [near, far] = isLong ? [book.bestBid(), book.bestAsk()] : [book.bestAsk(), book.bestBid()];
  const sign = isLong ? 1 : -1;
  const isResting = random.chance(RESTING_ODDS);
  const isMarket = !isResting && value <= MARKET_DOLLARS_MAX && random.chance(MARKET_ODDS);
  const price = isResting
    ? Math.max(1, near - sign * Math.round(near * random.exponential(BEHIND_MEAN)))
    : Math.max(1, far + sign * Math.floor(far * random.between(0, SLIPPAGE_MAX)));
  const order = placeOrderOf({
    user,
    instrument: instrument.index,
    side: isLong ? "buy" : "sell",
    orderType: isMarket ? "market" : "limit",
    timeInForce: isResting ? "gtc" : "ioc",
    price: ticks(isMarket ? 0 : price),
    size: lots(sizeOfValue(instrument, { value, price, isMarket })),
    exits: exitsOf(traits, { price, isLong, leverage }),
    opening: { marginMode: traits.marginMode },
  });
  return { order, isResting };
}

/** Returns an IOC order that closes a position, or a part of it worth so many dollars. */
export function closingOrder(
  user: number,
  position: MemberPosition,
  context: {
    readonly instrument: InstrumentFacts;
    readonly book: BookView;
    readonly dollarsMax: number;
  },
): PlaceOrder {
  const { instrument, book, dollarsMax: value } = context;
  const price = position.isLong
    ? Math.ceil(book.bestBid() * (1 - SLIPPAGE_MAX))
    : Math.floor(book.bestAsk() * (1 + SLIPPAGE_MAX));
  return placeOrderOf({
    user,
    instrument: instrument.index,
    side: position.isLong ? "sell" : "buy",
    timeInForce: "ioc",
    reduceOnly: true,
    price: ticks(price),
    size: lots(Math.min(position.size, sizeOfValue(instrument, { value, price }))),
  });
}
