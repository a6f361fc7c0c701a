import { type WireError, wireError } from "./wire-error.ts";

export const API_VERSIONS = ["v2", "v3"] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/**
 * Codes for faulty parameters, the same for all endpoints. Source: auth-and-errors.md section 7. v2
 * and v3 share most codes; they differ where the published code lists differ: v3 has one code
 * (25200) for every value that fails verification.
 */
export interface ParameterErrors {
  /** Whether page limits out of range are no error (decision 0064). */
  readonly hasLenientPages: boolean;
  /** A required parameter is absent, null or empty. */
  missing(name: string): WireError;
  /** The value has another type or format than the parameter. */
  wrong(name: string): WireError;
  /** The value is not in the enumeration, or names nothing that exists. */
  unknown(name: string): WireError;
  /** A number beyond the parameter's minimum or maximum. */
  outOfRange(name: string): WireError;
  /** A text that cannot be an id. */
  notAnId(name: string): WireError;
  /** A list with more items than allowed. */
  tooMany(name: string, itemsMax: number): WireError;
  /** None of several parameters was sent, of which one is required. */
  needsOneOf(names: readonly string[]): WireError;
  /** startTime is after endTime. */
  startAfterEnd(): WireError;
  /** startTime and endTime are too far apart. */
  spanTooLong(daysMax: number): WireError;
  /** The start is before the period that queries cover. */
  tooOld(daysMax: number): WireError;
  /** A time in the future. */
  inFuture(name: string): WireError;
  /** The body is not JSON, or is JSON that the exchange refuses. */
  unreadable(reason: string): WireError;
}

function needsOneOf(names: readonly string[]): WireError {
  const ofOrderIds = names.length === 2 && names.includes("orderId") && names.includes("clientOid");
  return ofOrderIds ? wireError("40924") : wireError("40913", names.join(", "));
}

const SHARED = {
  missing: (name) => wireError("40019", name),
  outOfRange: (name) => wireError("40053", name),
  notAnId: (name) => wireError("40402", name),
  tooMany: (name, itemsMax) => wireError("40058", name, itemsMax),
  needsOneOf,
  spanTooLong: (daysMax) => wireError("00001", daysMax),
  tooOld: (daysMax) => wireError("40704", daysMax),
  inFuture: (name) => wireError("40902", name),
} satisfies Partial<ParameterErrors>;

export const PARAMETER_ERRORS: Readonly<Record<ApiVersion, ParameterErrors>> = {
  v2: {
    ...SHARED,
    hasLenientPages: true,
    wrong: (name) => wireError("40020", name),
    unknown: (name) => wireError("40034", name),
    startAfterEnd: () => wireError("40707"),
    unreadable: (reason) => wireError("400172", reason),
  },
  v3: {
    ...SHARED,
    hasLenientPages: false,
    wrong: (name) => wireError("25200", name),
    unknown: (name) => wireError("25200", name),
    startAfterEnd: () => wireError("20001"),
    unreadable: (reason) => wireError("400172", reason),
  },
};
