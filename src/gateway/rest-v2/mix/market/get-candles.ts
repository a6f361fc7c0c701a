import { candlesEndpoint } from "./candles-endpoint.ts";

export const getMixCandles = candlesEndpoint({
  path: "/api/v2/mix/market/candles",
  summary: "Candles of a contract",
  kind: "last",
  limitMax: 1_000,
});
