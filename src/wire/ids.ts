/**
 * Ids on the wire have 19 digits, so that their order as text is the order of the numbers. The
 * first digit is always 1; the other 18 are the id of the core.
 */
const DIGITS = 18;
const WIRE_ID = /^1\d{18}$/;

/** Returns the 19-digit text of an id of the core. */
export function wireId(id: number): string {
  return `1${id.toString().padStart(DIGITS, "0")}`;
}

/** Returns the id of the core for a wire id; `undefined` for a text that is not a wire id. */
export function idOfWire(text: string): number | undefined {
  if (!WIRE_ID.test(text)) return undefined;
  const id = Number(text.slice(1));
  return id > 0 && Number.isSafeInteger(id) ? id : undefined;
}
