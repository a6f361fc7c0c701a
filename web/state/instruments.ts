/** What the exchange lists in the realm of this tab. */
import { createSignal } from "solid-js";
import { get } from "../wire/rest.ts";

export const CATEGORIES = ["spot", "usdt-futures", "usdc-futures", "coin-futures"] as const;
export type Category = (typeof CATEGORIES)[number];

/** A row of `GET /api/v3/market/instruments`: numbers are decimal text. */
type InstrumentRow = {
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
};

const [instruments, setInstruments] = createSignal<ReadonlyMap<string, Instrument>>(new Map());

/** All instruments by `category:symbol`; empty while they are loading. */
export { instruments };

/** Returns the key of an instrument. */
export function instrumentKey(category: string, symbol: string): string {
  return `${category.toLowerCase()}:${symbol}`;
}

/** Loads the instruments of all categories. Rejects with `WireFailure`. */
export async function loadInstruments(): Promise<void> {
  const lists = await Promise.all(
    CATEGORIES.map(async (category) => {
      const query = { category: category.toUpperCase() };
      const rows = await get<readonly InstrumentRow[]>("/api/v3/market/instruments", query);
      return rows.map((row) => instrumentOf(category, row));
    }),
  );
  setInstruments(new Map(lists.flat().map((instrument) => [instrument.key, instrument])));
}

function instrumentOf(category: Category, row: InstrumentRow): Instrument {
  const isFutures = category !== "spot";
  const deliveryMs = Number(row.deliveryTime ?? "");
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
    deliveryMs: deliveryMs > 0 ? deliveryMs : undefined,
  };
}
