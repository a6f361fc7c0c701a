/** API keys of tests, and the requests that their owners sign. */
import { createHmac } from "node:crypto";
import { generateApiKey, generateSecret } from "../../src/gateway/auth/api-keys.ts";
import type { KeyRecord } from "../../src/gateway/auth/key-directory.ts";
import { hashPassphrase } from "../../src/gateway/auth/passphrase.ts";
import { SecretSeal } from "../../src/gateway/auth/sealed-secret.ts";

/** Start of the clock of a gateway under test. */
export const START_MS = 1_780_000_000_000;

/** Seals the secrets of the keys. */
export const TEST_SEAL = new SecretSeal(Buffer.alloc(32, 7));
const PASSPHRASE = "open sesame";
const PASSPHRASE_HASH = hashPassphrase(PASSPHRASE);

/** Key with the secrets that its owner knows. */
export interface TestKey {
  readonly record: KeyRecord;
  readonly secret: string;
  readonly passphrase: string;
}

/** A classic live HMAC key with every classic permission, changed by `overrides`. */
export function testKey(overrides: Partial<KeyRecord> & { secret?: string } = {}): TestKey {
  const { secret = generateSecret(), ...changes } = overrides;
  const apiKey = changes.apiKey ?? generateApiKey();
  const unified = changes.accountKind === "unified";
  const record: KeyRecord = {
    apiKey,
    uid: "1000000001",
    userIndex: 1,
    accountKind: "classic",
    realm: "live",
    permissions: new Set(
      unified
        ? (["uta_mgt_write", "uta_trade_write", "withdraw", "p2p_write"] as const)
        : (["spot_trade", "contract_trade", "margin_trade", "transfer", "withdraw"] as const),
    ),
    ipList: [],
    kind: "hmac",
    sealedSecret: TEST_SEAL.seal(secret, apiKey),
    passphraseHash: PASSPHRASE_HASH,
    createdAtMs: START_MS,
    frozen: false,
    deleted: false,
    ...changes,
  };
  return { record, secret, passphrase: PASSPHRASE };
}

/** The four headers of a signed request at the fixture's start time. */
export function signedHeaders(
  key: TestKey,
  request: { method: "GET" | "POST"; target: string; body?: string; timestampMs?: number },
): Record<string, string> {
  const timestamp = String(request.timestampMs ?? START_MS);
  const prestring = timestamp + request.method + request.target + (request.body ?? "");
  return {
    "access-key": key.record.apiKey,
    "access-sign": createHmac("sha256", key.secret).update(prestring).digest("base64"),
    "access-timestamp": timestamp,
    "access-passphrase": key.passphrase,
    "content-type": "application/json",
  };
}
