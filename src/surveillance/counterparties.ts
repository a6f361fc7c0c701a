import type { Counterparty } from "./alerts.ts";
import type { ObservedMarket } from "./observed-market.ts";
import { ALERT_COUNTERPARTIES_MAX } from "./surveillance-limits.ts";
import type { ObservedTrade, TradeRing } from "./trade-ring.ts";

type Sums = {
  boughtLots: number;
  soldLots: number;
  boughtNotional: number;
  soldNotional: number;
};

type CounterpartyTotals = { trades: number; valueUsd: number; readonly sums: Map<number, Sums> };

function newSums(): Sums {
  return { boughtLots: 0, soldLots: 0, boughtNotional: 0, soldNotional: 0 };
}

/** Adds a trade from the counterparty's perspective. */
function addTrade(
  market: ObservedMarket,
  other: CounterpartyTotals,
  trade: ObservedTrade,
  isBought: boolean,
): void {
  const { instrument, price, size } = trade;
  const sums = other.sums.get(instrument) ?? newSums();
  other.sums.set(instrument, sums);
  const notional = market.notional(instrument, price, size);
  const valueUsd = market.valueUsd(instrument, price, size);
  other.trades += 1;
  other.valueUsd += valueUsd;
  if (isBought) {
    sums.boughtLots += size;
    sums.boughtNotional += notional;
  } else {
    sums.soldLots += size;
    sums.soldNotional += notional;
  }
}

/**
 * Returns the counterparties of a user's trades since a time with their gains at present prices,
 * largest gain first. Scans the kept trades once.
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
  const others = new Map<number, CounterpartyTotals>();
  trades.walk(sinceMs, (taker, maker, offset) => {
    if (taker === maker || (taker !== user && maker !== user)) return true;
    const index = taker === user ? maker : taker;
    const other = others.get(index) ?? { trades: 0, valueUsd: 0, sums: new Map() };
    others.set(index, other);
    const trade = trades.at(offset);
    addTrade(market, other, trade, (taker === index) === trade.isTakerBuy);
    return true;
  });
  return Array.from(others, ([index, { sums, ...totals }]) => {
    let gainUsd = 0;
    for (const [instrument, sum] of sums) gainUsd += market.gainUsd(instrument, sum);
    return { user: index, ...totals, gainUsd };
  })
    .sort((left, right) => right.gainUsd - left.gainUsd || left.user - right.user)
    .slice(0, ALERT_COUNTERPARTIES_MAX)
    .map((counterparty) => ({ ...counterparty, linkedBy: linkedBy(counterparty.user) }));
}
