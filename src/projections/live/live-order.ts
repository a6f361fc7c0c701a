import type { CloseReason } from "../../core/base/vocabulary.ts";
import type { ExitTerms } from "../../core/commands/commands.ts";
import type { EventFields } from "../../core/events/event-buffer.ts";
import type { Atoms, Lots, Ticks } from "../../core/money/units.ts";

/** `new` until the first fill; `filled` and `cancelled` are final. */
export const ORDER_STATUSES = ["new", "partially_filled", "filled", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Fields of `order_filled` that are totals or balances after the fill. */
export type AfterFill =
  | "filledNotional"
  | "fillPriceMin"
  | "fillPriceMax"
  | "feeTotal"
  | "baseBalance"
  | "quoteBalance";

/** One order's side of a trade, as in `order_filled`; `filled` and `remaining` after the fill. */
export type LiveFill = Omit<EventFields<"order_filled">, AfterFill | "backing"> & {
  readonly seq: number;
  readonly timeMs: number;
};

/**
 * An order: the fields of `order_accepted` and its current state. The live projection keeps one
 * record per order and changes it in place; listeners copy values that they need later.
 */
export type LiveOrder = EventFields<"order_accepted"> & {
  readonly filled: Lots;
  readonly filledNotional: Atoms;
  /** Lowest and highest price of the fills on an inverse contract, else 0. */
  readonly fillPriceMin: Ticks;
  readonly fillPriceMax: Ticks;
  readonly feeTotal: Atoms;
  /** Currency of the last fee; `NO_CURRENCY` before the first fill. */
  readonly feeCurrency: number;
  readonly remaining: Lots;
  /** Without fees, over all fills. */
  readonly realisedPnl: Atoms;
  /** Take-profit and stop-loss for its fills; `WITHOUT_EXITS` for most orders. */
  readonly exits: ExitTerms;
  readonly status: OrderStatus;
  /** `undefined` while the order is open. */
  readonly closeReason: CloseReason | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Seq of the last change. */
  readonly seq: number;
  readonly lastFill: LiveFill | undefined;
};

export const NO_CURRENCY = -1;

/** Change of an order; listeners also receive the `LiveFill` of a fill. */
export type OrderChange = "accepted" | "amended" | "filled" | "closed";

/**
 * Called once per change of an order, in the order of events, with the record after it. Exits that
 * come with the acceptance or an amendment are in the record then. The fill that completes an order
 * has status `filled`; the `closed` after it keeps the status and adds the close reason.
 */
export type OrderListener = (
  order: LiveOrder,
  change: OrderChange,
  fill: LiveFill | undefined,
) => void;
