import { get } from "../../wire/rest.ts";
import { type Tier, type TierRow, tierFrom } from "./tier.ts";

/** What `GET /api/v3/account/settings` says about coins that are lent. */
type LentCoins = { readonly coinConfigList: readonly { readonly coin: string }[] };

/**
 * Loads the tiers of debts of a unified account in some coins, whose values are amounts of the
 * coin; coins that are not lent are left out. Rejects with `WireFailure`.
 */
export async function loadLoanTiers(
  coins: readonly string[],
): Promise<ReadonlyMap<string, readonly Tier[]>> {
  const { coinConfigList } = await get<LentCoins>("/api/v3/account/settings");
  const lent = coins.filter((coin) => coinConfigList.some((one) => one.coin === coin));
  const tiers = await Promise.all(
    lent.map(async (coin) => {
      const query = { category: "MARGIN", coin };
      const rows = await get<readonly TierRow[]>("/api/v3/market/position-tier", query);
      return [coin, rows.map(tierFrom)] as const;
    }),
  );
  return new Map(tiers);
}
