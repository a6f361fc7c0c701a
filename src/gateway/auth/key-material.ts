import { createPublicKey } from "node:crypto";
import { assert } from "../../core/base/assert.ts";
import { isSession, type SignedKeyKind } from "../../core/base/word-traits.ts";
import { AddressList } from "./address-list.ts";
import { keyPrefixOf } from "./api-keys.ts";
import { HmacKey } from "./hmac-key.ts";
import type { KeyRecord } from "./key-directory.ts";
import { grantedPermissions } from "./permissions.ts";
import type { Principal } from "./principal.ts";
import type { SecretSeal } from "./sealed-secret.ts";
import type { VerifyingKey } from "./signature.ts";

/** Keys kept ready for verification; beyond it the oldest is dropped and made again on use. */
export const KEYS_READY_MAX = 50_000;

/** Material for verifying with one key, made once from its record. */
export interface KeyMaterial {
  readonly record: KeyRecord;
  readonly verifying: VerifyingKey;
  readonly principal: Principal;
  /** Addresses the key may be used from; undefined: any address. */
  readonly addresses: AddressList | undefined;
  /** Digest of the passphrase once it has been verified against its hash. */
  passphraseDigest: string | undefined;
  /** Running comparison with the slow hash; concurrent requests share it. */
  passphraseCheck: { readonly digest: string; readonly done: Promise<void> } | undefined;
}

/** Verification material of the keys in use, of at most a fixed number of keys. */
export class KeyMaterialCache {
  readonly #seal: SecretSeal;
  readonly #ready = new Map<string, KeyMaterial>();

  constructor(seal: SecretSeal) {
    this.#seal = seal;
  }

  /**
   * Returns the material of a record, rebuilt if the record was replaced; a verified passphrase is
   * kept if unchanged.
   */
  of(record: KeyRecord): KeyMaterial {
    const ready = this.#ready.get(record.apiKey);
    if (ready?.record === record) return ready;
    const material = makeMaterial(record, this.#seal);
    if (ready !== undefined && ready.record.passphraseHash === record.passphraseHash) {
      material.passphraseDigest = ready.passphraseDigest;
    }
    if (ready === undefined && this.#ready.size >= KEYS_READY_MAX) {
      const longestKept = this.#ready.keys().next().value;
      if (longestKept !== undefined) this.#ready.delete(longestKept);
    }
    this.#ready.set(record.apiKey, material);
    return material;
  }
}

function makeMaterial(record: KeyRecord, seal: SecretSeal): KeyMaterial {
  const { apiKey, kind, sealedSecret } = record;
  assert(!isSession(kind), "a session signs nothing");
  const secret = seal.unseal(sealedSecret, apiKey);
  return {
    record,
    verifying: verifyingKey(kind, secret),
    principal: principalOf(record),
    addresses: record.ipList.length === 0 ? undefined : new AddressList(record.ipList),
    passphraseDigest: undefined,
    passphraseCheck: undefined,
  };
}

function verifyingKey(kind: SignedKeyKind, secret: string): VerifyingKey {
  if (kind === "hmac") return { kind, key: new HmacKey(Buffer.from(secret)) };
  return { kind, key: createPublicKey(secret) };
}

/** Returns the sender of the requests of a key. */
export function principalOf(record: KeyRecord): Principal {
  const { accountKind, apiKey, kind, permissions, realm, uid, userIndex } = record;
  return {
    ...{ uid, userIndex, accountKind, realm },
    keyId: apiKey,
    keyPrefix: keyPrefixOf(apiKey),
    permissions: grantedPermissions(permissions),
    isSession: isSession(kind),
  };
}

/** Whether the key may be used from the client address. */
export function isAddressAllowed(material: KeyMaterial, clientIp: string): boolean {
  return material.addresses === undefined || material.addresses.admits(clientIp);
}
