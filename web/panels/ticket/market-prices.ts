import { bigOf, downTo, type TicketContext } from "./draft.ts";

/** Names and prices of the market on its price step; empty text where there is none. */
export function marketPrices({
  askPrice,
  bidPrice,
  instrument,
  lastPrice,
}: TicketContext): readonly (readonly [name: string, price: string])[] {
  const { priceDecimals, priceStep } = instrument;
  const [ask, bid] = [bigOf(askPrice), bigOf(bidPrice)];
  const middle = ask === undefined || bid === undefined ? undefined : ask.plus(bid).div(2);
  const written = (price: typeof ask): string =>
    price?.gt(0) === true ? downTo(price, priceStep).toFixed(priceDecimals) : "";
  return [
    ["Last", written(bigOf(lastPrice))],
    ["Bid", written(bid)],
    ["Mid", written(middle)],
    ["Ask", written(ask)],
  ];
}
