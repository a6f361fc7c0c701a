import { candlesEndpoint } from "./candles-endpoint.ts";

export const getMixHistoryMarkCandles = candlesEndpoint({
  path: "/api/v2/mix/market/history-mark-candles",
  summary: "Older candles of a contract's mark price",
  kind: "mark",
  limitMax: 200,
});
