/** Terms of loans to risk units, as an operator sets them (`PUT /admin/v1/loan-products`). */
export const LOAN_PRODUCT = {
  ...{ product: 7, leverage: 3, dailyRate: "0.00024" },
  ...{ transferLine: "0.7", buyLine: "0.75", openLine: "0.8" },
  ...{ liquidationLine: "0.9", stopLine: "0.6" },
  coins: [
    { coin: "USDT", ratio: "1", valueMaxUsd: 10_000_000 },
    { coin: "BTC", ratio: "0.9", valueMaxUsd: 1_000_000 },
  ],
  instruments: [
    { symbol: "BTCUSDT", category: "spot" },
    { symbol: "BTCUSDT", category: "usdt_futures" },
  ],
} as const;
