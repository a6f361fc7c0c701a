import type { BookRecording } from "./book-recording.ts";
import { correlation, deviation, logReturns, mean, shareOf } from "./series.ts";

/** Price of two taker orders, one in each market, at the taker fee of 0.06 %, in basis points. */
export const TWO_TAKER_FEES_BP = 12;

/** Seconds that both recordings have, as best prices in dollars. */
type CommonSeconds = {
  readonly spotBids: number[];
  readonly spotAsks: number[];
  readonly futuresBids: number[];
  readonly futuresAsks: number[];
};

function dollars(prices: readonly number[], { tickDollars }: BookRecording): number[] {
  return prices.map((price) => price * tickDollars);
}

function commonSeconds(spot: BookRecording, futures: BookRecording): CommonSeconds {
  const start = Math.max(spot.startSecond, futures.startSecond);
  const end = Math.min(spot.startSecond + spot.seconds, futures.startSecond + futures.seconds);
  const part = (prices: readonly number[], recording: BookRecording): number[] =>
    dollars(prices.slice(start - recording.startSecond, end - recording.startSecond), recording);
  return {
    spotBids: part(spot.bids, spot),
    spotAsks: part(spot.asks, spot),
    futuresBids: part(futures.bids, futures),
    futuresAsks: part(futures.asks, futures),
  };
}

const middles = (bids: readonly number[], asks: readonly number[]): number[] =>
  bids.map((bid, index) => (bid + (asks[index] ?? 0)) / 2);

/** Correlation of the returns of both middle prices over one second. */
export function secondCorrelation(spot: BookRecording, futures: BookRecording): number {
  const { spotBids, spotAsks, futuresBids, futuresAsks } = commonSeconds(spot, futures);
  return correlation(
    logReturns(middles(spotBids, spotAsks)),
    logReturns(middles(futuresBids, futuresAsks)),
  );
}

/**
 * Gain in basis points of buying in one market and selling in the other at the best prices, per
 * second; negative where the books do not cross.
 */
function crossings(spot: BookRecording, futures: BookRecording): number[] {
  const { spotBids, spotAsks, futuresBids, futuresAsks } = commonSeconds(spot, futures);
  return spotBids.map((spotBid, index) => {
    const spotAsk = spotAsks[index] ?? 0;
    const gain = Math.max(spotBid - (futuresAsks[index] ?? 0), (futuresBids[index] ?? 0) - spotAsk);
    return (gain / spotAsk) * 10_000;
  });
}

/** Share of the seconds in which the bid of one market is above the ask of the other. */
export function crossedShare(spot: BookRecording, futures: BookRecording): number {
  return shareOf(crossings(spot, futures), (gain) => gain > 0);
}

/** Share of the seconds in which the crossing pays the taker fees of both orders. */
export function paidCrossedShare(spot: BookRecording, futures: BookRecording): number {
  return shareOf(crossings(spot, futures), (gain) => gain > TWO_TAKER_FEES_BP);
}

function bases(spot: BookRecording, futures: BookRecording): number[] {
  const { spotBids, spotAsks, futuresBids, futuresAsks } = commonSeconds(spot, futures);
  const spotMiddles = middles(spotBids, spotAsks);
  return middles(futuresBids, futuresAsks).map(
    (middle, index) => (middle / (spotMiddles[index] ?? Number.NaN) - 1) * 10_000,
  );
}

/** Middle price of the futures contract relative to that of spot, mean in basis points. */
export function basisMean(spot: BookRecording, futures: BookRecording): number {
  return mean(bases(spot, futures));
}

/** Standard deviation of that relation, in basis points. */
export function basisDeviation(spot: BookRecording, futures: BookRecording): number {
  return deviation(bases(spot, futures));
}
