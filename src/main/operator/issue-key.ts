/**
 * Creates API keys: the secret is shown once and stored sealed, the passphrase is stored hashed.
 */
import { assert } from "../../core/base/assert.ts";
import type { AccountKind, KeyKind } from "../../core/base/vocabulary.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { generateApiKey, generateSecret } from "../../gateway/auth/api-keys.ts";
import { hashPassphrase } from "../../gateway/auth/passphrase.ts";
import {
  CLASSIC_PERMISSIONS,
  type Permission,
  UNIFIED_PERMISSIONS,
} from "../../gateway/auth/permissions.ts";
import type { PublicKey } from "../../gateway/auth/public-key.ts";
import type { SecretSeal } from "../../gateway/auth/sealed-secret.ts";
import type { CommandPort } from "../../gateway/exchange-access.ts";
import { submitOrThrow } from "../founding/founding.ts";

export type IssuedKey = {
  readonly apiKey: string;
  readonly kind: KeyKind;
  /** Absent when the user keeps a private key. */
  readonly secret?: string;
  readonly passphrase: string;
  readonly permissions: readonly Permission[];
};

/** Returns all permissions that a key of this kind of account can have. */
export function permissionsOf(accountKind: AccountKind): readonly Permission[] {
  return accountKind === "unified" ? UNIFIED_PERMISSIONS : CLASSIC_PERMISSIONS;
}

export type KeyRequest = {
  readonly user: number;
  readonly passphrase: string;
  readonly permissions: readonly Permission[];
  readonly ipList: readonly string[];
  /** Public key that verifies the user's signatures; without one a secret is generated. */
  readonly publicKey?: PublicKey | undefined;
};

/** Command that creates a key, and the data shown to its owner. */
export type IssuedKeyCommand = {
  readonly command: DraftOf<"create_key">;
  readonly issued: IssuedKey;
};

/** Generates the name of a new key and, unless the user supplies a public key, its secret. */
export function newKey(seal: SecretSeal, request: KeyRequest): IssuedKeyCommand {
  const { passphrase, permissions, publicKey } = request;
  const apiKey = generateApiKey();
  const secret = publicKey === undefined ? generateSecret() : undefined;
  const keyKind = publicKey?.kind ?? "hmac";
  const material = publicKey?.pem ?? secret ?? "";
  return {
    command: {
      kind: "create_key",
      user: request.user,
      apiKey,
      keyKind,
      sealedSecret: seal.seal(material, apiKey),
      passphraseHash: hashPassphrase(passphrase),
      permissions: permissions.join(","),
      ipList: request.ipList.join(","),
    },
    issued: {
      ...{ apiKey, kind: keyKind, passphrase, permissions },
      ...(secret === undefined ? {} : { secret }),
    },
  };
}

/**
 * Issues a key with a secret. Fails with `FoundingFault` when the core rejects the command (too
 * many keys).
 */
export async function issueKey(
  commands: CommandPort,
  seal: SecretSeal,
  request: Omit<KeyRequest, "publicKey">,
): Promise<IssuedKey & { readonly secret: string }> {
  const { command, issued } = newKey(seal, request);
  await submitOrThrow(commands, command);
  const { secret } = issued;
  assert(secret !== undefined, "a key without a public key has a secret");
  return { ...issued, secret };
}
