/** What outsiders do in the runs that measure their impact. */
import { lots, type Ticks, ticks } from "../../../src/core/money/units.ts";
import { placeOrderOf } from "../../../src/simulation-market/market-port.ts";
import { IMPACT_BTC } from "../figures.ts";
import type { GeneratedMarket } from "./generated-market.ts";

/** Buys `IMPACT_BTC` of the BTC perpetual with one market order. */
export function buyAtMarket({ exchange, instruments, outsiders }: GeneratedMarket): void {
  const { index: instrument, sizeDecimals } = instruments.btc_perp;
  exchange.command(
    placeOrderOf({
      ...{ user: outsiders[0] ?? 0, instrument, side: "buy" },
      ...{ orderType: "market", timeInForce: "ioc", size: lots(IMPACT_BTC * 10 ** sizeDecimals) },
    }),
  );
}

export const DUST_TRADES = 2_000;
export const DUST_INTERVAL_MS = 100;

/**
 * Trades 0.01 ETH between two outsiders. Where there is room between the best prices, one offers
 * below the best ask and the other buys it: always a buyer as taker, the roles exchanged each time.
 * Where there is none, they take in turn from both sides of the book.
 */
function tradeDust({ exchange, instruments, outsiders }: GeneratedMarket, count: number): void {
  const { index: instrument, sizeDecimals } = instruments.eth_perp;
  const { bids, asks } = exchange.books.of(instrument);
  const [maker = 0, taker = 0] = count % 2 === 0 ? outsiders : outsiders.toReversed();
  const size = lots(10 ** (sizeDecimals - 2));
  const order = (user: number, side: "buy" | "sell", price: Ticks, isIoc: boolean): void => {
    const timeInForce = isIoc ? "ioc" : "gtc";
    exchange.command(placeOrderOf({ user, instrument, side, price, size, timeInForce }));
  };
  if (asks.bestPrice - bids.bestPrice >= 2) {
    const price = ticks(asks.bestPrice - 1);
    order(maker, "sell", price, false);
    order(taker, "buy", price, true);
  } else if (count % 4 < 2) order(taker, "buy", asks.bestPrice, true);
  else order(taker, "sell", bids.bestPrice, true);
}

/** Schedules `DUST_TRADES` from now on. */
export function startDust(market: GeneratedMarket): void {
  let count = 0;
  const next = (): void => {
    tradeDust(market, count);
    count += 1;
    if (count < DUST_TRADES) market.exchange.schedule(DUST_INTERVAL_MS, next);
  };
  next();
}
