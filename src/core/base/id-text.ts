/**
 * Ids as text have 19 digits, so that their order as text is the order of the numbers. The first
 * digit is always 1; the other 18 are the number.
 */
const DIGITS = 18;
const ID_TEXT = /^1\d{18}$/;

/** Values of half of the digits. */
const HALF = 1e9;

/**
 * Returns the 19-digit text of an id. Halves of 31 bits, each with a digit 1 before it, become text
 * in less than half of the time that a larger number takes.
 */
export function idText(id: number): string {
  const high = Math.floor(id / HALF);
  const low = id - high * HALF;
  return `${HALF + high}${`${HALF + low}`.slice(1)}`;
}

/** Returns the id with this text; `undefined` for a text that is not that of an id. */
export function idOfText(text: string): number | undefined {
  if (text.length !== DIGITS + 1 || !ID_TEXT.test(text)) return undefined;
  const id = Number(text.slice(1));
  return id > 0 && Number.isSafeInteger(id) ? id : undefined;
}

/**
 * Returns the client id by which an order or plan is known: the client's, or the text of its id
 * where the client gave none (`clientOrderId` is empty).
 */
export function clientIdOf(id: number, clientOrderId: string): string {
  return clientOrderId === "" ? idText(id) : clientOrderId;
}
