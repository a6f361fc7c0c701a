import type { Wallet } from "../../core/base/vocabulary.ts";

/** Words that transfers of both interface versions use for the wallets of classic accounts. */
export const CLASSIC_WALLET_WORDS = [
  "spot",
  "p2p",
  "coin_futures",
  "usdt_futures",
  "usdc_futures",
  "crossed_margin",
  "isolated_margin",
] as const;

/** Wallets of futures trading of classic accounts. */
export const CLASSIC_FUTURES_WALLETS = ["usdt_futures", "usdc_futures", "coin_futures"] as const;

/** Returns the word of a wallet in records of transfers. */
export function wordOfWallet(wallet: Wallet): string {
  return wallet === "funding" ? "p2p" : wallet;
}
