import { createHmac, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import type { SignedKeyKind } from "../../core/base/word-traits.ts";
import { unreachable } from "../http/unreachable.ts";

/** The bytes a client signs, as they were received. */
export interface SignedParts {
  /** The text of ACCESS-TIMESTAMP. */
  readonly timestamp: string;
  readonly method: string;
  /** Path with its leading slash, as received. */
  readonly path: string;
  /** Query as received, without its question mark; empty when there is none. */
  readonly query: string;
  readonly body: Buffer | undefined;
}

const SHA256_BYTES = 32;
const ED25519_BYTES = 64;
/** Longest signature that is verified: RSA with 6144 bits in base64. */
const SIGNATURE_LENGTH_MAX = 1024;

/**
 * Whether the signature belongs to the request under the key: over the path and query as received,
 * or with either percent-decoded, because clients differ in which form they sign
 * (auth-and-errors.md section 2). Compares in constant time. A signature has one spelling: padded
 * base64 with the byte length of the signatures of the key.
 */
export function signatureMatches(
  kind: SignedKeyKind,
  key: KeyObject,
  signature: string,
  parts: SignedParts,
): boolean {
  const given = signatureBytes(signature, signatureLength(kind, key));
  if (given === undefined) return false;
  const { path, query } = parts;
  if (matchesForm(kind, key, given, parts, path, query)) return true;
  if (!query.includes("%") && !path.includes("%")) return false;

  const plainPath = decoded(path);
  const plainQuery = decoded(query);
  if (plainQuery !== query && matchesForm(kind, key, given, parts, path, plainQuery)) return true;
  if (plainPath === path) return false;
  if (matchesForm(kind, key, given, parts, plainPath, query)) return true;
  return plainQuery !== query && matchesForm(kind, key, given, parts, plainPath, plainQuery);
}

function matchesForm(
  kind: SignedKeyKind,
  key: KeyObject,
  given: Buffer,
  parts: SignedParts,
  path: string,
  query: string,
): boolean {
  const target = query === "" ? path : `${path}?${query}`;
  const head = parts.timestamp + parts.method + target;
  switch (kind) {
    case "hmac": {
      const mac = createHmac("sha256", key).update(head);
      if (parts.body !== undefined) mac.update(parts.body);
      return timingSafeEqual(mac.digest(), given);
    }
    case "rsa":
      return verify("sha256", signedBytes(head, parts.body), key, given);
    case "ed25519":
      return verify(null, signedBytes(head, parts.body), key, given);
    default:
      return unreachable(kind);
  }
}

/** Length of every signature under the key, in bytes. */
function signatureLength(kind: SignedKeyKind, key: KeyObject): number {
  switch (kind) {
    case "hmac":
      return SHA256_BYTES;
    case "rsa":
      return Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
    case "ed25519":
      return ED25519_BYTES;
    default:
      return unreachable(kind);
  }
}

/**
 * Decodes base64; returns `undefined` for text that is not the only spelling of its bytes:
 * `Buffer.from` skips foreign characters and accepts the URL alphabet and missing padding.
 */
function signatureBytes(text: string, length: number): Buffer | undefined {
  if (text.length > SIGNATURE_LENGTH_MAX || text.length !== Math.ceil(length / 3) * 4) {
    return undefined;
  }
  const bytes = Buffer.from(text, "base64");
  return bytes.length === length && bytes.toString("base64") === text ? bytes : undefined;
}

function signedBytes(head: string, body: Buffer | undefined): Buffer {
  return body === undefined ? Buffer.from(head) : Buffer.concat([Buffer.from(head), body]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
