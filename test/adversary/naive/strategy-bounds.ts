import { SMALL_COIN } from "./listed.ts";

/**
 * The most that each naive strategy may gain in six hours; decision 0086 quotes what was measured.
 * Before fees a strategy may gain `basisPoints` of what it trades, and `chance` dollars: three
 * deviations of its result when its positions earn nothing on average, at twice the ordinary
 * volatility.
 */
export type StrategyBound = {
  readonly basisPoints: number;
  readonly chance: number;
  readonly reason: string;
};

const MAKER =
  "a quote at the touch earns at most half a spread, and is taken when the price passes it";
const TAKER = "a taker pays half a spread; what follows its own order is bounded by the impact";
const DIRECTION = "returns have no memory; chance: 50,000 dollars × volatility of the holding time";
const FLAT = "equal positions in two products; chance: movement of the basis";

export const STRATEGY_BOUNDS: Readonly<Record<string, StrategyBound>> = {
  "quote inside BTCUSDT usdt_futures": { basisPoints: 0.5, chance: 3_000, reason: MAKER },
  [`quote inside ${SMALL_COIN}USDT usdt_futures`]: { basisPoints: 1, chance: 3_000, reason: MAKER },
  "quote inside BTCUSDT spot": { basisPoints: 0.5, chance: 3_000, reason: MAKER },
  "ping BTCUSDT usdt_futures": { basisPoints: 1, chance: 2_500, reason: TAKER },
  "ping BTCUSDT spot": { basisPoints: 1, chance: 2_500, reason: TAKER },
  "snipe stale quotes": { basisPoints: 2, chance: 2_000, reason: TAKER },
  "momentum ETHUSDT 60 s": { basisPoints: 1, chance: 5_000, reason: DIRECTION },
  [`momentum ${SMALL_COIN}USDT 30 s`]: { basisPoints: 1, chance: 5_000, reason: DIRECTION },
  "mean reversion ETHUSDT 60 s": { basisPoints: 1, chance: 5_000, reason: DIRECTION },
  "mean reversion ETHUSDT 5 s": { basisPoints: 1, chance: 5_000, reason: DIRECTION },
  "collect funding": { basisPoints: 3, chance: 1_000, reason: FLAT },
  "basis arbitrage": { basisPoints: 1, chance: 1_000, reason: FLAT },
  [`pump with dust ${SMALL_COIN}USDT`]: { basisPoints: 1, chance: 8_000, reason: TAKER },
  [`round trip ${SMALL_COIN}USDT 200000`]: { basisPoints: 5, chance: 2_500, reason: TAKER },
  "round trip ETHUSDT 500000": { basisPoints: 1, chance: 5_000, reason: TAKER },
  "ignite momentum BTCUSDT": { basisPoints: 1, chance: 15_000, reason: TAKER },
};
