/** What clients of a history do, in either dialect and whatever library they use. */
import type { Cancel, Dialect, Listing, Lookup, Placement } from "./operations.ts";

/** Terms of a spot order on BTCUSDT. */
export type OrderTerms = {
  readonly orderType: "limit" | "market";
  readonly side: "buy" | "sell";
  /** Base size; quote amount of a market buy. */
  readonly size: string;
  /** Of limit orders. */
  readonly price: string;
  readonly force: "gtc" | "ioc";
};

/** How a request is sent. */
export type Manner = {
  /** After this the client gives up, in ms. */
  readonly patienceMs: number;
  /** Receive window that the request states, in ms; undefined for the signature's 30 s. */
  readonly windowMs: number | undefined;
};

export interface OrderClient {
  readonly name: string;
  readonly dialect: Dialect;
  place(clientOid: string, terms: OrderTerms, manner: Manner): Promise<Placement>;
  cancel(clientOid: string, manner: Manner): Promise<Cancel>;
  lookUp(clientOid: string, manner: Manner, isLast?: boolean): Promise<Lookup>;
  list(manner: Manner): Promise<Listing>;
}
