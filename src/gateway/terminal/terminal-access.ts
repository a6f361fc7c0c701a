import type { AccountKind } from "../../core/base/vocabulary.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import type { KeyUses } from "../auth/key-uses.ts";

/** A ready-made live user, which a browser on the machine of the exchange may continue as. */
export interface ReadyUser {
  readonly name: string;
  readonly accountKind: AccountKind;
  readonly userIndex: number;
  /** The same user's account of the demo realm. */
  readonly demoUserIndex: number;
}

/** What the endpoints of the terminal's sessions use besides the exchange. */
export interface TerminalAccess {
  /** Finds the sender of a request by the session of its browser. */
  readonly browsers: Pick<Authenticator, "senderInBrowser">;
  /** Last uses of keys and sessions. */
  readonly keyUses: KeyUses;
  /** Empty where others than this machine can reach the exchange. */
  readonly readyUsers: readonly ReadyUser[];
}
