import type { Preset } from "./outside-market.ts";

/** How a preset changes the model; the seed decides everything else. */
export type PresetTerms = {
  /** Factor on the volatility of all coins. */
  readonly volatility: number;
  /** Factor on the frequency of news. */
  readonly news: number;
  /** Whether the market falls by a third in the first hours. */
  readonly crashes: boolean;
  /** Whether prices move at all. */
  readonly moves: boolean;
};

const NORMAL: PresetTerms = { volatility: 1, news: 1, crashes: false, moves: true };

/** Thin books are a matter of the agents: the prices of `thin` are normal. */
export const PRESET_TERMS: Readonly<Record<Preset, PresetTerms>> = {
  calm: { ...NORMAL, volatility: 0.5, news: 0.5 },
  normal: NORMAL,
  wild: { ...NORMAL, volatility: 2, news: 3 },
  crash: { ...NORMAL, crashes: true },
  thin: NORMAL,
  off: { ...NORMAL, moves: false },
};
