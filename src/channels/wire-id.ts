/**
 * Ids on the wire: 19 digits, so that clients that sort or page by text order see the same order
 * as by number. The first digit is a constant 1, the other 18 are the core's whole number.
 */
const DIGITS = 18;
const WIRE_ID = /^1\d{18}$/;

/** The 19-digit text of an id of the core. */
export function wireId(id: number): string {
  return `1${id.toString().padStart(DIGITS, "0")}`;
}

/** The core's id behind a wire id; undefined when it names nothing the core can have given out. */
export function idOfWire(text: string): number | undefined {
  if (!WIRE_ID.test(text)) return undefined;
  const id = Number(text.slice(1));
  return id > 0 && Number.isSafeInteger(id) ? id : undefined;
}
