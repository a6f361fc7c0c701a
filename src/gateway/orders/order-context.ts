import type { Category, OrderBacking, Realm } from "../../core/base/vocabulary.ts";
import type { Principal } from "../auth/principal.ts";

/** What an order request needs to know of an instrument; core's `Instrument` fits as it is. */
export interface OrderInstrument {
  /** The core's number of the instrument. */
  readonly index: number;
  readonly symbol: string;
  readonly category: Category;
  readonly realm: Realm;
  readonly quote: number;
  readonly settle: number;
  readonly priceDecimals: number;
  /** Price increment in units of 10^-priceDecimals. */
  readonly tickStep: number;
  readonly sizeDecimals: number;
  /** Size increment in units of 10^-sizeDecimals. */
  readonly lotStep: number;
}

/** What an order request needs to know of a currency. */
export interface OrderCurrency {
  readonly code: string;
  /** Decimals of the smallest unit. */
  readonly decimals: number;
}

/** Everything that order requests look up while they become commands. */
export interface OrderDirectory {
  /** The instrument called `symbol` (upper case) in one realm and category. */
  instrument(realm: Realm, category: Category, symbol: string): OrderInstrument | undefined;
  /** The instrument with the core's number `index`. */
  instrumentAt(index: number): OrderInstrument | undefined;
  currencyAt(index: number): OrderCurrency | undefined;
  /** Whether a user has set isolated margin for the instrument with this index. */
  isIsolated(user: number, instrument: number): boolean;
  /** Whether a user trades a category in hedge mode. */
  isHedge(user: number, category: Category): boolean;
  /**
   * Instrument index of an open order of `user`, by `orderId`, or when that is 0 by
   * `clientOrderId`; undefined when the user has no such open order.
   */
  instrumentOfOrder(user: number, orderId: number, clientOrderId: string): number | undefined;
  /** What that order draws on. */
  backingOfOrder(user: number, orderId: number, clientOrderId: string): OrderBacking | undefined;
}

/** Who asks, and when the gateway accepted the request. */
export interface OrderContext {
  readonly principal: Principal;
  readonly directory: OrderDirectory;
  /** Unix milliseconds; only compared with `requestTime`. */
  readonly nowMs: number;
}

/** The two ids of an order as a command carries them: 0 and "" stand for absent. */
export interface OrderIds {
  readonly orderId: number;
  readonly clientOrderId: string;
}

/**
 * Whether the ids are those of an open order of the caller on another instrument than the request
 * names, or on another kind of account: nothing may happen to that order, and its prices are not
 * of the named one's units.
 */
export function isOnAnother(
  context: OrderContext,
  ids: OrderIds,
  named: OrderInstrument,
  backing: OrderBacking = "default",
): boolean {
  const { directory, principal } = context;
  const { clientOrderId, orderId } = ids;
  const index = directory.instrumentOfOrder(principal.userIndex, orderId, clientOrderId);
  if (index === undefined) return false;
  const drawsOn = directory.backingOfOrder(principal.userIndex, orderId, clientOrderId);
  return index !== named.index || drawsOn !== backing;
}
