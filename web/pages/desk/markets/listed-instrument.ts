/** Instruments as the admin API lists them. */
import { spacedWords } from "../../../state/spaced-words.ts";

export type InstrumentStatus = "online" | "halted" | "offline" | "reduce_only" | "post_only";

export type InstrumentName = {
  readonly symbol: string;
  readonly category: string;
  readonly realm: "live" | "demo";
};

export type OrderLimits = {
  readonly sizeMin: string;
  readonly sizeMax: string;
  readonly marketSizeMax: string;
  readonly notionalMin: string;
  readonly buyBand: string;
  readonly sellBand: string;
};

type Fees = { readonly maker: string; readonly taker: string };

/** A row of `GET /admin/v1/instruments`. */
export type ListedInstrument = InstrumentName & {
  readonly status: InstrumentStatus;
  readonly base: string;
  readonly quote: string;
  readonly settle: string;
  readonly priceStep: string;
  readonly sizeStep: string;
  readonly orderLimits: OrderLimits;
  readonly priceMax: string;
  readonly leverageMin: number;
  readonly leverageMax: number;
  readonly indexPrice: string;
  readonly markPrice: string;
  readonly lastPrice: string;
  readonly openInterest: string;
  readonly openOrders: number;
  readonly listedFees: Fees;
  readonly fees: Fees;
  readonly nextFees?: Fees & { readonly from: string };
  readonly funding?: {
    readonly intervalHours: number;
    readonly rateMin: string;
    readonly rateMax: string;
    readonly impactSize: string;
  };
  readonly openingLimits?: {
    readonly feeUpRatio: string;
    readonly costUpRatio: string;
    readonly positionShare: string;
    readonly symbolOrdersMax: number;
    readonly productOrdersMax: number;
    readonly positionsMax: number;
    readonly opensUntil: string;
  };
  readonly deliveryTime: string;
};

/** Returns the members that name an instrument in a request. */
export function nameOf({ category, realm, symbol }: InstrumentName): InstrumentName {
  return { symbol, category, realm };
}

/** Whether two rows name the same instrument. */
export function isSame(one: InstrumentName, other: InstrumentName): boolean {
  return (
    one.symbol === other.symbol && one.category === other.category && one.realm === other.realm
  );
}

/** Returns an instrument in the words of people. */
export function instrumentText({
  category,
  realm,
  symbol,
}: Readonly<Record<keyof InstrumentName, string>>): string {
  return `${symbol} ${spacedWords(category)}${realm === "demo" ? " (demo)" : ""}`;
}

/** Returns the address of an instrument's page. */
export function instrumentAddress({ category, realm, symbol }: InstrumentName): string {
  return `/desk/markets/${realm}/${category}/${symbol}`;
}
