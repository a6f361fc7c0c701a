/** Orders as clients send them to the gateway, and the paths that unified accounts use. */

export const PLACE_ORDER = "/api/v3/trade/place-order";
export const UNFILLED_ORDERS = "/api/v3/trade/unfilled-orders";

/** A limit order of a unified account that buys 0.01 BTC at 50,000. */
export const SPOT_BUY = {
  category: "SPOT",
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  qty: "0.01",
  price: "50000",
};
export const FUTURES_BUY = { ...SPOT_BUY, category: "USDT-FUTURES" };

/** A limit order of a classic account that buys 0.01 BTC at 50,000. */
export const CLASSIC_SPOT_BUY = {
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  force: "gtc",
  price: "50000",
  size: "0.01",
};

/** A limit order of a classic account that buys 0.1 BTC at 50,000 with linear futures. */
export const CLASSIC_FUTURES_BUY = {
  symbol: "BTCUSDT",
  productType: "USDT-FUTURES",
  marginCoin: "USDT",
  marginMode: "crossed",
  side: "buy",
  orderType: "limit",
  price: "50000",
  size: "0.1",
};
