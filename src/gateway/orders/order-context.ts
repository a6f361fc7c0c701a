import type {
  Category,
  OrderBacking,
  OrderType,
  PositionSide,
  Realm,
  Side,
} from "../../core/base/vocabulary.ts";
import type { ExitTerms } from "../../core/commands/commands.ts";
import type { Lots, Ticks } from "../../core/money/units.ts";
import type { HeldSize, OrderedSize } from "../../wire/sizes.ts";
import type { Principal } from "../auth/principal.ts";

/** Properties of an instrument that order requests use; `Instrument` of core has them. */
export interface OrderInstrument {
  /** Index of the instrument in core. */
  readonly index: number;
  readonly symbol: string;
  readonly category: Category;
  readonly realm: Realm;
  readonly quote: number;
  readonly settle: number;
  readonly isInverse: boolean;
  readonly priceDecimals: number;
  /** Price increment in units of 10^-priceDecimals. */
  readonly tickStep: number;
  readonly sizeDecimals: number;
  /** Size increment in units of 10^-sizeDecimals. */
  readonly lotStep: number;
}

/** Properties of a currency that order requests use. */
export interface OrderCurrency {
  readonly code: string;
  /** Decimals of the smallest unit. */
  readonly decimals: number;
}

/** An open order, as far as it determines the commands that change it. */
export type OpenOrder = OrderedSize & {
  readonly instrument: number;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly orderType: OrderType;
  readonly price: Ticks;
  readonly filled: Lots;
  readonly exits: ExitTerms;
};

/** An open position and the size that closing orders do not reserve. */
export type HeldPosition = HeldSize & { readonly closable: number };

/** Look-ups for converting order requests to commands. */
export interface OrderDirectory {
  /** Returns the instrument called `symbol` (upper case) in one realm and category. */
  instrument(realm: Realm, category: Category, symbol: string): OrderInstrument | undefined;
  /** Returns the instrument with the index in core. */
  instrumentAt(index: number): OrderInstrument | undefined;
  currencyAt(index: number): OrderCurrency | undefined;
  /** Whether a user trades a category in hedge mode. */
  isHedge(user: number, category: Category): boolean;
  /**
   * Instrument index of an open order of `user`, by `orderId`, or when that is 0 by
   * `clientOrderId`; undefined when the user has no such open order.
   */
  instrumentOfOrder(user: number, orderId: number, clientOrderId: string): number | undefined;
  /** Returns the size of that order and the price of its conversion. */
  openOrder(user: number, orderId: number, clientOrderId: string): OpenOrder | undefined;
  /** Returns the position of a user on one side of the instrument with this index. */
  held(user: number, instrument: number, side: "long" | "short"): HeldPosition | undefined;
  /** Returns the price at which a market order starts; 0 without a book and without mark. */
  marketPrice(instrument: number, side: Side): Ticks;
  /** Returns the backing of that order. */
  backingOfOrder(user: number, orderId: number, clientOrderId: string): OrderBacking | undefined;
}

/** The caller, and the time at which the gateway accepted the request. */
export interface OrderContext {
  readonly principal: Principal;
  readonly directory: OrderDirectory;
  /** Unix milliseconds; only compared with `requestTime`. */
  readonly nowMs: number;
}

/** The two ids of an order in a command: 0 and "" if absent. */
export interface OrderIds {
  readonly orderId: number;
  readonly clientOrderId: string;
}

/**
 * Whether the ids name an open order of the caller on another instrument than the request, or with
 * another backing: that order must not change, and its prices have other units.
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
