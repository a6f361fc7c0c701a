/** Thresholds of the detectors, which the operator may change; a start begins with the defaults. */
export type Figures = {
  /** Length of the window, in ms. Sums cover the present window and the one before. */
  readonly windowMs: number;
  /** Self-matching: trades of a pair and their value in US dollars. */
  readonly selfTradesMin: number;
  readonly selfValueMin: number;
  /** Wash trades: value of a pair in US dollars, and how often the direction turned. */
  readonly washValueMin: number;
  readonly washTurnsMin: number;
  /** Wash trades: largest net size of the pair, in percent of what it traded. */
  readonly washNetPercentMax: number;
  /** Wash trades: least share of the pair in the volume of each of the two, in percent. */
  readonly washSharePercentMin: number;
  /** Wash trades: how many times what chance would have the two trade with each other. */
  readonly washTimesChanceMin: number;
  /** Wash trades: from this share of all that was traded on, in percent, a pair is the market. */
  readonly washMarketPercentMin: number;
  /** Band walking: orders of a group that traded at the edge, and what is the edge, in percent. */
  readonly bandOrdersMin: number;
  readonly bandEdgePercent: number;
  /** Fund draws: loss borne by fund, pool or deleveraging, in US dollars. */
  readonly drawValueMin: number;
  /** Fast profit: gain in US dollars, and in percent of the value of the pair. */
  readonly profitValueMin: number;
  readonly profitPercentMin: number;
};

export type FigureName = keyof Figures;

export const DEFAULT_FIGURES: Figures = Object.freeze({
  windowMs: 600_000,
  selfTradesMin: 3,
  selfValueMin: 10_000,
  washValueMin: 50_000,
  washTurnsMin: 4,
  washNetPercentMax: 10,
  washSharePercentMin: 60,
  washTimesChanceMin: 2,
  washMarketPercentMin: 95,
  bandOrdersMin: 3,
  bandEdgePercent: 90,
  drawValueMin: 100,
  profitValueMin: 10_000,
  profitPercentMin: 2,
});

/** Smallest and largest value of each figure; all are whole numbers. */
export const FIGURE_BOUNDS: Readonly<Record<FigureName, readonly [min: number, max: number]>> = {
  windowMs: [1_000, 86_400_000],
  selfTradesMin: [1, 1_000_000],
  selfValueMin: [0, 1_000_000_000],
  washValueMin: [0, 1_000_000_000],
  washTurnsMin: [1, 1_000_000],
  washNetPercentMax: [0, 100],
  washSharePercentMin: [1, 100],
  washTimesChanceMin: [1, 1_000],
  washMarketPercentMin: [1, 100],
  bandOrdersMin: [1, 1_000_000],
  bandEdgePercent: [1, 100],
  drawValueMin: [0, 1_000_000_000],
  profitValueMin: [0, 1_000_000_000],
  profitPercentMin: [0, 100],
};
