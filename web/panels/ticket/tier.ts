/** Tiers of leverage and maintenance margin by the value of a position. */
export type Tier = {
  readonly tier: number;
  /** Values in the quote coin. */
  readonly valueMin: number;
  readonly valueMax: number;
  readonly leverageMax: number;
  /** As a fraction. */
  readonly maintenanceRate: number;
};

/** Tier of a position by its value; the last one above all. */
export function tierOf(tiers: readonly Tier[], value: number): Tier | undefined {
  return tiers.find(({ valueMax }) => value <= valueMax) ?? tiers.at(-1);
}

/** A row of `GET /api/v3/market/position-tier`. */
export type TierRow = {
  readonly tier: string;
  readonly minTierValue: string;
  readonly maxTierValue: string;
  readonly leverage: string;
  readonly mmr: string;
};

export function tierFrom(row: TierRow): Tier {
  return {
    tier: Number(row.tier),
    valueMin: Number(row.minTierValue),
    valueMax: Number(row.maxTierValue),
    leverageMax: Number(row.leverage),
    maintenanceRate: Number(row.mmr),
  };
}
