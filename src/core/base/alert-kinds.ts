/** Kinds of surveillance alerts. Commands and events have them as words of `REVIEW_REASONS`. */
export const ALERT_KINDS = [
  "self_matching",
  "wash_trading",
  "band_walking",
  "fund_draw",
  "fast_profit",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
