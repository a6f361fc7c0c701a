/** Quarterly contracts of a new exchange, and of each quarter in which the exchange starts. */
import type { DraftOf } from "../../core/commands/commands.ts";
import { listingOf } from "./listings.ts";

/**
 * The next quarter's contract is listed when the current quarter has less than this left, in ms.
 */
const LIFE_MS_MIN = 14 * 86_400_000;

const DELIVERY_HOUR_UTC = 8;
const FRIDAY = 5;

/** Month codes of futures markets for the last months of the quarters. */
const MONTH_LETTERS: Readonly<Record<number, string>> = { 2: "H", 5: "M", 8: "U", 11: "Z" };

/** Returns the last Friday of a quarter at 08:00 UTC; `quarter` counts from the year 0. */
function endOfQuarter(quarter: number): Date {
  const year = Math.floor(quarter / 4);
  const month = (quarter % 4) * 3 + 2;
  const last = new Date(Date.UTC(year, month + 1, 0, DELIVERY_HOUR_UTC));
  last.setUTCDate(last.getUTCDate() - ((last.getUTCDay() - FRIDAY + 7) % 7));
  return last;
}

export type DatedContract = {
  readonly listing: DraftOf<"list_instrument">;
  readonly deliveryAtMs: number;
};

/**
 * Returns the coin-margined Bitcoin contract for the first quarter that lasts at least
 * `LIFE_MS_MIN` from `nowMs`, and its practice counterpart. Example: BTCUSDZ26 is delivered in
 * December 2026.
 */
export function datedContracts(nowMs: number): DatedContract[] {
  const now = new Date(nowMs);
  const currentQuarter = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
  const isLongEnough = endOfQuarter(currentQuarter).getTime() - nowMs >= LIFE_MS_MIN;
  const delivery = endOfQuarter(isLongEnough ? currentQuarter : currentQuarter + 1);
  const letter = MONTH_LETTERS[delivery.getUTCMonth()] ?? "";
  const suffix = `${letter}${String(delivery.getUTCFullYear() % 100).padStart(2, "0")}`;
  return [
    { symbol: `BTCUSD${suffix}`, category: "coin_futures", base: "BTC", settle: "BTC" } as const,
    {
      symbol: `SBTCSUSD${suffix}`,
      category: "scoin_futures",
      base: "SBTC",
      settle: "SBTC",
    } as const,
  ].map(({ symbol, category, base, settle }) => ({
    listing: listingOf("live", {
      ...{ symbol, category, base, settle },
      quote: category === "coin_futures" ? "USD" : "SUSD",
    }),
    deliveryAtMs: delivery.getTime(),
  }));
}
