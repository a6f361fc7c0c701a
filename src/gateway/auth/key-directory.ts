import type { KeyKind } from "../../core/base/vocabulary.ts";
import type { Permission } from "./permissions.ts";
import type { AccountKind, Realm } from "./principal.ts";

/** An API key as core keeps it. Replaced as a whole when it changes. */
export interface KeyRecord {
  readonly apiKey: string;
  readonly uid: string;
  readonly userIndex: number;
  readonly accountKind: AccountKind;
  readonly realm: Realm;
  readonly permissions: ReadonlySet<Permission>;
  /** Addresses or CIDR ranges the key may be used from; empty: any address. */
  readonly ipList: readonly string[];
  readonly kind: KeyKind;
  /** The HMAC secret, or the user's public key as PEM, sealed by `SecretSeal`. */
  readonly sealedSecret: Uint8Array;
  /** Result of `hashPassphrase`. */
  readonly passphraseHash: string;
  /** Whether the user or sub-account is frozen: the key exists and is refused. */
  readonly frozen: boolean;
  /** Whether the key was deleted: requests are refused as for a key that does not exist. */
  readonly deleted: boolean;
}

/** Finds keys in the live projection of the users. */
export interface KeyDirectory {
  find(apiKey: string): KeyRecord | undefined;
}
