/** Where the past of a new exchange comes from: nowhere, the computation, or recorded candles. */

/** A file of recorded candles; without a code the name of the file names the coin. */
export type RecordedFile = { readonly code: string | undefined; readonly path: string };

export type PastConfig =
  | { readonly kind: "none" }
  | { readonly kind: "computed" }
  | { readonly kind: "recorded"; readonly files: readonly RecordedFile[] };

export const PAST_MESSAGE = "error: --past takes either 0, or files as FILE or COIN=FILE.";

function recordedFile(text: string): RecordedFile {
  const [, code, path] = /^([A-Z0-9]{2,16})=(.+)$/s.exec(text) ?? [];
  return path === undefined ? { code: undefined, path: text } : { code, path };
}

/**
 * Returns the past for the values of `--past`; `undefined` for unusable ones. Without values a
 * generated market has a computed past, and any other market has none.
 */
export function pastConfig(
  values: readonly string[] | undefined,
  isGenerated: boolean,
): PastConfig | undefined {
  if (values === undefined) return { kind: isGenerated ? "computed" : "none" };
  if (values.length === 1 && values[0] === "0") return { kind: "none" };
  if (values.some((value) => value === "0" || value === "")) return undefined;
  return { kind: "recorded", files: values.map(recordedFile) };
}
