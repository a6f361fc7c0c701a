/** The secret from which the generated market draws everything that happens after its founding. */
import { type Cipheriv, createCipheriv, createHmac } from "node:crypto";
import type { State } from "../core/state.ts";
import { Random, type Streams, type Words } from "../market-model/random.ts";

/** Distinguishes the secret from everything else that is derived from the master key. */
const LABEL = "bourse generated market";

/** Returns the secret, which follows from the master key and does not reveal it: 32 bytes. */
export function marketSecretOf(masterKey: Uint8Array): Uint8Array {
  return createHmac("sha256", masterKey).update(LABEL).digest();
}

/** Bytes that are encrypted at a time: most streams draw a few words a second. */
const BLOCK_BYTES = 512;
const ZEROS = Buffer.alloc(BLOCK_BYTES);

/** Words of a key: AES-256 in counter mode. Earlier words do not tell later ones. */
class SecretWords implements Words {
  readonly #cipher: Cipheriv;
  #block: Buffer = Buffer.alloc(0);
  #at = 0;

  /** `key` has 256 bits, and encrypts nothing else: its counter begins at 0. */
  constructor(key: Uint8Array) {
    this.#cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  }

  word(): number {
    if (this.#at === this.#block.length) {
      this.#block = this.#cipher.update(ZEROS);
      this.#at = 0;
    }
    const word = this.#block.readUInt32LE(this.#at);
    this.#at += 4;
    return word;
  }
}

/**
 * Returns streams that cannot be computed without the secret, neither from one another nor from
 * what was drawn before. The key of each depends on all bits of the secret and of the name.
 */
export function secretStreams(secret: Uint8Array): Streams {
  return (name) => new Random(new SecretWords(createHmac("sha256", secret).update(name).digest()));
}

/**
 * Returns the name of a run among the streams. The time distinguishes it from a run that started
 * at the same seq before the journal was restored from a backup: users have seen its numbers.
 */
export function runName({ seq }: Pick<State, "seq">, nowMs: number): string {
  return `run ${seq} ${nowMs}`;
}
