import type { Instrument } from "../../state/instruments.ts";
import { get } from "../../wire/rest.ts";
import type { Tier } from "./tier.ts";

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
