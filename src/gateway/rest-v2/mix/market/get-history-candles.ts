import { candlesEndpoint } from "./candles-endpoint.ts";

export const getMixHistoryCandles = candlesEndpoint({
  path: "/api/v2/mix/market/history-candles",
  summary: "Older candles of a contract",
  kind: "last",
  limitMax: 200,
});
