import { describe, expect, it } from "vitest";
import { atoms, lots, NO_PRICE, rateE8, ticks } from "../../core/money/units.ts";
import type { Candle } from "../../projections/live/candle-series.ts";
import type { Ticker } from "../../projections/live/live-tickers.ts";
import type { LiveTrade } from "../../projections/live/live-trade.ts";
import { sidesJson } from "../../wire/book-levels.ts";
import type { ListedInstrument, Listings } from "../../wire/listings.ts";
import { PUBLIC_ROWS } from "./public-rows.ts";

const USDT = 0;
const BTC = 1;

const SPOT: ListedInstrument = {
  index: 0,
  symbol: "BTCUSDT",
  category: "spot",
  isFutures: false,
  realm: "live",
  base: BTC,
  quote: USDT,
  settle: USDT,
  isInverse: false,
  priceDecimals: 1,
  tickStep: 5,
  sizeDecimals: 2,
  lotStep: 1,
  atomsPerTickLot: 500_000n,
  listedAtMs: 0,
  deliveryAtMs: 0,
};
const PERPETUAL: ListedInstrument = { ...SPOT, category: "usdt_futures", isFutures: true };
/** Its lots are whole quote units; its notional is in base coin. */
const INVERSE: ListedInstrument = {
  ...PERPETUAL,
  symbol: "BTCUSD",
  category: "coin_futures",
  settle: BTC,
  isInverse: true,
  sizeDecimals: 0,
};

const listings: Listings = {
  instrumentAt: (index) => [SPOT][index],
  currencyAt: (index) =>
    [
      { code: "USDT", decimals: 2 },
      { code: "BTC", decimals: 8 },
    ][index],
};

const trade: LiveTrade = {
  tradeId: 7,
  instrument: 0,
  price: ticks(201),
  size: lots(150),
  value: atoms(15_075n),
  takerSide: "sell",
  seq: 3,
  timeMs: 1_000,
};

const candle: Candle = {
  startMs: 60_000,
  open: ticks(200),
  high: ticks(204),
  low: ticks(199),
  close: ticks(201),
  volume: lots(150),
  turnover: atoms(15_075n),
};

const ticker: Ticker = {
  instrument: 0,
  last: ticks(220),
  open24h: ticks(200),
  high24h: ticks(230),
  low24h: ticks(190),
  volume24h: lots(150),
  turnover24h: atoms(15_075n),
  openUtc: ticks(210),
  bidPrice: ticks(219),
  bidSize: lots(300),
  askPrice: NO_PRICE,
  askSize: lots(0),
  index: ticks(218),
  mark: ticks(217),
  fundingRate: rateE8(10_000),
  nextFundingTimeMs: 5_000,
  openInterest: lots(400),
  seq: 9,
  timeMs: 2_000,
};

const sides = sidesJson(SPOT, {
  bids: [
    { price: ticks(200), size: lots(100) },
    { price: ticks(199), size: lots(5) },
  ],
  asks: [{ price: ticks(201), size: lots(0) }],
});
const book = { seq: 12, pseq: 11, timeMs: 3_000, checksum: -7 };

describe("rows of v2", () => {
  const rows = PUBLIC_ROWS.v2;

  it("writes a trade", () => {
    expect(rows.trade(SPOT, trade)).toBe(
      '{"ts":"1000","price":"100.5","size":"1.5","side":"sell","tradeId":"1000000000000000007"}',
    );
  });

  it("writes the quote volume of a candle twice, and swaps the volumes of an inverse one", () => {
    expect(rows.candle(listings, SPOT, candle)).toBe(
      '["60000","100","102","99.5","100.5","1.5","150.75","150.75"]',
    );
    expect(rows.candle(listings, INVERSE, candle)).toBe(
      '["60000","100","102","99.5","100.5","0.00015075","150","150"]',
    );
  });

  it("writes books with and without the seq of the push before", () => {
    const levels = '"asks":[["100.5","0"]],"bids":[["100","1"],["99.5","0.05"]]';
    expect(rows.depth(sides, book)).toBe(`{${levels},"seq":12,"ts":"3000"}`);
    expect(rows.book(sides, book)).toBe(`{${levels},"checksum":-7,"seq":12,"pseq":11,"ts":"3000"}`);
  });

  it("writes tickers of spot and of futures, an absent price as empty text", () => {
    const shared =
      '"instId":"BTCUSDT","lastPr":"110","open24h":"100","high24h":"115","low24h":"95",' +
      '"change24h":"0.1","bidPr":"109.5","askPr":"","bidSz":"3","askSz":"0",' +
      '"baseVolume":"1.5","quoteVolume":"150.75","openUtc":"105",';
    expect(rows.ticker(listings, SPOT, ticker)).toBe(
      `{${shared}"changeUtc24h":"0.04762","ts":"2000"}`,
    );
    expect(rows.ticker(listings, PERPETUAL, ticker)).toBe(
      `{${shared}"fundingRate":"0.0001","nextFundingTime":"5000","markPrice":"108.5",` +
        '"indexPrice":"109","holdingAmount":"4","symbolType":"1","symbol":"BTCUSDT",' +
        '"deliveryPrice":"0","ts":"2000"}',
    );
  });
});

describe("rows of v3", () => {
  const rows = PUBLIC_ROWS.v3;

  it("writes the price of a trade under both names that clients read", () => {
    expect(rows.trade(SPOT, trade)).toBe(
      '{"i":"1000000000000000007","L":"1000000000000000007","p":"100.5","P":"100.5",' +
        '"v":"1.5","S":"sell","T":"1000","isRPI":"no"}',
    );
  });

  it("writes a candle, with the volumes of an inverse one swapped", () => {
    const prices = '"start":"60000","open":"100","high":"102","low":"99.5","close":"100.5"';
    expect(rows.candle(listings, SPOT, candle)).toBe(
      `{${prices},"volume":"1.5","turnover":"150.75"}`,
    );
    expect(rows.candle(listings, INVERSE, candle)).toBe(
      `{${prices},"volume":"0.00015075","turnover":"150"}`,
    );
  });

  it("writes books with and without the seq of the push before", () => {
    const levels = '"a":[["100.5","0"]],"b":[["100","1"],["99.5","0.05"]]';
    expect(rows.depth(sides, book)).toBe(`{${levels},"seq":12,"pseq":0,"ts":"3000"}`);
    expect(rows.book(sides, book)).toBe(`{${levels},"checksum":-7,"seq":12,"pseq":11,"ts":"3000"}`);
  });

  it("writes tickers of spot and of futures, an absent price as empty text", () => {
    const shared =
      '"symbol":"BTCUSDT","lastPrice":"110","openPrice24h":"100","highPrice24h":"115",' +
      '"lowPrice24h":"95","ask1Price":"","ask1Size":"0","bid1Price":"109.5","bid1Size":"3",' +
      '"price24hPcnt":"0.1","volume24h":"1.5","turnover24h":"150.75",';
    expect(rows.ticker(listings, SPOT, ticker)).toBe(`{${shared}"ts":"2000"}`);
    expect(rows.ticker(listings, PERPETUAL, ticker)).toBe(
      `{${shared}"indexPrice":"109","markPrice":"108.5","fundingRate":"0.0001",` +
        '"nextFundingTime":"5000","openInterest":"4","deliveryStartTime":"",' +
        '"deliveryTime":"","deliveryStatus":"","ts":"2000"}',
    );
  });
});
