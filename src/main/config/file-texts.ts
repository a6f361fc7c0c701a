/** Settings from the configuration file: one strict JSON object, whose keys name the settings. */
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  isWireObject,
  parseStrictJson,
  StrictJsonError,
  type WireValue,
} from "../../gateway/http/strict-json.ts";
import { unreadableCause } from "../unreadable-cause.ts";
import { suggestion } from "./nearest-name.ts";
import type { SettingShape } from "./setting.ts";
import type { SettingText } from "./setting-text.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "./settings.ts";

/** Largest file that settings are read from, in bytes. */
const BYTES_MAX = 65_536;

/** A file that settings come from cannot be read; the message names it and the next step. */
export class SettingFileUnreadable extends Error {
  readonly code = "setting_file_unreadable";
}

export type FileTexts = {
  readonly texts: ReadonlyMap<SettingName, SettingText>;
  /** A sentence for each key that is not usable. */
  readonly problems: readonly string[];
};

const KEYS = SETTING_NAMES.filter((name) => settingOf(name).sources.includes("file"));

/**
 * Reads a file of at most `BYTES_MAX` bytes. `origin` is the flag, variable or key that names it.
 * Throws `SettingFileUnreadable`.
 */
export function readSettingFile(path: string, origin: string): string {
  const named = `${path}, named by ${origin},`;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    const { size } = fstatSync(descriptor);
    if (size > BYTES_MAX) {
      throw new SettingFileUnreadable(`${named} is larger than ${BYTES_MAX} bytes: check the path`);
    }
    return readFileSync(descriptor, "utf8");
  } catch (thrown) {
    if (thrown instanceof SettingFileUnreadable) throw thrown;
    const cause = unreadableCause(thrown);
    throw new SettingFileUnreadable(`${named} cannot be read: ${cause}; check the path`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const SHAPES: Readonly<Record<SettingShape, string>> = {
  one: "a string or a number",
  switch: "true or false",
  commas: "a string, or a list of strings",
  several: "a string, or a list of strings",
};

/** Returns the texts of a value; `undefined` for one of another shape. */
function textsOf(value: WireValue, shape: SettingShape): readonly string[] | undefined {
  if (shape === "switch") return typeof value === "boolean" ? [String(value)] : undefined;
  if (typeof value === "string") return [value];
  if (shape === "one" || !Array.isArray(value)) return undefined;
  const entries = value as readonly WireValue[];
  const texts = entries.filter((entry) => typeof entry === "string");
  if (texts.length < entries.length) return undefined;
  return shape === "commas" && texts.length > 0 ? [texts.join(",")] : texts;
}

const isKey = (key: string): key is SettingName => KEYS.some((known) => known === key);

function keyProblem(key: string, path: string): string {
  if (SETTING_NAMES.some((name) => name === key)) {
    const isSecret = settingOf(key as SettingName).isSecret;
    const instead = isSecret ? `: name a file with ${key}File` : "";
    return `${path}: ${key} cannot be set in the file${instead}`;
  }
  return `${path}: unknown key ${key}${suggestion(key, KEYS)}`;
}

/**
 * Reads the configuration file. Relative paths in it start at its directory. Throws
 * `SettingFileUnreadable`, also for text that is not one strict JSON object.
 */
export function readSettingsFile(file: string, origin: string): FileTexts {
  const path = resolve(file);
  const content = parsed(readSettingFile(path, origin), path);
  const texts = new Map<SettingName, SettingText>();
  const problems: string[] = [];
  for (const [key, value] of Object.entries(content)) {
    if (!isKey(key)) {
      problems.push(keyProblem(key, path));
      continue;
    }
    const { rebase, shape } = settingOf(key);
    const found = textsOf(value, shape);
    if (found === undefined) {
      problems.push(`${path}: ${key} takes ${SHAPES[shape]}`);
      continue;
    }
    const rebased = rebase === undefined ? found : found.map((text) => rebase(text, dirname(path)));
    if (rebased.length > 0) texts.set(key, { texts: rebased, origin: `${path}: ${key}` });
  }
  return { texts, problems };
}

function parsed(text: string, path: string): Readonly<Record<string, WireValue>> {
  let content: WireValue;
  try {
    content = parseStrictJson(text);
  } catch (thrown) {
    if (!(thrown instanceof StrictJsonError)) throw thrown;
    throw new SettingFileUnreadable(`${path} is not strict JSON: ${thrown.message}; repair it`);
  }
  if (isWireObject(content)) return content;
  throw new SettingFileUnreadable(`${path} must contain one JSON object; repair it`);
}
