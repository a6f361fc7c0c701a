/** Texts of peer-to-peer trading. */
import { P2P_NAME_LENGTH_MAX, P2P_TEXT_LENGTH_MAX } from "../base/limits.ts";

/** Characters that a terminal or a page could take for instructions. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the pattern refuses.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** Whether a name is one to 64 characters without control characters and outer spaces. */
export function isP2pName(text: string): boolean {
  const isLong = text.length === 0 || text.length > P2P_NAME_LENGTH_MAX;
  return !isLong && text === text.trim() && !CONTROL.test(text);
}

/** Whether a free text, which may be empty, is short enough and has no control characters. */
export function isP2pText(text: string): boolean {
  return text.length <= P2P_TEXT_LENGTH_MAX && !CONTROL.test(text);
}
