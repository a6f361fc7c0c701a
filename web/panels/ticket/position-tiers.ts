/** Tiers of leverage and maintenance margin by the value of a position. */
import type { Instrument } from "../../state/instruments.ts";
import { get } from "../../wire/rest.ts";

export type Tier = {
  readonly tier: number;
  /** Values in the quote coin. */
  readonly valueMin: number;
  readonly valueMax: number;
  readonly leverageMax: number;
  /** As a fraction. */
  readonly maintenanceRate: number;
};

type Row = {
  readonly tier: string;
  readonly minTierValue: string;
  readonly maxTierValue: string;
  readonly leverage: string;
  readonly mmr: string;
};

/** Loads the tiers of a futures market; none on spot. Rejects with `WireFailure`. */
export async function loadTiers({
  category,
  isFutures,
  symbol,
}: Instrument): Promise<readonly Tier[]> {
  if (!isFutures) return [];
  const query = { category: category.toUpperCase(), symbol };
  const rows = await get<readonly Row[]>("/api/v3/market/position-tier", query);
  return rows.map((row) => ({
    tier: Number(row.tier),
    valueMin: Number(row.minTierValue),
    valueMax: Number(row.maxTierValue),
    leverageMax: Number(row.leverage),
    maintenanceRate: Number(row.mmr),
  }));
}

/** Tier of a position by its value; the last one above all. */
export function tierOf(tiers: readonly Tier[], value: number): Tier | undefined {
  return tiers.find(({ valueMax }) => value <= valueMax) ?? tiers.at(-1);
}
