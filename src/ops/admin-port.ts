import type { AccountKind, AccountLevel, KeyKind, Realm, Wallet } from "../core/vocabulary.ts";
import type { AccountActions } from "./account-port.ts";
import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";
import type { GuardActions } from "./guard-port.ts";
import type { LimitActions } from "./limit-port.ts";
import type { LossActions } from "./loss-port.ts";
import type { PriceActions } from "./price-port.ts";
import type { ReviewActions } from "./review-port.ts";
import type { RiskActions } from "./risk-port.ts";
import type { SurveillanceActions } from "./surveillance-port.ts";
import type { TimeActions } from "./time-port.ts";

export interface NewUser {
  readonly accountKind: AccountKind;
  readonly realm: Realm;
  readonly name: string;
  /** Set for a sub-account. */
  readonly parentUid: string | undefined;
  /** Of a unified user; classic ones have none. */
  readonly level: AccountLevel;
}

export interface CreatedUser {
  readonly uid: string;
  readonly accountKind: AccountKind;
  readonly realm: Realm;
  readonly name: string;
}

export interface NewKey {
  readonly uid: string;
  /** Made by the server when absent. */
  readonly passphrase: string | undefined;
  /** Every permission of the account kind when absent. */
  readonly permissions: readonly string[] | undefined;
  readonly ipList: readonly string[];
  /** PEM of the user's public key; absent for a key with a secret. */
  readonly publicKey: string | undefined;
}

/** Shown this once: the exchange keeps the secret sealed and the passphrase hashed. */
export interface CreatedKey {
  readonly uid: string;
  readonly apiKey: string;
  readonly kind: KeyKind;
  /** Absent where the user keeps a private key. */
  readonly secret?: string;
  readonly passphrase: string;
  readonly permissions: readonly string[];
}

export interface Credit {
  readonly uid: string;
  readonly wallet: Wallet;
  readonly coin: string;
  /** A decimal text above zero. */
  readonly amount: string;
}

export interface CreditDone extends Credit {
  /** Place of the command in the journal. */
  readonly seq: number;
}

export interface InstrumentState extends InstrumentName {
  readonly status: "online" | "halted";
}

export interface RateLimitRule {
  readonly bucket: string;
  readonly per: "uid" | "ip" | "all";
  readonly count: number;
  readonly perMs: number;
}

export interface RateLimits {
  readonly mode: "exact" | "off";
  readonly limits: readonly RateLimitRule[];
}

export interface RateLimitChange {
  readonly bucket: string;
  readonly count: number;
  readonly perMs: number;
}

export interface InvariantVerdict {
  /** Number in docs/invariants.md. */
  readonly invariant: number;
  readonly statement: string;
  readonly holds: boolean;
  /** What was found where it does not hold. */
  readonly findings: readonly string[];
}

/** Conservation of one currency: the sum of all ledger accounts, zero when nothing is lost. */
export interface CurrencyConservation {
  readonly coin: string;
  readonly users: string;
  readonly exchange: string;
  readonly outsideWorld: string;
  readonly sum: string;
}

export interface AuditReport {
  /** State after this command was examined. */
  readonly seq: number;
  readonly holds: boolean;
  readonly invariants: readonly InvariantVerdict[];
  readonly conservation: readonly CurrencyConservation[];
}

/** What the administrative routes can have done; the composition root turns it into commands. */
export interface AdminActions
  extends AccountActions,
    GuardActions,
    PriceActions,
    RiskActions,
    LimitActions,
    LossActions,
    ReviewActions,
    SurveillanceActions,
    TimeActions {
  createUser(user: NewUser): Promise<AdminOutcome<CreatedUser>>;
  createKey(key: NewKey): Promise<AdminOutcome<CreatedKey>>;
  credit(credit: Credit): Promise<AdminOutcome<CreditDone>>;
  haltInstrument(instrument: InstrumentName): Promise<AdminOutcome<InstrumentState>>;
  resumeInstrument(instrument: InstrumentName): Promise<AdminOutcome<InstrumentState>>;
  listRateLimits(): RateLimits;
  setRateLimitMode(mode: "exact" | "off"): RateLimits;
  changeRateLimit(change: RateLimitChange): AdminOutcome<RateLimitRule>;
  audit(): Promise<AuditReport>;
}
