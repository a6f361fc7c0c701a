import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export const MASTER_KEY_BYTES = 32;
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Fault: sealed bytes cannot be opened with the master key. */
export class SealError extends Error {
  readonly code = "seal";
}

/**
 * Seals secrets with AES-256-GCM. The sealed bytes are bound to the name they are stored under (the
 * API key) and cannot be moved to another. Layout: format, nonce, tag, ciphertext.
 */
export class SecretSeal {
  readonly #masterKey: Buffer;

  constructor(masterKey: Buffer) {
    if (masterKey.length !== MASTER_KEY_BYTES) throw new SealError("a master key has 32 bytes");
    this.#masterKey = masterKey;
  }

  seal(secret: string, name: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#masterKey, nonce);
    cipher.setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return new Uint8Array(Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), sealed]));
  }

  /** Throws `SealError` when the bytes were changed, moved or sealed under another key. */
  unseal(sealed: Uint8Array, name: string): string {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const textStart = 1 + NONCE_BYTES + TAG_BYTES;
    if (bytes.length < textStart || bytes[0] !== FORMAT) {
      throw new SealError(`the sealed secret of ${name} has an unknown format`);
    }
    const decipher = createDecipheriv(
      "aes-256-gcm",
      this.#masterKey,
      bytes.subarray(1, 1 + NONCE_BYTES),
    );
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, textStart));
    try {
      return decipher.update(bytes.subarray(textStart), undefined, "utf8") + decipher.final("utf8");
    } catch {
      throw new SealError(`the sealed secret of ${name} does not open under the master key`);
    }
  }
}
