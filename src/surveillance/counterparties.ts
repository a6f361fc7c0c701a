import type { Counterparty } from "./alerts.ts";
import type { ObservedMarket } from "./observed-market.ts";
import { ALERT_COUNTERPARTIES_MAX } from "./surveillance-limits.ts";
import type { ObservedTrade, TradeRing } from "./trade-ring.ts";

type Sums = {
  boughtLots: number;
  soldLots: number;
  boughtWorth: number;
  soldWorth: number;
};

type Other = { trades: number; valueUsd: number; readonly sums: Map<number, Sums> };

function newSums(): Sums {
  return { boughtLots: 0, soldLots: 0, boughtWorth: 0, soldWorth: 0 };
}

/** Adds a trade as the other side sees it. */
function addTrade(
  market: ObservedMarket,
  other: Other,
  trade: ObservedTrade,
  isBought: boolean,
): void {
  const { instrument, price, size } = trade;
  const sums = other.sums.get(instrument) ?? newSums();
  other.sums.set(instrument, sums);
  const worth = market.worth(instrument, price, size);
  const valueUsd = market.valueUsd(instrument, price, size);
  other.trades += 1;
  other.valueUsd += valueUsd;
  if (isBought) {
    sums.boughtLots += size;
    sums.boughtWorth += worth;
  } else {
    sums.soldLots += size;
    sums.soldWorth += worth;
  }
}

/**
 * Who stood on the other side of a user's trades since a time, with what they gained from them at
 * present prices: the largest gain first. Walks the kept trades once.
 */
export function counterpartiesOf(
  parts: {
    readonly market: ObservedMarket;
    readonly trades: TradeRing;
    readonly linkedBy: (user: number) => readonly string[];
  },
  user: number,
  sinceMs: number,
): Counterparty[] {
  const { linkedBy, market, trades } = parts;
  const others = new Map<number, Other>();
  trades.walk(sinceMs, (taker, maker, place) => {
    if (taker === maker || (taker !== user && maker !== user)) return true;
    const index = taker === user ? maker : taker;
    const other = others.get(index) ?? { trades: 0, valueUsd: 0, sums: new Map() };
    others.set(index, other);
    const trade = trades.at(place);
    addTrade(market, other, trade, (taker === index) === trade.isTakerBuy);
    return true;
  });
  return Array.from(others, ([index, { sums, ...totals }]) => {
    let gainUsd = 0;
    for (const [instrument, sum] of sums) gainUsd += market.gainUsd(instrument, sum);
    return { user: index, ...totals, gainUsd };
  })
    .sort((one, other) => other.gainUsd - one.gainUsd || one.user - other.user)
    .slice(0, ALERT_COUNTERPARTIES_MAX)
    .map((one) => ({ ...one, linkedBy: linkedBy(one.user) }));
}
