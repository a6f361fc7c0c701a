import type { CoinClass } from "../../market-model/coins.ts";
import type { Preset, Product } from "../../market-model/outside-market.ts";
import { DEMO_SHARE, TURNOVER_SHARE } from "../../market-model/turnover.ts";
import type { InstrumentFacts } from "../market-port.ts";
import { isPractice, modelCoinOf, productOf } from "./traded-coin.ts";

/**
 * Activity of the agents on one instrument. Values in US dollars, distances in basis points of the
 * price.
 */
export type AgentProfile = {
  /** Average turnover a day. */
  readonly dailyTurnover: number;
  readonly levelsPerSide: number;
  /** Distances of the first and the last level behind the best quotes from the fair price. */
  readonly innerBp: number;
  readonly outerBp: number;
  /** Distance of the best quotes from the fair price; they are at least a tick apart. */
  readonly halfSpreadBp: number;
  /** Movement of the fair price at which the best quotes follow it. */
  readonly toleranceBp: number;
  /** Value that rests within 10 bp of the fair price on one side. */
  readonly depthValue: number;
  readonly bestQuoteValue: number;
  /** Taker orders a minute while the activity of the coin is average, and their mean value. */
  readonly ordersPerMinute: number;
  readonly orderValueMean: number;
  readonly noisePerMinute: number;
  /** Distance beyond the best price that a taker order may reach. */
  readonly reachBp: number;
};

type ClassTerms = Pick<
  AgentProfile,
  | "levelsPerSide"
  | "innerBp"
  | "outerBp"
  | "halfSpreadBp"
  | "toleranceBp"
  | "ordersPerMinute"
  | "noisePerMinute"
> & {
  /** Value within 10 bp of the fair price on one side as a share of a day's turnover. */
  readonly depthShare: number;
};

/** The classes of coins, and the perpetuals of major coins that are margined in other coins. */
type TermsClass = CoinClass | "majorSecondary";

/** Terms of the USDT perpetual of a coin of each class, and of further perpetuals. */
const CLASSES: Readonly<Record<TermsClass, ClassTerms>> = {
  major: {
    levelsPerSide: 44,
    innerBp: 0.45,
    outerBp: 85,
    halfSpreadBp: 0,
    toleranceBp: 0.25,
    ordersPerMinute: 640,
    noisePerMinute: 630,
    depthShare: 0.000_7,
  },
  majorSecondary: {
    levelsPerSide: 26,
    innerBp: 1.2,
    outerBp: 85,
    halfSpreadBp: 0.01,
    toleranceBp: 0.6,
    ordersPerMinute: 130,
    noisePerMinute: 40,
    depthShare: 0.003,
  },
  large: {
    levelsPerSide: 26,
    innerBp: 1.4,
    outerBp: 90,
    halfSpreadBp: 0.3,
    toleranceBp: 0.7,
    ordersPerMinute: 40,
    noisePerMinute: 8,
    depthShare: 0.003,
  },
  middle: {
    levelsPerSide: 18,
    innerBp: 4,
    outerBp: 95,
    halfSpreadBp: 1.3,
    toleranceBp: 3,
    ordersPerMinute: 4,
    noisePerMinute: 2,
    depthShare: 0.003,
  },
  small: {
    levelsPerSide: 12,
    innerBp: 12,
    outerBp: 130,
    halfSpreadBp: 4,
    toleranceBp: 6,
    ordersPerMinute: 1,
    noisePerMinute: 0.4,
    depthShare: 0.003,
  },
};

/** Dated contracts and further pairs of a coin trade like the next smaller class. */
const SMALLER: Readonly<Record<CoinClass, CoinClass>> = {
  major: "large",
  large: "middle",
  middle: "small",
  small: "small",
};

/** Main instruments of a coin, practice and demo ones, and all others. */
type InstrumentKind = "main" | "play" | "further";

/** Turnover of spot pairs against another coin than USDT, relative to the USDT perpetual. */
const OTHER_QUOTE_SHARE = 0.03;

