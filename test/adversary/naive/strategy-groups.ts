/** The strategies that run side by side: those of a group trade in different books. */
import { BasisArbitrage, FundingCarry } from "./carrying.ts";
import { Directional } from "./directional.ts";
import { SMALL_COIN } from "./listed.ts";
import { Ping } from "./pinging.ts";
import { DustPump, MomentumIgnition, RoundTrip } from "./pushing.ts";
import { QuoteInside } from "./quoting.ts";
import { Sniper } from "./sniping.ts";
import type { Strategy, StrategyContext } from "./strategy.ts";

type Group = (context: StrategyContext) => readonly Strategy[];

const perpetual = ({ market }: StrategyContext, base: string) =>
  market.find("usdt_futures", `${base}USDT`);
const spot = ({ market }: StrategyContext) => market.find("spot", "BTCUSDT");

export const STRATEGY_GROUPS = {
  "quotes, pings and dust": (context) => [
    new QuoteInside(context, perpetual(context, "BTC")),
    new Ping(context, spot(context)),
    new Directional(context, {
      ...{ title: "momentum", instrument: perpetual(context, "ETH") },
      ...{ lookBack: 60, hold: 300 },
    }),
    new DustPump(context, perpetual(context, SMALL_COIN)),
  ],
  takers: (context) => [
    new Sniper(context),
    new FundingCarry(context, { spot: spot(context), perpetual: perpetual(context, "BTC") }),
    new BasisArbitrage(context, { spot: spot(context), perpetual: perpetual(context, "BTC") }),
    new Directional(context, {
      ...{ title: "momentum", instrument: perpetual(context, SMALL_COIN) },
      ...{ lookBack: 30, hold: 60 },
    }),
    new Directional(context, {
      ...{ title: "mean reversion", instrument: perpetual(context, "ETH") },
      ...{ lookBack: 5, hold: 10 },
    }),
  ],
  "quotes and pings in other books": (context) => [
    new QuoteInside(context, spot(context)),
    new QuoteInside(context, perpetual(context, SMALL_COIN)),
    new Ping(context, perpetual(context, "BTC")),
    new Directional(context, {
      ...{ title: "mean reversion", instrument: perpetual(context, "ETH") },
      ...{ lookBack: 60, hold: 300 },
    }),
  ],
  "large orders": (context) => [
    new MomentumIgnition(context, perpetual(context, "BTC")),
    new RoundTrip(context, perpetual(context, "ETH"), 500_000),
    new RoundTrip(context, perpetual(context, SMALL_COIN), 200_000),
  ],
} as const satisfies Readonly<Record<string, Group>>;
