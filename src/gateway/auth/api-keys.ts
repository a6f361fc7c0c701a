import { randomBytes } from "node:crypto";

const API_KEY_SHAPE = /^bg_[0-9a-f]{32}$/;
const NAME_START = "bg_";
/** Digits of a key that commands carry: 32 bits. */
const PREFIX_DIGITS = 8;

/** Public part of a new key: `bg_` and 32 hexadecimal digits. */
export function generateApiKey(): string {
  return `${NAME_START}${randomBytes(16).toString("hex")}`;
}

/** Secret part of a new HMAC key: 64 hexadecimal digits. Shown once, kept sealed. */
export function generateSecret(): string {
  return randomBytes(32).toString("hex");
}

/**
 * Returns the first eight hexadecimal digits of a key as a number. The digits are random, so two
 * keys of a user have the same ones with a probability of 2^-32.
 */
export function keyPrefixOf(apiKey: string): number {
  const start = NAME_START.length;
  return Number.parseInt(apiKey.slice(start, start + PREFIX_DIGITS), 16);
}

/** Returns the beginning of the keys that have a prefix: `bg_` and eight hexadecimal digits. */
export function keyStartOf(keyPrefix: number): string {
  return NAME_START + keyPrefix.toString(16).padStart(PREFIX_DIGITS, "0");
}

/** Whether a text has the shape of a key, known or not. */
export function isApiKeyShape(text: string): boolean {
  return API_KEY_SHAPE.test(text);
}
