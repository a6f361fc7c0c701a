/** Thresholds of the detectors. The operator may change them until the next start. */
export type Figures = {
  /** Length of a window, in ms. Sums cover the current and the previous window. */
  readonly windowMs: number;
  /** Self-matching: minimum number of trades of a pair and their value in US dollars. */
  readonly selfTradesMin: number;
  readonly selfValueMin: number;
  /**
   * Wash trades: minimum value of a pair in US dollars, and minimum number of changes of direction.
   */
  readonly washValueMin: number;
  readonly washTurnsMin: number;
  /** Wash trades: largest net size of the pair, in percent of its traded size. */
  readonly washNetPercentMax: number;
  /** Wash trades: minimum share of the pair in the volume of each of the two users, in percent. */
  readonly washSharePercentMin: number;
  /** Wash trades: minimum ratio of the pair's value to the value expected by chance. */
  readonly washTimesChanceMin: number;
  /** Wash trades: share of the total volume, in percent, from which chance is not considered. */
  readonly washMarketPercentMin: number;
  /**
   * Band walking: minimum number of orders of a group at the edge, and beginning of the edge in
   * percent of the band.
   */
  readonly bandOrdersMin: number;
  readonly bandEdgePercent: number;
  /** Fund draws: minimum loss of fund, pool or deleveraged users, in US dollars. */
  readonly drawValueMin: number;
  /** Fast profit: minimum gain in US dollars, and in percent of the pair's value. */
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

/** Smallest and largest permitted value of each threshold; all are integers. */
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
