import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** File in the data directory that holds the key under which secrets are sealed. */
export const MASTER_KEY_FILE = "master.key";
const MASTER_KEY_BYTES = 32;
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The master key cannot be used, or sealed bytes do not open under it. */
export class SealError extends Error {
  readonly code = "seal";
}

/**
 * Reads the master key of a data directory, or creates it there with mode 600. Throws `SealError`
 * when the file has another length or other users may read it.
 */
export function openMasterKey(directory: string): Buffer {
  const path = join(directory, MASTER_KEY_FILE);
  const created = createMasterKey(path);
  if (created !== undefined) return created;
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new SealError(`${path} must be readable by its owner alone: chmod 600`);
  }
  const key = readFileSync(path);
  if (key.length !== MASTER_KEY_BYTES) {
    throw new SealError(`${path} must hold ${MASTER_KEY_BYTES} bytes, found ${key.length}`);
  }
  return key;
}

function createMasterKey(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return undefined;
    throw error;
  }
  try {
    const key = randomBytes(MASTER_KEY_BYTES);
    writeSync(file, key);
    fsyncSync(file);
    return key;
  } finally {
    closeSync(file);
  }
}

/**
 * Seals secrets with AES-256-GCM. The sealed bytes are bound to the name they are kept under (the
 * API key), so that they cannot be moved to another: format, nonce, tag, ciphertext.
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
