/** Tables as comma-separated values (RFC 4180). */

export type CsvColumn<T> = {
  readonly title: string;
  /** Value in full: exact decimals, and times in the form of ISO 8601. */
  readonly text: (row: T) => string;
};

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Returns a value as a field. A text that a spreadsheet would run as a formula gets an apostrophe;
 * client ids, for example, are free text.
 */
function csvField(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a table with a header line. */
export function csvText<T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string {
  const lines = [
    columns.map(({ title }) => csvField(title)),
    ...rows.map((row) => columns.map(({ text }) => csvField(text(row)))),
  ];
  return lines.map((fields) => `${fields.join(",")}\r\n`).join("");
}

/** Returns a time, Unix ms, in the form of ISO 8601; empty for none. */
export function isoTime(timeMs: number): string {
  return Number.isFinite(timeMs) && timeMs > 0 ? new Date(timeMs).toISOString() : "";
}
