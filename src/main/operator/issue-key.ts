/** Making an API key: the secret is shown once and kept sealed, the passphrase is kept hashed. */
import type { AccountKind } from "../../core/vocabulary.ts";
import { generateApiKey, generateSecret } from "../../gateway/auth/api-keys.ts";
import { hashPassphrase } from "../../gateway/auth/passphrase.ts";
import {
  CLASSIC_PERMISSIONS,
  type Permission,
  UNIFIED_PERMISSIONS,
} from "../../gateway/auth/permissions.ts";
import type { SecretSeal } from "../../gateway/auth/sealed-secret.ts";
import type { CommandPort } from "../../gateway/exchange-access.ts";
import { accomplish } from "../founding/founding.ts";

export type IssuedKey = {
  readonly apiKey: string;
  readonly secret: string;
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
};

/** Fails with `FoundingFault` when the core refuses (too many keys). */
export async function issueKey(
  commands: CommandPort,
  seal: SecretSeal,
  terms: KeyTerms,
): Promise<IssuedKey> {
  const apiKey = generateApiKey();
  const secret = generateSecret();
  await accomplish(commands, {
    kind: "create_key",
    user: terms.user,
    apiKey,
    keyKind: "hmac",
    sealedSecret: seal.seal(secret, apiKey),
    passphraseHash: hashPassphrase(terms.passphrase),
    permissions: terms.permissions.join(","),
    ipList: terms.ipList.join(","),
  });
  return { apiKey, secret, passphrase: terms.passphrase, permissions: terms.permissions };
}
