/** Reads the settings: a flag precedes the environment, then come the file and the default. */
import { type Environment, environmentText, unknownVariables } from "./environment-texts.ts";
import { readSettingFile, readSettingsFile, SettingFileUnreadable } from "./file-texts.ts";
import type { FlagUses } from "./flag-texts.ts";
import { flagsTakenByNpm, type TakenFlag } from "./npm-flags.ts";
import { flagOf, oppositeFlagOf, SettingInvalid } from "./setting.ts";
import type { SettingText } from "./setting-text.ts";
import { SETTING_NAMES, type SettingName, type SettingValues, settingOf } from "./settings.ts";

/** The configuration is not usable; each problem is one sentence. */
export class ConfigRefused extends Error {
  readonly code = "config_refused";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

export type Settings = {
  readonly values: SettingValues;
  /** The text and origin of each setting that a source has; absent where the default applies. */
  readonly texts: ReadonlyMap<SettingName, SettingText>;
};

/** Longest text of a setting that a message quotes, in characters. */
const QUOTED_MAX = 80;

/** Each flag of a start; a switch has two forms. */
const FLAGS = SETTING_NAMES.flatMap((name): readonly TakenFlag[] => {
  const { shape, sources } = settingOf(name);
  if (!sources.includes("flag")) return [];
  if (shape !== "switch") return [{ flag: flagOf(name), hasValue: true }];
  return [flagOf(name), oppositeFlagOf(name)].map((flag) => ({ flag, hasValue: false }));
});

function flagText(name: SettingName, flags: FlagUses, problems: string[]): SettingText | undefined {
  const texts = flags.get(name);
  if (texts === undefined) return undefined;
  const { shape } = settingOf(name);
  if (texts.length > 1 && shape !== "several") {
    problems.push(`${flagOf(name)} is given ${texts.length} times: give it once`);
  }
  const isOff = shape === "switch" && texts[0] === "false";
  return { texts, origin: isOff ? oppositeFlagOf(name) : flagOf(name) };
}

/** Returns the value of a setting; its problem where the text is not usable. */
function parsedValue(
  name: SettingName,
  text: SettingText | undefined,
  problems: string[],
): unknown {
  const { isSecret, parse } = settingOf(name);
  try {
    return parse(text?.texts ?? []);
  } catch (thrown) {
    if (!(thrown instanceof SettingInvalid)) throw thrown;
    const { origin = "", texts = [] } = text ?? {};
    const quoted = isSecret ? "" : ` '${texts.join(",").slice(0, QUOTED_MAX)}'`;
    problems.push(`${origin}${quoted}: ${thrown.message}`);
    return undefined;
  }
}

/** Reads the token that a file contains, on its only line. */
function tokenFromFile({ texts, origin }: SettingText, problems: string[]): string | undefined {
  const [path = ""] = texts;
  const content = contentOf(() => readSettingFile(path, origin), problems);
  if (content === undefined) return undefined;
  const text = { texts: [content.replace(/\r?\n$/, "")], origin: `${origin}, ${path}` };
  return parsedValue("adminToken", text, problems) as string | undefined;
}

/** Runs `read`; returns `undefined` and adds the problem where a file cannot be read. */
function contentOf<Content>(read: () => Content, problems: string[]): Content | undefined {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof SettingFileUnreadable)) throw thrown;
    problems.push(thrown.message);
    return undefined;
  }
}

/** Reads all settings. Throws `ConfigRefused` with every problem that was found. */
export function readSettings(flags: FlagUses, environment: Environment): Settings {
  const problems = [...unknownVariables(environment), ...flagsTakenByNpm(FLAGS, environment)];
  const texts = new Map<SettingName, SettingText>();
  const beforeFile = (name: SettingName): SettingText | undefined =>
    flagText(name, flags, problems) ?? environmentText(name, environment);
  const named = beforeFile("config");
  const [path = ""] = named?.texts ?? [];
  const file = named && contentOf(() => readSettingsFile(path, named.origin), problems);
  problems.push(...(file?.problems ?? []));
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) {
    const text = (name === "config" ? named : beforeFile(name)) ?? file?.texts.get(name);
    if (text !== undefined) texts.set(name, text);
    values[name] = parsedValue(name, text, problems);
  }
  const tokenFile = texts.get("adminTokenFile");
  if (tokenFile !== undefined && values["adminToken"] === undefined) {
    values["adminToken"] = tokenFromFile(tokenFile, problems);
  }
  if (problems.length > 0) throw new ConfigRefused(problems);
  return { values: Object.freeze(values) as SettingValues, texts };
}
