import type { AlertKind } from "../core/base/alert-kinds.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

export interface AlertTrade {
  readonly tradeId: string;
  readonly symbol: string;
  readonly category: string;
  readonly realm: string;
  readonly price: string;
  readonly size: string;
  readonly takerSide: "buy" | "sell";
  readonly takerUid: string;
  readonly makerUid: string;
  readonly takerOrderId: string;
  readonly makerOrderId: string;
  readonly time: string;
}

export interface AlertCounterparty {
  readonly uid: string;
  readonly trades: number;
  readonly valueUsd: number;
  readonly gainUsd: number;
  readonly linkedBy: readonly string[];
}

/** Alert of surveillance. Values are estimates in US dollars, rounded to cents. */
export interface SurveillanceAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly realm: string;
  /** Symbol; empty for losses of a whole account. */
  readonly symbol: string;
  readonly category: string;
  readonly uids: readonly string[];
  readonly linkedBy: readonly string[];
  readonly valueUsd: number;
  readonly measures: Readonly<Record<string, number | string>>;
  readonly count: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly trades: readonly AlertTrade[];
  readonly counterparties: readonly AlertCounterparty[];
}

export interface AlertSearch {
  readonly kind: AlertKind | undefined;
  /** ISO time; empty for no limit. */
  readonly since: string;
  /** Id of the last alert of the previous page; empty for the newest alerts. */
  readonly cursor: string;
  readonly limit: number;
}

export interface AlertPage {
  readonly alerts: readonly SurveillanceAlert[];
  /** Cursor of the next page; empty on the last page. */
  readonly cursor: string;
}

export interface AccountGroup {
  readonly uid: string;
  /** Main accounts with their sub-accounts. */
  readonly accounts: readonly { readonly mainUid: string; readonly subUids: readonly string[] }[];
  readonly links: readonly {
    readonly fromUid: string;
    readonly toUid: string;
    readonly by: string;
    /** Label of the request address; it changes with each start. */
    readonly label: string;
    readonly since: string;
  }[];
}

/** Thresholds of the detectors by name, whole numbers. */
export type SurveillanceFigures = Readonly<Record<string, number>>;

/** Actions on surveillance that the administrative routes call. */
export interface SurveillanceActions {
  listAlerts(search: AlertSearch): AdminOutcome<AlertPage>;
  accountGroup(uid: string): AdminOutcome<AccountGroup>;
  surveillanceFigures(): SurveillanceFigures;
  setSurveillanceFigures(changes: SurveillanceFigures): Promise<AdminOutcome<SurveillanceFigures>>;
}
