import type { Category, Wallet } from "../core/base/vocabulary.ts";
import type { BillKind } from "../projections/history/tables.ts";
import type { OrderStatus } from "../projections/live/live-order.ts";
import type { ActPage } from "./act-port.ts";
import type { AdminOutcome } from "./admin-outcome.ts";
import type {
  BillPage,
  FillPage,
  FoundOrderState,
  LiquidationPage,
  OrderHistoryPage,
} from "./user-history-rows.ts";

/** Page of a user's history in a window of time; undefined members do not narrow it. */
export interface UserHistorySearch {
  readonly uid: string;
  /** ISO times; both included. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** Id of the last row of the page before; empty for the newest. */
  readonly cursor: string;
  readonly limit: number;
}

/** Instruments of the user's realm: of a symbol, of a category, or both. */
interface InstrumentSearch {
  readonly symbol: string | undefined;
  readonly category: Category | undefined;
}

export interface OrderHistorySearch extends UserHistorySearch, InstrumentSearch {
  readonly orderId: string | undefined;
  readonly clientOrderId: string | undefined;
  readonly state: OrderStatus | undefined;
}

export interface FillSearch extends UserHistorySearch, InstrumentSearch {
  readonly orderId: string | undefined;
}

export interface BillSearch extends UserHistorySearch, InstrumentSearch {
  readonly coin: string | undefined;
  readonly wallet: Wallet | undefined;
  readonly kind: BillKind | undefined;
}

/**
 * Reads of the history of users. They fail with `not_found` for an unknown uid and with a
 * `HistoryFault` while the history is behind.
 */
export interface UserHistoryReads {
  /** Orders by the time of their acceptance, open ones included. */
  orderHistoryOf(search: OrderHistorySearch): Promise<AdminOutcome<OrderHistoryPage>>;
  fillsOf(search: FillSearch): Promise<AdminOutcome<FillPage>>;
  billsOf(search: BillSearch): Promise<AdminOutcome<BillPage>>;
  /** Liquidations of positions and of margin accounts. */
  liquidationsOf(search: UserHistorySearch): Promise<AdminOutcome<LiquidationPage>>;
  actsOf(search: UserHistorySearch): Promise<AdminOutcome<ActPage>>;
  /** Finds an order of any user. */
  order(orderId: string): Promise<AdminOutcome<FoundOrderState>>;
}
