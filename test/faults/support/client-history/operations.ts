/** Requests of clients and their ends, as a history records them; times as in `history.ts`. */

export const DIALECTS = ["v2", "v3"] as const;
/** `v2` is spoken by classic accounts, `v3` by unified ones. */
export type Dialect = (typeof DIALECTS)[number];

/** One request and its end. */
export type Call = {
  readonly client: string;
  readonly dialect: Dialect;
  readonly clientOid: string;
  /** Monotonic time before it was sent. */
  readonly invokedMs: number;
  /** Monotonic time of its answer, or of the moment at which the client gave up. */
  readonly returnedMs: number;
  /** Process of the exchange that it was sent to; 1 is the first. */
  readonly life: number;
  /** Process at the end of the call: another one when the exchange was killed meanwhile. */
  readonly lifeAtEnd: number;
  /** Exchange time at which the exchange took the request, as its answer states. */
  readonly acceptedMs: number | undefined;
};

/** Answer to a request that changes something. */
export type Answer =
  | { readonly kind: "acknowledged"; readonly orderId: string }
  /** Nothing has happened and nothing will. */
  | { readonly kind: "refused"; readonly code: string }
  /** The exchange says that it does not know the outcome (40725). */
  | { readonly kind: "unknown" }
  /** The client gave up, or the connection broke. */
  | { readonly kind: "none" };

/** An order as the exchange shows it. */
export type SeenOrder = {
  readonly orderId: string;
  readonly isOpen: boolean;
  /** In lots of the instrument. */
  readonly filledLots: number;
};

export type Placement = Call & {
  readonly kind: "placement";
  /** Exchange time after which it must have no effect: the end of its receive window. */
  readonly deadlineMs: number;
  readonly answer: Answer;
};

export type Cancel = Call & {
  readonly kind: "cancel";
  readonly deadlineMs: number;
  readonly answer: Answer;
};

export type Lookup = Call & {
  readonly kind: "lookup";
  /** Made after the last fault, when every request of every client was over. */
  readonly isLast: boolean;
  readonly answer:
    | { readonly kind: "found"; readonly order: SeenOrder }
    | { readonly kind: "absent" }
    /** Refused for now, or no answer. */
    | { readonly kind: "later" };
};

/** Open orders of the client's user. */
export type Listing = Call & {
  readonly kind: "listing";
  /** False when the list was refused or not answered. */
  readonly isWhole: boolean;
  readonly orderIds: readonly string[];
};

export type Operation = Placement | Cancel | Lookup | Listing;
