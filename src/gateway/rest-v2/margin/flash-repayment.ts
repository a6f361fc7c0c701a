import type { MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import { placeNumber } from "./margin-mode.ts";

export const ITEMS_MAX = 100;

export function flashRepayOf(place: MarginAccountKey, currency: number | undefined) {
  return {
    kind: "flash_repay",
    user: place.user,
    wallet: place.wallet,
    instrument: placeNumber(place),
    currency: currency === undefined ? 0 : currency + 1,
  } as const;
}
