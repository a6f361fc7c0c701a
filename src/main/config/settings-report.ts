/** The effective configuration with the source of each value, without secrets. */
import type { Settings } from "./read-settings.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "./settings.ts";

export type SettingRow = {
  readonly name: SettingName;
  /** The text of the setting, the default's meaning, or `(set)` for a secret. */
  readonly value: string;
  /** The flag, the variable, file and key, or `default`. */
  readonly source: string;
};

const HIDDEN = "(set)";

/** Returns a row for each setting, in the order of the table. */
export function settingRows({ texts }: Settings): readonly SettingRow[] {
  return SETTING_NAMES.map((name) => {
    const { default: text, defaultMeaning, isSecret } = settingOf(name);
    const tokenFile = name === "adminToken" ? texts.get("adminTokenFile") : undefined;
    const found = tokenFile ?? texts.get(name);
    if (found === undefined) return { name, value: text ?? defaultMeaning, source: "default" };
    const value = isSecret ? HIDDEN : found.texts.join(", ");
    return { name, value, source: found.origin };
  });
}

/** Returns the rows as a table. */
export function settingTable(rows: readonly SettingRow[]): string {
  const width = (texts: readonly string[]): number =>
    Math.max(...texts.map(({ length }) => length));
  const nameWidth = width(rows.map(({ name }) => name));
  const valueWidth = width(rows.map(({ value }) => value));
  return rows
    .map(({ name, source, value }) =>
      [name.padEnd(nameWidth), value.padEnd(valueWidth), source].join("  "),
    )
    .join("\n");
}
