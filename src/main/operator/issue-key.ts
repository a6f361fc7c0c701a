/** Making an API key: the secret is shown once and kept sealed, the passphrase is kept hashed. */
import { assert } from "../../core/assert.ts";
import type { DraftOf } from "../../core/commands.ts";
import type { AccountKind, KeyKind } from "../../core/vocabulary.ts";
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
  /** Absent when the user keeps the private key. */
  readonly secret?: string;
  readonly passphrase: string;
  readonly permissions: readonly Permission[];
};

/** All that a key of this kind of account can hold. */
export function permissionsOf(accountKind: AccountKind): readonly Permission[] {
  return accountKind === "unified" ? UNIFIED_PERMISSIONS : CLASSIC_PERMISSIONS;
}

export type KeyTerms = {
  readonly user: number;
  readonly passphrase: string;
  readonly permissions: readonly Permission[];
  readonly ipList: readonly string[];
  /** Verifies what the user signs; without one a secret is made. */
  readonly publicKey?: PublicKey | undefined;
};

/** A new key: the command that makes it, and what its owner is shown. */
export type NewKeyTerms = {
  readonly command: DraftOf<"create_key">;
  readonly issued: IssuedKey;
};

/** Makes name and, unless the user brings a public key, secret of a new key. */
export function newKey(seal: SecretSeal, terms: KeyTerms): NewKeyTerms {
  const { passphrase, permissions, publicKey } = terms;
  const apiKey = generateApiKey();
  const secret = publicKey === undefined ? generateSecret() : undefined;
  const keyKind = publicKey?.kind ?? "hmac";
  const material = publicKey?.pem ?? secret ?? "";
  return {
    command: {
      kind: "create_key",
      user: terms.user,
      apiKey,
      keyKind,
      sealedSecret: seal.seal(material, apiKey),
      passphraseHash: hashPassphrase(passphrase),
      permissions: permissions.join(","),
      ipList: terms.ipList.join(","),
    },
    issued: {
      ...{ apiKey, kind: keyKind, passphrase, permissions },
      ...(secret === undefined ? {} : { secret }),
    },
  };
}

/** Issues a key with a secret. Fails with `FoundingFault` when the core refuses (too many keys). */
export async function issueKey(
  commands: CommandPort,
  seal: SecretSeal,
  terms: Omit<KeyTerms, "publicKey">,
): Promise<IssuedKey & { readonly secret: string }> {
  const { command, issued } = newKey(seal, terms);
  await submitOrThrow(commands, command);
  const { secret } = issued;
  assert(secret !== undefined, "a key without a public key has a secret");
  return { ...issued, secret };
}
