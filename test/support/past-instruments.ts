/** Instruments of the computed past, for its tests. */
import type { PastInstrument } from "../../src/market-model/past-instrument.ts";

export const BITCOIN_SPOT: PastInstrument = {
  symbol: "BTCUSDT",
  category: "spot",
  realm: "live",
  baseCode: "BTC",
  quoteCode: "USDT",
  priceDecimals: 2,
  tickStep: 1,
  sizeDecimals: 6,
  lotStep: 1,
  isInverse: false,
  quoteDecimals: 8,
  settleDecimals: 8,
  isPerpetual: false,
};
