import type { Instrument } from "../../state/instruments.ts";
import { get } from "../../wire/rest.ts";
import { type Tier, type TierRow, tierFrom } from "./tier.ts";

/** Loads the tiers of a futures market; none on spot. Rejects with `WireFailure`. */
export async function loadTiers({
  category,
  isFutures,
  symbol,
}: Instrument): Promise<readonly Tier[]> {
  if (!isFutures) return [];
  const query = { category: category.toUpperCase(), symbol };
  const rows = await get<readonly TierRow[]>("/api/v3/market/position-tier", query);
  return rows.map(tierFrom);
}
