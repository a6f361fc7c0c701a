/** Settings from the environment. */
import { suggestion } from "./nearest-name.ts";
import { VARIABLE_PREFIX, variableOf } from "./setting.ts";
import type { SettingText } from "./setting-text.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with this prefix configure the tests. */
const TEST_PREFIX = `${VARIABLE_PREFIX}TEST_`;

const NAMES = SETTING_NAMES.filter((name) => settingOf(name).sources.includes("environment"));
const VARIABLES = NAMES.map(variableOf);

/**
 * Returns the text of a setting and its variable. The long name precedes the short one; an empty
 * variable counts as not set.
 */
export function environmentText(
  name: SettingName,
  environment: Environment,
): SettingText | undefined {
  const { shape, shortVariable, sources } = settingOf(name);
  if (!sources.includes("environment")) return undefined;
  const variables = [variableOf(name), ...(shortVariable === undefined ? [] : [shortVariable])];
  for (const variable of variables) {
    const text = environment[variable] ?? "";
    if (text === "") continue;
    return { texts: shape === "several" ? text.split(",") : [text], origin: variable };
  }
  return undefined;
}

/** Returns a sentence for each variable that looks like a setting and is none. */
export function unknownVariables(environment: Environment): readonly string[] {
  return Object.keys(environment)
    .filter((variable) => variable.startsWith(VARIABLE_PREFIX) && environment[variable] !== "")
    .filter((variable) => !variable.startsWith(TEST_PREFIX) && !VARIABLES.includes(variable))
    .sort()
    .map((variable) => `unknown variable ${variable}${suggestion(variable, VARIABLES)}`);
}
