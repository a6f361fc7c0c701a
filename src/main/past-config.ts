/** Where the past of a new exchange comes from: nowhere, the computation, or recorded candles. */
import { SettingInvalid } from "./config/setting.ts";

/** A file of recorded candles; without a code the name of the file names the coin. */
export type RecordedFile = { readonly code: string | undefined; readonly path: string };

export type PastConfig =
  | { readonly kind: "none" }
  | { readonly kind: "computed" }
  | { readonly kind: "recorded"; readonly files: readonly RecordedFile[] };

function recordedFile(text: string): RecordedFile {
  const [, code, path] = /^([A-Z0-9]{2,16})=(.+)$/s.exec(text) ?? [];
  return path === undefined ? { code: undefined, path: text } : { code, path };
}

/**
 * Returns the past for the values of `--past`; `undefined` without values. Throws `SettingInvalid`.
 */
export function pastConfig(values: readonly string[]): PastConfig | undefined {
  if (values.length === 0) return undefined;
  if (values.length === 1 && values[0] === "0") return { kind: "none" };
  if (values.some((value) => value === "0" || value === "")) {
    throw new SettingInvalid("either 0, or files as FILE or COIN=FILE are expected");
  }
  return { kind: "recorded", files: values.map(recordedFile) };
}
