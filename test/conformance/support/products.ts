import type { Contract } from "./counterparty.ts";

/** A perpetual with what one trade of it comes to, exactly. */
export type Product = Contract & {
  /** ccxt's name. */
  readonly market: string;
  readonly size: number;
  /** Opened at 60000 and closed at 60600, both as taker: amounts of the margin coin. */
  readonly value: number;
  /** Initial margin of it at leverage 20. */
  readonly margin: number;
  readonly openFee: number;
  readonly closeFee: number;
  readonly profit: number;
};

/** A plan that sells 0.1 BTC on spot at 49900 once its price is 50000. */
export const SPOT_STOP = {
  symbol: "BTCUSDT",
  side: "sell",
  triggerPrice: "50000",
  orderType: "limit",
  executePrice: "49900",
  size: "0.1",
  triggerType: "mark_price",
} as const;

const LINEAR = { size: 0.1, value: 6_000, margin: 300, openFee: 3.6, closeFee: 3.636, profit: 60 };

export const USDT_PERPETUAL: Product = {
  market: "BTC/USDT:USDT",
  productType: "USDT-FUTURES",
  symbol: "BTCUSDT",
  marginCoin: "USDT",
  ...LINEAR,
};

export const USDC_PERPETUAL: Product = {
  market: "BTC/USDC:USDC",
  productType: "USDC-FUTURES",
  symbol: "BTCPERP",
  marginCoin: "USDC",
  ...LINEAR,
};

/** Sized and settled in coin: a face of 6000 dollars is 0.1 BTC at 60000, 0.0990099 at 60600. */
export const COIN_PERPETUAL: Product = {
  market: "BTC/USD:BTC",
  productType: "COIN-FUTURES",
  symbol: "BTCUSD",
  marginCoin: "BTC",
  size: 0.1,
  value: 6_000,
  margin: 0.005,
  openFee: 0.00006,
  closeFee: 0.00005941,
  profit: 0.0009901,
};

export const PRACTICE_PERPETUAL: Product = {
  market: "SBTC/SUSDT:SUSDT",
  productType: "SUSDT-FUTURES",
  symbol: "SBTCSUSDT",
  marginCoin: "SUSDT",
  ...LINEAR,
};

export const PRACTICE_USDC_PERPETUAL: Product = {
  market: "SBTC/SUSDC:SUSDC",
  productType: "SUSDC-FUTURES",
  symbol: "SBTCSPERP",
  marginCoin: "SUSDC",
  ...LINEAR,
};

export const PRACTICE_COIN_PERPETUAL: Product = {
  ...COIN_PERPETUAL,
  market: "SBTC/SUSD:SBTC",
  productType: "SCOIN-FUTURES",
  symbol: "SBTCSUSD",
  marginCoin: "SBTC",
};
