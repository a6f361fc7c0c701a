import type { InstrumentStatus, Realm } from "../core/base/vocabulary.ts";
import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";
import type { OrderLimitTexts } from "./order-limit-port.ts";

/** Statuses that a request may set; `cancel_only` is another word for `halted`. */
export const REQUESTED_STATUSES = [
  "online",
  "reduce_only",
  "post_only",
  "cancel_only",
  "halted",
  "offline",
] as const;
export type RequestedStatus = (typeof REQUESTED_STATUSES)[number];

export interface InstrumentState extends InstrumentName {
  readonly status: InstrumentStatus;
}

/** Fee rates as decimal texts: "0.001" is 0.1 % of the traded value. */
export interface FeeTexts {
  readonly maker: string;
  readonly taker: string;
}

/** An instrument with everything that can be set of it, in decimal texts and ISO times. */
export interface InstrumentDetails extends InstrumentState {
  readonly base: string;
  readonly quote: string;
  readonly settle: string;
  readonly priceStep: string;
  readonly sizeStep: string;
  /** Limits of single orders. */
  readonly orderLimits: OrderLimitTexts;
  /** Limits of the listing; its minima hold for orders that can only close. */
  readonly listedOrderLimits: OrderLimitTexts;
  /** Largest price at which the value of a largest order stays in range. */
  readonly priceMax: string;
  readonly leverageMin: number;
  readonly leverageMax: number;
  readonly indexPrice: string;
  readonly markPrice: string;
  readonly lastPrice: string;
  /** Sum of the long positions in base coin, of coin-margined contracts at the mark price. */
  readonly openInterest: string;
  readonly openOrders: number;
  /** The highest fees that can be set, those of the listing. */
  readonly listedFees: FeeTexts;
  readonly fees: FeeTexts;
  /** Fees that are to begin at `from`; `undefined` when no change waits. */
  readonly nextFees: (FeeTexts & { readonly from: string }) | undefined;
  /** Terms of funding; `undefined` where there is none. */
  readonly funding:
    | {
        readonly intervalHours: number;
        readonly rateMin: string;
        readonly rateMax: string;
        readonly impactSize: string;
      }
    | undefined;
  /** Bounds of opening; `undefined` on spot. */
  readonly openingLimits:
    | {
        readonly feeUpRatio: string;
        readonly costUpRatio: string;
        readonly positionShare: string;
        readonly symbolOrdersMax: number;
        readonly productOrdersMax: number;
        readonly positionsMax: number;
        readonly opensUntil: string;
      }
    | undefined;
  /** Empty for perpetuals and spot. */
  readonly deliveryTime: string;
  readonly listedAt: string;
}

export interface InstrumentFilter {
  readonly realm: Realm | undefined;
  readonly category: InstrumentName["category"] | undefined;
  readonly status: InstrumentStatus | undefined;
}

/** Statuses of all instruments of a realm, or of both. */
export interface StatusOfAll {
  readonly realm: Realm | undefined;
  readonly status: "halted" | "post_only" | "online";
}

export interface ChangedInstruments {
  readonly status: InstrumentStatus;
  /** Number of instruments whose status was changed. */
  readonly changed: number;
  /** Instruments that were not changed, because the core refused it. */
  readonly refused: readonly InstrumentName[];
}

export interface Delisted extends InstrumentState {
  readonly cancelledOrders: number;
  readonly cancelledPlans: number;
}

/** Actions on instruments that the administrative routes call. */
export interface InstrumentActions {
  listInstruments(filter: InstrumentFilter): readonly InstrumentDetails[];
  setInstrumentStatus(
    instrument: InstrumentName,
    status: RequestedStatus,
  ): Promise<AdminOutcome<InstrumentState>>;
  /**
   * Sets the status of all instruments that are not offline; `online` resumes those that are
   * halted, post-only or reduce-only.
   */
  setStatusOfAll(request: StatusOfAll): Promise<AdminOutcome<ChangedInstruments>>;
  /** Cancels all orders and plans in an instrument without positions, and takes it offline. */
  delistInstrument(instrument: InstrumentName): Promise<AdminOutcome<Delisted>>;
}
