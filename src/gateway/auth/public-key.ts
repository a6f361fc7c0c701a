import { createPublicKey, type KeyObject } from "node:crypto";
import type { SignedKeyKind } from "../../core/base/word-traits.ts";

/** RSA keys below are too weak; signatures of those above are too long to be looked at. */
const RSA_BITS_MIN = 2048;
const RSA_BITS_MAX = 4096;
/** The usual public exponent: smaller ones have known attacks. */
const RSA_EXPONENT_MIN = 65_537n;

/** Longest PEM text that is parsed, in characters; RSA with 4096 bits has about 800. */
export const PUBLIC_KEY_LENGTH_MAX = 2_000;
const PEM = /^-----BEGIN PUBLIC KEY-----\r?\n(?:[A-Za-z0-9+/=]+\r?\n)+-----END PUBLIC KEY-----\s*$/;

export interface PublicKey {
  readonly kind: Exclude<SignedKeyKind, "hmac">;
  /** The key in canonical form, so that equal keys have equal texts. */
  readonly pem: string;
}

/**
 * Reads the public half of a key pair: PEM of a SubjectPublicKeyInfo, Ed25519 or RSA with 2048 to
 * 4096 bits. Returns `undefined` for anything else, including private keys.
 */
export function readPublicKey(text: string): PublicKey | undefined {
  if (text.length > PUBLIC_KEY_LENGTH_MAX || !PEM.test(text)) return undefined;
  const key = parsed(text);
  const kind = key?.asymmetricKeyType;
  if (key === undefined || (kind !== "rsa" && kind !== "ed25519")) return undefined;
  if (kind === "rsa" && !isStrong(key)) return undefined;
  return { kind, pem: key.export({ type: "spki", format: "pem" }).toString() };
}

function parsed(pem: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: pem, format: "pem", type: "spki" });
  } catch {
    return undefined;
  }
}

function isStrong({ asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  const isLengthGood = modulusLength >= RSA_BITS_MIN && modulusLength <= RSA_BITS_MAX;
  return isLengthGood && publicExponent >= RSA_EXPONENT_MIN;
}
