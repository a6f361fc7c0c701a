/** Counts of refused signatures, and reports of them that an attacker cannot multiply. */
import { WireError } from "../http/wire-error.ts";
import { isApiKeyShape } from "./api-keys.ts";

/** Reasons for which a signed request or login is refused, in the order of the checks. */
export const SIGNATURE_REFUSALS = [
  "missing_header",
  "unknown_key",
  "frozen_user",
  "timestamp",
  "passphrase",
  "signature",
  "address",
  "session",
] as const;
export type SignatureRefusal = (typeof SIGNATURE_REFUSALS)[number];

const REASON_OF_CODE: Readonly<Record<string, SignatureRefusal>> = {
  "40001": "missing_header",
  "40002": "missing_header",
  "40005": "missing_header",
  "40011": "missing_header",
  "40006": "unknown_key",
  "40037": "unknown_key",
  "40013": "frozen_user",
  "40008": "timestamp",
  "40012": "passphrase",
  "40009": "signature",
  "40018": "address",
  "49001": "session",
  "49002": "session",
  "49003": "session",
};

/** Shortest interval between two reports of one reason, in ms. */
export const REPORT_INTERVAL_MS = 60_000;

/** Sender of a refused request, as it calls itself. */
export interface RefusedSender {
  readonly apiKey: string;
  readonly clientIp: string;
}

export interface RefusalReport {
  readonly reason: SignatureRefusal;
  readonly address: string;
  /** Start of the key; absent for a text that is no key, which may be a misplaced secret. */
  readonly key?: string;
  /** Refusals for this reason since its last report, this one included. */
  readonly count: number;
}

const SHOWN_KEY_LENGTH = 11;

/** Returns the first characters of an API key, enough to find it in a list. */
export function shortKey(apiKey: string): string {
  return apiKey.length <= SHOWN_KEY_LENGTH ? apiKey : `${apiKey.slice(0, SHOWN_KEY_LENGTH)}…`;
}

/** Counts refused signatures by reason; reports the first of each reason in each minute. */
export class RefusedSignatures {
  readonly #nowMs: () => number;
  readonly #onReport: (report: RefusalReport) => void;
  readonly #counts = new Map<SignatureRefusal, number>();
  readonly #reported = new Map<SignatureRefusal, { readonly atMs: number; count: number }>();

  /** `nowMs` is a monotonic clock in ms. */
  constructor(options: {
    readonly nowMs: () => number;
    readonly onReport: (report: RefusalReport) => void;
  }) {
    this.#nowMs = options.nowMs;
    this.#onReport = options.onReport;
  }

  /** Number of refusals for a reason since the start. */
  count(reason: SignatureRefusal): number {
    return this.#counts.get(reason) ?? 0;
  }

  /** Counts an error of the authenticator; does nothing for one of another kind. */
  add(error: unknown, { apiKey, clientIp }: RefusedSender): void {
    const reason = error instanceof WireError ? REASON_OF_CODE[error.code] : undefined;
    if (reason === undefined) return;
    const count = this.count(reason) + 1;
    this.#counts.set(reason, count);
    const nowMs = this.#nowMs();
    const last = this.#reported.get(reason);
    if (last !== undefined && nowMs - last.atMs < REPORT_INTERVAL_MS) return;
    this.#reported.set(reason, { atMs: nowMs, count });
    this.#onReport({
      ...{ reason, address: clientIp, count: count - (last?.count ?? 0) },
      ...(isApiKeyShape(apiKey) ? { key: shortKey(apiKey) } : {}),
    });
  }
}
