import type { ClientAddresses } from "../address/client-addresses.ts";
import type { ExchangeAccess } from "../exchange-access.ts";
import type { OverallLimits } from "../rate-limit/overall-limits.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { Admission } from "./admission.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RequestCounts } from "./request-counts.ts";
import type { RequestIds } from "./request-trace.ts";

/** Receives internal faults: everything answered with HTTP 500. */
export type ReportFault = (error: unknown, where: FaultPlace) => void;

export interface FaultPlace {
  readonly requestId: string;
  readonly endpoint: string;
  readonly clientIp: string;
}

/** Context shared by the routes of the REST interface. */
export interface Gateway {
  readonly endpoints: readonly Endpoint[];
  readonly exchange: ExchangeAccess;
  readonly limiter: RateLimiter;
  readonly addresses: ClientAddresses;
  readonly overall: OverallLimits;
  readonly admission: Admission;
  readonly counts: RequestCounts;
  readonly requestIds: RequestIds;
  readonly reportFault: ReportFault;
  /** Wall clock, Unix milliseconds. */
  readonly nowMs: () => number;
  /**
   * Time after its timestamp in which a request may be executed, in ms; `WINDOW_MS` unless given.
   */
  readonly windowMs?: number;
  /** Time of the last recovered command, in ms since 1970; absent or 0: a new exchange. */
  readonly recoveredMs?: number;
}
