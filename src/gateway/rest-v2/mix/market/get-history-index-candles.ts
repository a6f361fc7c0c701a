import { candlesEndpoint } from "./candles-endpoint.ts";

export const getMixHistoryIndexCandles = candlesEndpoint({
  path: "/api/v2/mix/market/history-index-candles",
  summary: "Older candles of a contract's index price",
  kind: "index",
  limitMax: 200,
});
