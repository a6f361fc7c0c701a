/**
 * Creates API keys: the secret is shown once and stored sealed, the passphrase is stored hashed.
 */
import type { AccountKind } from "../../core/base/vocabulary.ts";
import type { SignedKeyKind } from "../../core/base/word-traits.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { generateApiKey, generateSecret } from "./api-keys.ts";
import { CLASSIC_PERMISSIONS, type Permission, UNIFIED_PERMISSIONS } from "./permissions.ts";
import type { PublicKey } from "./public-key.ts";
import type { SecretSeal } from "./sealed-secret.ts";

/** Returns all permissions that a key of this kind of account can have. */
export function permissionsOf(accountKind: AccountKind): readonly Permission[] {
  return accountKind === "unified" ? UNIFIED_PERMISSIONS : CLASSIC_PERMISSIONS;
}

export type KeyRequest = {
  readonly user: number;
  readonly passphraseHash: string;
  /** Words of `permissions.ts`. */
  readonly permissions: readonly string[];
  readonly ipList: readonly string[];
  readonly note: string;
  /** Public key that verifies the user's signatures; without one a secret is generated. */
  readonly publicKey?: PublicKey | undefined;
};

/** A new key: the command that creates it, and what its owner is shown. */
export type NewKey = {
  readonly command: DraftOf<"create_key">;
  readonly apiKey: string;
  readonly kind: SignedKeyKind;
  /** Absent when the user keeps a private key. */
  readonly secret?: string;
};

/** Generates the name of a new key and, unless the user supplies a public key, its secret. */
export function newKey(seal: SecretSeal, request: KeyRequest): NewKey {
  const { ipList, note, passphraseHash, permissions, publicKey, user } = request;
  const apiKey = generateApiKey();
  const secret = publicKey === undefined ? generateSecret() : undefined;
  const kind = publicKey?.kind ?? "hmac";
  const material = publicKey?.pem ?? secret ?? "";
  return {
    command: {
      kind: "create_key",
      user,
      apiKey,
      keyKind: kind,
      sealedSecret: seal.seal(material, apiKey),
      passphraseHash,
      permissions: permissions.join(","),
      ipList: ipList.join(","),
      note,
    },
    apiKey,
    kind,
    ...(secret === undefined ? {} : { secret }),
  };
}
