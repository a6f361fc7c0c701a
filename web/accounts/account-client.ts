/**
 * What the panels can ask of the signed-in account. `classic/` implements it with the endpoints and
 * channels of v2, `unified/` with those of v3: the same ones that any client uses.
 */
import type { Category, Instrument } from "../state/instruments.ts";
import type {
  AccountSummary,
  Balance,
  Bill,
  ExitPrices,
  Fill,
  FundingPayment,
  NewOrder,
  NewPlan,
  Order,
  Page,
  Plan,
  Position,
  TradeSettings,
} from "./model.ts";

/** Which records a page is of. */
export type PageRequest = {
  readonly category: Category;
  /** All of the category when absent. */
  readonly symbol?: string | undefined;
  /** `next` of the page before; absent for the first. */
  readonly cursor?: string | undefined;
};

/** State of the account, which follows the private channels; every member is a signal. */
export interface AccountState {
  /** Open orders, newest first. */
  orders(): readonly Order[];
  /** Waiting trigger, trailing and exit orders, newest first. */
  plans(): readonly Plan[];
  positions(): readonly Position[];
  balances(): readonly Balance[];
  summary(): AccountSummary | undefined;
  /** Whether all of the above were loaded since the connection was made. */
  isCurrent(): boolean;
  /** Own fills since the page was opened, newest first. */
  freshFills(): readonly Fill[];
}

/** Every method rejects with `WireFailure` where the exchange refuses. */
export interface AccountClient {
  readonly state: AccountState;
  /** Returns the id of the order. */
  place(order: NewOrder): Promise<string>;
  /** Absent members stay as they are. */
  amend(
    order: Order,
    changed: { readonly price?: string; readonly size?: string } & Partial<ExitPrices>,
  ): Promise<void>;
  cancel(orders: readonly Order[]): Promise<void>;
  /** Cancels the open orders of an instrument, or all. */
  cancelAll(instrument?: Instrument): Promise<void>;
  placePlan(plan: NewPlan): Promise<string>;
  amendPlan(
    plan: Plan,
    changed: {
      readonly triggerPrice?: string;
      readonly orderPrice?: string;
      readonly size?: string;
      readonly callbackRate?: string;
    } & Partial<ExitPrices>,
  ): Promise<void>;
  cancelPlans(plans: readonly Plan[]): Promise<void>;
  /** Closes a fraction (0 to 1) of a position at market. */
  closePosition(position: Position, fraction: number): Promise<void>;
  /** Closes the position and opens one of the same size on the other side. */
  reversePosition(position: Position): Promise<void>;
  /** Sets, changes or (empty text) removes the exits of a whole position. */
  setExits(position: Position, exits: ExitPrices): Promise<void>;
  settings(instrument: Instrument): Promise<TradeSettings>;
  setLeverage(instrument: Instrument, leverage: string): Promise<void>;
  setMarginMode(instrument: Instrument, mode: "isolated" | "crossed"): Promise<void>;
  /** Changes between one-way and hedge mode, for the category or, on unified accounts, for all. */
  setHedge(instrument: Instrument, isHedge: boolean): Promise<void>;
  /**
   * Largest size in base coins that the account can open or sell with this side, price and
   * settings; empty where the exchange does not say.
   */
  largestSize(
    order: Pick<NewOrder, "side" | "price" | "marginMode">,
    instrument: Instrument,
  ): Promise<string>;
  orderHistory(request: PageRequest): Promise<Page<Order>>;
  fills(request: PageRequest): Promise<Page<Fill>>;
  bills(request: PageRequest): Promise<Page<Bill>>;
  fundingPayments(request: PageRequest): Promise<Page<FundingPayment>>;
}
