/** Numbers in the locale of the user, with the precision of the instrument. */

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(decimalsMin: number, decimalsMax: number, hasSign: boolean): Intl.NumberFormat {
  const key = `${decimalsMin} ${decimalsMax} ${hasSign}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(undefined, {
      minimumFractionDigits: decimalsMin,
      maximumFractionDigits: decimalsMax,
      signDisplay: hasSign ? "exceptZero" : "negative",
    });
    formats.set(key, format);
  }
  return format;
}

/** More decimals than an amount has. */
const DECIMALS_MOST = 30;

/** What stands for a value that does not exist. */
export const NO_VALUE = "–";

/** Returns a decimal with a fixed number of decimals; its digits are exact, also of long texts. */
export function fixed(value: string | number | undefined, decimals: number): string {
  return formatted(value, decimals, decimals, false);
}

/** Returns a decimal without trailing zeros and at most some decimals. */
export function short(value: string | number | undefined, decimalsMax = 8): string {
  return formatted(value, 0, decimalsMax, false);
}

/** Returns a decimal with all of its digits, and no zeros at the end. */
export function exact(value: string | number | undefined): string {
  return formatted(value, 0, DECIMALS_MOST, false);
}

/** Returns a gain or loss with its sign, which says what the colour says. */
export function signed(value: string | number | undefined, decimals: number): string {
  return formatted(value, decimals, decimals, true);
}

/** Returns a fraction as per cent with its sign. */
export function signedPercent(fraction: string | number | undefined, decimals = 2): string {
  const value = Number(fraction ?? "");
  if (fraction === undefined || fraction === "" || Number.isNaN(value)) return NO_VALUE;
  return `${formatOf(decimals, decimals, true).format(value * 100)}%`;
}

/** Returns a fraction as per cent. */
export function percent(fraction: string | number | undefined, decimals = 2): string {
  const value = Number(fraction ?? "");
  if (fraction === undefined || fraction === "" || Number.isNaN(value)) return NO_VALUE;
  return `${formatOf(decimals, decimals, false).format(value * 100)}%`;
}

const COMPACT = new Intl.NumberFormat(undefined, {
  notation: "compact",
  maximumFractionDigits: 2,
});

/** Returns a large number with a unit such as K or M. */
export function compact(value: string | number | undefined): string {
  const number = Number(value ?? "");
  return value === undefined || value === "" || Number.isNaN(number)
    ? NO_VALUE
    : COMPACT.format(number);
}

function formatted(
  value: string | number | undefined,
  decimalsMin: number,
  decimalsMax: number,
  hasSign: boolean,
): string {
  if (value === undefined || value === "" || Number.isNaN(Number(value))) return NO_VALUE;
  return formatOf(decimalsMin, decimalsMax, hasSign).format(value as number);
}

/** Class of a gain or loss: `up`, `down`, or none for zero. */
export function signClass(value: string | number | undefined): "up" | "down" | "" {
  const number = Number(value ?? "0");
  if (number > 0) return "up";
  return number < 0 ? "down" : "";
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "medium" });

/** Returns the time of day. */
export function clock(timeMs: number): string {
  return CLOCK.format(timeMs);
}

/** Returns date and time. */
export function moment(timeMs: number): string {
  return Number.isFinite(timeMs) && timeMs > 0 ? MOMENT.format(timeMs) : NO_VALUE;
}

/** Returns a span of time as `h:mm:ss`. */
export function countdown(spanMs: number): string {
  const seconds = Math.max(0, Math.ceil(spanMs / 1000));
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const CLOCK_MS = new Intl.DateTimeFormat(undefined, {
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 },
});

/** Returns the time of day with milliseconds. */
export function clockMs(timeMs: number): string {
  return CLOCK_MS.format(timeMs);
}
