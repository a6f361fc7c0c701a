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
