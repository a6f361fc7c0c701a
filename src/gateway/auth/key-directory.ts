import type { KeyKind } from "../../core/base/vocabulary.ts";
import type { Permission } from "./permissions.ts";
import type { AccountKind, Realm } from "./principal.ts";

/** An API key or session as core keeps it. Replaced as a whole when it changes. */
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
  /** HMAC secret or public key as PEM, sealed by `SecretSeal`; empty for a session. */
  readonly sealedSecret: Uint8Array;
  /** Result of `hashPassphrase`; of a session, the SHA-256 digest of its secret in hexadecimal. */
  readonly passphraseHash: string;
  /** In ms since 1970. */
  readonly createdAtMs: number;
  /** Whether the user or sub-account is frozen: the key exists and is refused. */
  readonly frozen: boolean;
  /** Whether the key was deleted: requests are refused as for a key that does not exist. */
  readonly deleted: boolean;
}

/** Finds keys in the live projection of the users. */
export interface KeyDirectory {
  find(apiKey: string): KeyRecord | undefined;
}
