import { type KeyObject, timingSafeEqual, verify } from "node:crypto";
import type { SignedKeyKind } from "../../core/base/word-traits.ts";
import { unreachable } from "../http/unreachable.ts";
import type { HmacKey } from "./hmac-key.ts";

/** Key that verifies signatures. */
export type VerifyingKey =
  | { readonly kind: "hmac"; readonly key: HmacKey }
  | { readonly kind: Exclude<SignedKeyKind, "hmac">; readonly key: KeyObject };

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

/** Length of an HMAC-SHA256 in base64. */
const MAC_LENGTH = 44;
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
  key: VerifyingKey,
  signature: string,
  parts: SignedParts,
): boolean {
  const matches = comparison(key, signature, parts);
  if (matches === undefined) return false;
  const { path, query } = parts;
  if (matches(path, query)) return true;
  if (!query.includes("%") && !path.includes("%")) return false;

  const plainPath = decoded(path);
  const plainQuery = decoded(query);
  if (plainQuery !== query && matches(path, plainQuery)) return true;
  if (plainPath === path) return false;
  if (matches(plainPath, query)) return true;
  return plainQuery !== query && matches(plainPath, plainQuery);
}

/** Returns the check of one form of path and query; undefined if it cannot be a signature. */
function comparison(
  verifying: VerifyingKey,
  signature: string,
  { body, method, timestamp }: SignedParts,
): ((path: string, query: string) => boolean) | undefined {
  const head = (path: string, query: string): string =>
    timestamp + method + (query === "" ? path : `${path}?${query}`);
  if (verifying.kind === "hmac") {
    const { key } = verifying;
    if (signature.length !== MAC_LENGTH || Buffer.byteLength(signature) !== MAC_LENGTH) return;
    return (path, query) => isSameMac(key.sign(head(path, query), body), signature);
  }
  const { key, kind } = verifying;
  const given = signatureBytes(signature, signatureLength(kind, key));
  const digest = kind === "rsa" ? "sha256" : null;
  return (
    given && ((path, query) => verify(digest, signedBytes(head(path, query), body), key, given))
  );
}

const expectedMac = Buffer.alloc(MAC_LENGTH);
const givenMac = Buffer.alloc(MAC_LENGTH);

/** Compares two codes in base64 in constant time: bytes have one spelling in it. */
function isSameMac(expected: string, given: string): boolean {
  expectedMac.write(expected, "latin1");
  givenMac.write(given, "latin1");
  return timingSafeEqual(expectedMac, givenMac);
}

/** Length of every signature under the key, in bytes. */
function signatureLength(kind: Exclude<SignedKeyKind, "hmac">, key: KeyObject): number {
  switch (kind) {
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
