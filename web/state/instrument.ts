/** Instruments as the terminal knows them, and how it reads them from the wire. */
export const CATEGORIES = ["spot", "usdt-futures", "usdc-futures", "coin-futures"] as const;
export type Category = (typeof CATEGORIES)[number];

/** A row of `GET /api/v3/market/instruments`: numbers are decimal text. */
export type InstrumentRow = {
  readonly symbol: string;
  readonly baseCoin: string;
  readonly quoteCoin: string;
  readonly settleCoin?: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly minOrderQty: string;
  readonly maxOrderQty: string;
  readonly maxMarketOrderQty: string;
  readonly minOrderAmount: string;
  readonly pricePrecision: string;
  readonly quantityPrecision: string;
  readonly quotePrecision: string;
  readonly priceMultiplier: string;
  readonly quantityMultiplier: string;
  readonly status: string;
  readonly type?: string;
  readonly fundInterval?: string;
  readonly maxLeverage?: string;
  readonly deliveryTime?: string;
  readonly launchTime: string;
  readonly limitOpenTime?: string;
  readonly offTime?: string;
};

/** A listed instrument with the rules of its orders. Prices and sizes are decimal text. */
export type Instrument = {
  /** `category:symbol`. */
  readonly key: string;
  readonly category: Category;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Coin of margin and profit; the quote coin on spot. */
  readonly settle: string;
  readonly isFutures: boolean;
  /** Whether margin and profit are in the base coin. */
  readonly isInverse: boolean;
  readonly priceStep: string;
  readonly priceDecimals: number;
  readonly sizeStep: string;
  readonly sizeDecimals: number;
  /** Decimals of an amount in the quote coin. */
  readonly quoteDecimals: number;
  readonly sizeMin: string;
  readonly sizeMax: string;
  readonly marketSizeMax: string;
  readonly notionalMin: string;
  readonly makerRate: number;
  readonly takerRate: number;
  readonly leverageMax: number;
  /** Hours between two funding payments; 0 without funding. */
  readonly fundingHours: number;
  /** `online`, or why it is not traded. */
  readonly status: string;
  /** Time of delivery, Unix ms; undefined for perpetuals and spot. */
  readonly deliveryMs: number | undefined;
  /** Time of listing, Unix ms; undefined when unknown, as are the next two. */
  readonly launchMs: number | undefined;
  /** Time from which positions can only be closed. */
  readonly limitOpenMs: number | undefined;
  /** Time at which trading ends. */
  readonly offMs: number | undefined;
};

/** Returns the key of an instrument. */
export function instrumentKey(category: string, symbol: string): string {
  return `${category.toLowerCase()}:${symbol}`;
}

/** Time of a field of the interface, Unix ms as text; empty, 0 and -1 stand for none. */
function timeOf(text: string | undefined): number | undefined {
  const timeMs = Number(text ?? "");
  return timeMs > 0 ? timeMs : undefined;
}

/** Reads an instrument of a category. */
export function instrumentOf(category: Category, row: InstrumentRow): Instrument {
  const isFutures = category !== "spot";
  return {
    key: instrumentKey(category, row.symbol),
    category,
    symbol: row.symbol,
    base: row.baseCoin,
    quote: row.quoteCoin,
    settle: row.settleCoin ?? row.quoteCoin,
    isFutures,
    isInverse: category === "coin-futures",
    priceStep: row.priceMultiplier,
    priceDecimals: Number(row.pricePrecision),
    sizeStep: row.quantityMultiplier,
    sizeDecimals: Number(row.quantityPrecision),
    quoteDecimals: Number(row.quotePrecision),
    sizeMin: row.minOrderQty,
    sizeMax: row.maxOrderQty,
    marketSizeMax: row.maxMarketOrderQty,
    notionalMin: row.minOrderAmount,
    makerRate: Number(row.makerFeeRate),
    takerRate: Number(row.takerFeeRate),
    leverageMax: Number(row.maxLeverage ?? "1"),
    fundingHours: row.type === "perpetual" ? Number(row.fundInterval ?? "0") : 0,
    status: row.status,
    deliveryMs: timeOf(row.deliveryTime),
    launchMs: timeOf(row.launchTime),
    limitOpenMs: timeOf(row.limitOpenTime),
    offMs: timeOf(row.offTime),
  };
}
