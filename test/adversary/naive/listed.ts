import type { DraftOf } from "../../../src/core/commands/commands.ts";

/** The coin with a thin book. */
export const SMALL_COIN = "WIF";

/** Spot and perpetual of Bitcoin, and the perpetuals of a second busy coin and of a thin one. */
const LISTED: readonly string[] = [
  "spot BTCUSDT",
  "usdt_futures BTCUSDT",
  "usdt_futures ETHUSDT",
  `usdt_futures ${SMALL_COIN}USDT`,
];

/** Whether the strategies trade an instrument of the default market. */
export function isTraded({ category, realm, symbol }: DraftOf<"list_instrument">): boolean {
  return realm === "live" && LISTED.includes(`${category} ${symbol}`);
}
