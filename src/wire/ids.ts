/**
 * Ids on the wire have 19 digits, so that sorting and paging by text gives the order of the
 * numbers. The first digit is always 1; the other 18 are the core's whole number.
 */
const DIGITS = 18;
const WIRE_ID = /^1\d{18}$/;

/** The 19-digit text of an id of the core. */
export function wireId(id: number): string {
  return `1${id.toString().padStart(DIGITS, "0")}`;
}

/** The core's id behind a wire id; undefined for a text that no id of the core is written as. */
export function idOfWire(text: string): number | undefined {
  if (!WIRE_ID.test(text)) return undefined;
  const id = Number(text.slice(1));
  return id > 0 && Number.isSafeInteger(id) ? id : undefined;
}
