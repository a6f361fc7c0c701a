import { overloaded } from "../http/wire-error.ts";
import { type KeyRequest, type NewKey, newKey } from "./new-key.ts";
import { passphraseHashed } from "./passphrase.ts";
import type { SecretSeal } from "./sealed-secret.ts";

/** Passphrases hashed at one time for requests; beyond it clients must retry. */
export const PASSPHRASE_HASHES_MAX = 4;

/** Issues keys to users who ask for them by requests. */
export class KeyIssuer {
  readonly #seal: SecretSeal;
  #hashes = 0;

  constructor(seal: SecretSeal) {
    this.#seal = seal;
  }

  /** Returns a new key with a secret. */
  newKey(request: Omit<KeyRequest, "publicKey">): NewKey & { readonly secret: string } {
    const key = newKey(this.#seal, request);
    return { ...key, secret: key.secret ?? "" };
  }

  /**
   * Returns the hash of a passphrase, computed off the main thread. Rejects with 40015 when too
   * many are being computed.
   */
  async hashOf(passphrase: string): Promise<string> {
    if (this.#hashes >= PASSPHRASE_HASHES_MAX) throw overloaded();
    this.#hashes += 1;
    try {
      return await passphraseHashed(passphrase);
    } finally {
      this.#hashes -= 1;
    }
  }
}
