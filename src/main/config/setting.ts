/** What a setting is: its names in each source, how its text is read, and what it means. */

/** The text of a setting is not usable; the message says what is expected. */
export class SettingInvalid extends Error {
  readonly code = "setting_invalid";
}

/** Sources of settings, in order of precedence; the last resort is the default. */
export const SETTING_SOURCES = ["flag", "environment", "file"] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

/**
 * Shape of the texts: one, `true` or `false`, one with commas between its entries (a list in the
 * file), or several (repeated flags, commas in the environment, a list in the file).
 */
export type SettingShape = "one" | "switch" | "commas" | "several";

export type Setting<Value> = {
  readonly shape: SettingShape;
  /** Placeholder of the value in the help, such as `<number>`; empty for a switch. */
  readonly placeholder: string;
  /** One line for the help and the documents. */
  readonly help: string;
  /** Text that applies when no source has one; absent where the exchange decides or needs none. */
  readonly default: string | undefined;
  /** What applies without a text, where that is not one text. */
  readonly defaultMeaning: string;
  readonly sources: readonly SettingSource[];
  /** Short name of the environment variable, without the prefix of the exchange. */
  readonly shortVariable: string | undefined;
  readonly isSecret: boolean;
  /** Resolves a relative path of the configuration file against the directory of that file. */
  readonly rebase: ((text: string, directory: string) => string) | undefined;
  /** Reads the texts; there is none where neither a source nor a default has one. */
  readonly parse: (texts: readonly string[]) => Value;
};

type Common = Pick<Setting<unknown>, "help"> &
  Partial<
    Pick<
      Setting<unknown>,
      "defaultMeaning" | "sources" | "shortVariable" | "isSecret" | "rebase" | "placeholder"
    >
  >;

function complete<Value>(
  common: Common,
  own: Pick<Setting<Value>, "shape" | "default" | "parse">,
): Setting<Value> {
  return {
    placeholder: "",
    defaultMeaning: own.default ?? "none",
    sources: SETTING_SOURCES,
    shortVariable: undefined,
    isSecret: false,
    rebase: undefined,
    ...common,
    ...own,
  };
}

type Parse<Value> = (text: string) => Value;

/** A setting with a default. */
export function withDefault<Value>(
  text: string,
  parse: Parse<Value>,
  common: Common,
): Setting<Value> {
  return complete(common, { shape: "one", default: text, parse: ([own = text]) => parse(own) });
}

/** A setting that may be absent. */
export function optional<Value>(parse: Parse<Value>, common: Common): Setting<Value | undefined> {
  const parseAll = ([text]: readonly string[]): Value | undefined =>
    text === undefined ? undefined : parse(text);
  return complete(common, { shape: "one", default: undefined, parse: parseAll });
}

/** A setting that is on or off. */
export function toggle(isOn: boolean, common: Common): Setting<boolean> {
  const parse = ([text = String(isOn)]: readonly string[]): boolean => {
    if (text === "true" || text === "false") return text === "true";
    throw new SettingInvalid("true or false is expected");
  };
  return complete(common, { shape: "switch", default: String(isOn), parse });
}

/** Entries with commas between them. */
export function commas<Value>(
  parse: Parse<readonly Value[]>,
  common: Common,
): Setting<readonly Value[]> {
  const parseAll = ([text]: readonly string[]): readonly Value[] =>
    Object.freeze(text === undefined ? [] : parse(text));
  return complete(common, { shape: "commas", default: undefined, parse: parseAll });
}

/** A repeatable setting. */
export function several<Value>(
  parse: (texts: readonly string[]) => Value,
  common: Common,
): Setting<Value> {
  return complete(common, { shape: "several", default: undefined, parse });
}

const hump = (text: string, separator: string): string =>
  text.replace(/[A-Z]/g, (letter) => `${separator}${letter.toLowerCase()}`);

/** Flag of a setting, such as `--data-dir` for `dataDir`. */
export function flagOf(name: string): string {
  return `--${hump(name, "-")}`;
}

/** Flag that turns a switch off, such as `--no-agents` for `agents`. */
export function oppositeFlagOf(name: string): string {
  return `--no-${hump(name, "-")}`;
}

/** Prefix of the exchange's environment variables. */
export const VARIABLE_PREFIX = "BOURSE_";

/** Environment variable of a setting, such as `BOURSE_DATA_DIR` for `dataDir`. */
export function variableOf(name: string): string {
  return VARIABLE_PREFIX + hump(name, "_").toUpperCase();
}
