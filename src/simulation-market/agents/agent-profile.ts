import type { InstrumentFacts } from "../market-port.ts";

/**
 * Activity of the agents on one instrument. Values in US dollars, distances in basis points of the
 * price.
 */
export type AgentProfile = {
  readonly levelsPerSide: number;
  readonly halfSpreadBp: number;
  /** Distance of the last level from the fair price. */
  readonly depthBp: number;
  readonly topLevelValue: number;
  readonly makerStepMs: number;
  readonly makerMovesPerStep: number;
  readonly takerMeanMs: number;
  readonly takerValueMin: number;
  readonly takerValueMax: number;
  readonly trendMeanMs: number;
  readonly noiseMeanMs: number;
  readonly noiseOrdersMax: number;
  /** Inventory at which an agent only reduces its position. */
  readonly inventoryValueMax: number;
};

const MAJOR: AgentProfile = {
  levelsPerSide: 24,
  halfSpreadBp: 0.35,
  depthBp: 120,
  topLevelValue: 6_000,
  makerStepMs: 400,
  makerMovesPerStep: 2,
  takerMeanMs: 1_600,
  takerValueMin: 40,
  takerValueMax: 150_000,
  trendMeanMs: 6_000,
  noiseMeanMs: 1_500,
  noiseOrdersMax: 8,
  inventoryValueMax: 2_000_000,
};

const MIDDLE: AgentProfile = {
  ...MAJOR,
  levelsPerSide: 20,
  halfSpreadBp: 0.8,
  depthBp: 150,
  topLevelValue: 2_500,
  makerStepMs: 700,
  takerMeanMs: 3_500,
  takerValueMax: 60_000,
  trendMeanMs: 10_000,
  noiseMeanMs: 3_000,
  noiseOrdersMax: 6,
  inventoryValueMax: 800_000,
};

const MINOR: AgentProfile = {
  ...MIDDLE,
  levelsPerSide: 20,
  halfSpreadBp: 1.2,
  depthBp: 180,
  topLevelValue: 1_500,
  makerStepMs: 1_000,
  takerMeanMs: 8_000,
  takerValueMax: 30_000,
  trendMeanMs: 20_000,
  noiseMeanMs: 7_000,
  noiseOrdersMax: 4,
  inventoryValueMax: 400_000,
};

/**
 * Returns the profile of an instrument: the live BTC and ETH books against USDT are the busiest,
 * demo books the quietest.
 */
export function profileOf(instrument: InstrumentFacts): AgentProfile {
  const { category, realm, baseCode, quoteCode } = instrument;
  const isBusy = category === "spot" || category === "usdt_futures";
  if (realm !== "live" || (!isBusy && category !== "usdc_futures" && category !== "coin_futures")) {
    return MINOR;
  }
  const isLarge = baseCode === "BTC" || baseCode === "ETH";
  if (isBusy) return isLarge && quoteCode === "USDT" ? MAJOR : MIDDLE;
  return isLarge ? MIDDLE : MINOR;
}
