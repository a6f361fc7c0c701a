import { randomBytes } from "node:crypto";

const API_KEY_SHAPE = /^bg_[0-9a-f]{32}$/;

/** Public part of a new key: `bg_` and 32 hexadecimal digits. */
export function generateApiKey(): string {
  return `bg_${randomBytes(16).toString("hex")}`;
}

/** Secret part of a new HMAC key: 64 hexadecimal digits. Shown once, kept sealed. */
export function generateSecret(): string {
  return randomBytes(32).toString("hex");
}

/** Whether a text has the shape of a key, known or not. */
export function isApiKeyShape(text: string): boolean {
  return API_KEY_SHAPE.test(text);
}
