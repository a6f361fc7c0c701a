/** Wallets of users, which can be credited. All other wallets belong to the exchange. */
export const USER_WALLETS = [
  "spot",
  "funding",
  "usdt_futures",
  "usdc_futures",
  "coin_futures",
  "crossed_margin",
  "isolated_margin",
  "unified",
] as const;
