/**
 * Decimal strings of interfaces. A whole number of units with a number of decimals is printed
 * without exponent; text is read by one strict grammar and never rounded.
 */

const DECIMAL_LENGTH_MAX = 40;
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** Returns units as a decimal: `12345` with 2 decimals is `123.45`; trailing zeros are kept. */
export function formatUnits(value: number | bigint, decimals: number): string {
  const isNegative = value < 0;
  const digits = (isNegative ? -value : value).toString();
  if (decimals === 0) return isNegative ? `-${digits}` : digits;
  const padded = digits.length > decimals ? digits : digits.padStart(decimals + 1, "0");
  const point = padded.length - decimals;
  const text = `${padded.slice(0, point)}.${padded.slice(point)}`;
  return isNegative ? `-${text}` : text;
}

/** Returns units as a decimal without trailing zeros: `123.4` for `123.40`, `5` for `5.00`. */
export function formatTrimmed(value: number | bigint, decimals: number): string {
  const text = formatUnits(value, decimals);
  if (decimals === 0) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end -= 1;
  if (text.charCodeAt(end - 1) === 46) end -= 1;
  return text.slice(0, end);
}

/**
 * Reads an unsigned decimal as a whole number of units of 10^-decimals. Returns `undefined` when
 * the text is not a plain decimal, is longer than 40 characters, or has finer digits than the unit
 * (apart from trailing zeros).
 */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  if (text.length > DECIMAL_LENGTH_MAX) return undefined;
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const whole = match[1] ?? "";
  const fraction = match[2] ?? "";
  for (let i = decimals; i < fraction.length; i++) {
    if (fraction.charCodeAt(i) !== 48) return undefined;
  }
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/**
 * Returns the quotient of two whole numbers as a decimal with `decimals` digits, rounded half up by
 * magnitude. For averages and ratios that are shown, never for amounts that move.
 */
export function formatRatio(numerator: bigint, denominator: bigint, decimals: number): string {
  if (denominator === 0n) return "0";
  const isNegative = numerator < 0n !== denominator < 0n;
  const top = (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(decimals);
  const bottom = denominator < 0n ? -denominator : denominator;
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return formatTrimmed(isNegative ? -rounded : rounded, decimals);
}