/** Taker orders and noise of spot relative to those of the perpetual. */
const SPOT_RATE = 0.7;
const SPOT_NOISE_RATE = 0.3;
/** Value within a distance grows with this power of it, as in captures of Bitcoin perpetuals. */
export const DEPTH_POWER = 1.5;
/** Depth that the best quote has, in distances of the first level behind it. */
const BEST_QUOTE_REACH = 1.4;
const REACH_INNER = 12;
const REACH_BP_MIN = 8;
const MINUTES_PER_DAY = 1_440;

/** A thin market has a tenth of the depth, fewer orders and wide quotes. */
const THIN = { depth: 0.1, rate: 0.4, spread: 5, levels: 0.5, halfSpreadBpMin: 2 } as const;

/** Returns the value that rests within a distance of the fair price on one side. */
export function depthWithin(profile: AgentProfile, distanceBp: number): number {
  return profile.depthValue * (distanceBp / 10) ** DEPTH_POWER;
}

function thinTerms(terms: ClassTerms): ClassTerms {
  const halfSpreadBp = Math.max(THIN.halfSpreadBpMin, terms.halfSpreadBp * THIN.spread);
  return {
    ...terms,
    levelsPerSide: Math.ceil(terms.levelsPerSide * THIN.levels),
    innerBp: Math.max(2 * halfSpreadBp, terms.innerBp),
    halfSpreadBp,
    toleranceBp: Math.max(halfSpreadBp, terms.toleranceBp),
    ordersPerMinute: terms.ordersPerMinute * THIN.rate,
    noisePerMinute: terms.noisePerMinute * THIN.rate,
  };
}

/** Practice and demo instruments trade two classes below their coin. */
function termsClassOf(coinClass: CoinClass, product: Product, kind: InstrumentKind): TermsClass {
  if (kind === "main") return coinClass;
  if (kind === "play") return SMALLER[SMALLER[coinClass]];
  const isPerpetual = product === "usdc" || product === "coin";
  return coinClass === "major" && isPerpetual ? "majorSecondary" : SMALLER[coinClass];
}

/**
 * Returns the profile of an instrument, or `undefined` for a coin that the generated market does
 * not have. Depth and flow follow from the turnover of the coin.
 */
export function profileOf(instrument: InstrumentFacts, preset: Preset): AgentProfile | undefined {
  const coin = modelCoinOf(instrument.baseCode);
  if (coin === undefined) return undefined;
  const product = productOf(instrument);
  const isPlay = isPractice(instrument);
  const isMain =
    !isPlay && (product === "usdt" || (product === "spot" && instrument.quoteCode === "USDT"));
  const isPair = product === "spot" && !isMain;
  const kind = isPlay ? "play" : isMain ? "main" : "further";
  const usual = CLASSES[termsClassOf(coin.class, product, kind)];
  const terms = preset === "thin" ? thinTerms(usual) : usual;
  const share = isPair ? OTHER_QUOTE_SHARE : TURNOVER_SHARE[product];
  const dailyTurnover = coin.dailyTurnover * share * (isPlay ? DEMO_SHARE : 1);
  const rate = product === "spot" ? SPOT_RATE : 1;
  const depthValue = dailyTurnover * terms.depthShare * (preset === "thin" ? THIN.depth : 1);
  return {
    ...terms,
    dailyTurnover,
    depthValue,
    bestQuoteValue: depthValue * ((BEST_QUOTE_REACH * terms.innerBp) / 10) ** DEPTH_POWER,
    ordersPerMinute: terms.ordersPerMinute * rate,
    noisePerMinute: terms.noisePerMinute * (product === "spot" ? SPOT_NOISE_RATE : 1),
    orderValueMean:
      (dailyTurnover * (preset === "thin" ? THIN.rate : 1)) /
      (terms.ordersPerMinute * rate * MINUTES_PER_DAY),
    reachBp: Math.max(REACH_BP_MIN, REACH_INNER * terms.innerBp),
  };
}
