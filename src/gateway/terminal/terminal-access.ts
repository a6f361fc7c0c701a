import type { AccountKind, Realm, Wallet } from "../../core/base/vocabulary.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import type { KeyUses } from "../auth/key-uses.ts";
import type { OneTimeCodes } from "../auth/one-time-codes.ts";
import type { Passwords } from "../auth/passwords.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";

/** A ready-made live user, which a browser on the machine of the exchange may continue as. */
export interface ReadyUser {
  readonly name: string;
  readonly accountKind: AccountKind;
  readonly userIndex: number;
  /** The same user's account of the demo realm. */
  readonly demoUserIndex: number;
}

/** Money that a new account begins with. */
export interface OpeningCredit {
  readonly wallet: Wallet;
  readonly currency: number;
  readonly amount: bigint;
}

/** What the endpoints of the terminal's sessions use besides the exchange. */
export interface TerminalAccess {
  /** Finds the sender of a request by the session of its browser. */
  readonly browsers: Pick<Authenticator, "senderInBrowser">;
  /** Last uses of keys and sessions. */
  readonly keyUses: KeyUses;
  /** Empty where others than this machine can reach the exchange. */
  readonly readyUsers: readonly ReadyUser[];
  readonly isSignUpOpen: boolean;
  readonly passwords: Passwords;
  readonly attempts: SignInAttempts;
  readonly codes: OneTimeCodes;
  /** Money of a new account: for practice, and all that demo accounts trade with. */
  openingCredits(accountKind: AccountKind, realm: Realm): readonly OpeningCredit[];
  /** Names, in lower case, of users who are being created. */
  readonly signingUp: Set<string>;
  /** Demo accounts that are being created, by live user. */
  readonly openingDemo: Map<number, Promise<number>>;
}
