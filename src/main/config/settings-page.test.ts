/** `docs/configuration.md` describes each setting, and no other. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { flagOf, oppositeFlagOf, variableOf } from "./setting.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "./settings.ts";

const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
const [, table = ""] = /## Settings\n(.*?)\n\n(?!\|)/s.exec(page.replace("\n\n|", "\n|")) ?? [];
const rows = table
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.slice(1, -1).split(/(?<!\\)\|/));

const code = (text: string): string => `\`${text}\``;
/** A cell with `|` as Markdown writes it. */
const cell = (text: string): string => text.replaceAll("|", "\\|");

/** The row of a setting as the page must have it, but for what it means. */
function expectedCells(name: SettingName): string[] {
  const setting = settingOf(name);
  const { placeholder, shape, shortVariable, sources } = setting;
  const flag = flagOf(name);
  const shown = setting.default === "true" ? oppositeFlagOf(name) : flag;
  const withValue = shape === "switch" ? shown : `${flag} ${placeholder}`;
  const variables = [variableOf(name), ...(shortVariable === undefined ? [] : [shortVariable])];
  return [
    code(name),
    sources.includes("flag") ? code(withValue) : "–",
    sources.includes("environment") ? variables.map(code).join(", ") : "–",
    sources.includes("file") ? code(name) : "–",
    setting.default === undefined ? setting.defaultMeaning : code(setting.default),
  ].map(cell);
}

describe("the page of the settings", () => {
  it("has a row for each setting, in the order of the table, and no other", () => {
    expect(rows.map(([name = ""]) => name.trim())).toEqual(SETTING_NAMES.map(code));
  });

  it.each(SETTING_NAMES)(
    "states flag, environment, file key, default and meaning of %s",
    (name) => {
      const row = rows.find(([first = ""]) => first.trim() === code(name)) ?? [];
      const cells = row.map((text) => text.trim());
      expect(cells.slice(0, -1)).toEqual(expectedCells(name));
      expect(cells.at(-1)).toBe(cell(settingOf(name).help));
    },
  );

  it("names no flag and no variable that does not exist", () => {
    const flags = SETTING_NAMES.filter((name) => settingOf(name).sources.includes("flag"));
    const known = new Set(flags.flatMap((name) => [flagOf(name), oppositeFlagOf(name)]));
    const named = [...page.matchAll(/--[a-z][a-z-]*[a-z]/g)].map(([flag]) => flag);
    expect(named.filter((flag) => !known.has(flag) && flag !== "--json")).toEqual([]);
    const variables = new Set(SETTING_NAMES.map(variableOf));
    const mentioned = [...page.matchAll(/BOURSE_[A-Z_]*[A-Z]/g)].map(([variable]) => variable);
    expect(mentioned.filter((one) => !variables.has(one) && one !== "BOURSE_TEST")).toEqual([]);
  });
});
