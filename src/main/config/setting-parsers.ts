/** Parsers of the texts of settings; each throws `SettingInvalid` with what is expected. */
import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { type Network, parseNetwork } from "../../gateway/address/network.ts";
import { ADMIN_TOKEN_LENGTH_MIN } from "../../ops/admin-token.ts";
import { SettingInvalid } from "./setting.ts";

export type PriceSourceConfig = { readonly name: string; readonly weight: number };

const PRICE_SOURCES_MAX = 16;
const NETWORKS_MAX = 64;
const DAYS_MAX = 36_500;
const HOSTS_MAX = 64;
const HOST_NAME = /^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/i;
/** Names of the sources that the exchange has itself. */
const BUILT_IN_SOURCES = new Set(["generated", "replayed"]);

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new SettingInvalid(`a whole number from ${min} to ${max} is expected`);
  };
}

/** A number of days, or `all` for no limit, which is undefined. */
export function daysOrAll(min: number): (text: string) => number | undefined {
  return (text) => {
    if (text === "all") return undefined;
    const days = Number(text);
    if (/^\d+$/.test(text) && days >= min && days <= DAYS_MAX) return days;
    throw new SettingInvalid(`all, or a whole number of days from ${min} to ${DAYS_MAX}`);
  };
}

export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word !== undefined) return word;
    throw new SettingInvalid(`one of ${words.join(", ")} is expected`);
  };
}

export function speed(text: string): number {
  if (/^(max|infinity)$/i.test(text)) return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0) return value;
  throw new SettingInvalid("a number above 0, or `max`, is expected");
}

/** An address or a name to listen on, without port. */
export function hostName(text: string): string {
  if (HOST_NAME.test(text) || isIP(text) !== 0) return text;
  throw new SettingInvalid("an address or a host name without port is expected");
}

export function path(text: string): string {
  if (text !== "") return text;
  throw new SettingInvalid("a path is expected; `.` is this directory");
}

export function paths(texts: readonly string[]): readonly string[] {
  return Object.freeze(texts.map(path));
}

/** Each is `name` or `name:weight`. */
export function priceSources(texts: readonly string[]): readonly PriceSourceConfig[] {
  if (texts.length > PRICE_SOURCES_MAX) {
    throw new SettingInvalid(`at most ${PRICE_SOURCES_MAX} price sources are possible`);
  }
  const sources = texts.map((text) => {
    const [, name = "", weight = "1"] = /^([a-z0-9-]{1,32})(?::([1-9]\d{0,2}))?$/.exec(text) ?? [];
    if (name === "") {
      throw new SettingInvalid("NAME or NAME:WEIGHT is expected, such as `north` or `north:2`");
    }
    if (BUILT_IN_SOURCES.has(name)) {
      throw new SettingInvalid(`${name} is the name of a source of the exchange: choose another`);
    }
    return { name, weight: Number(weight) };
  });
  const names = sources.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated === undefined) return Object.freeze(sources);
  throw new SettingInvalid(`the price source ${repeated} is named twice`);
}

/** Addresses and CIDR ranges, separated by commas. */
export function networks(text: string): readonly Network[] {
  const entries = text.split(",");
  if (text.trim() === "" || entries.length > NETWORKS_MAX) {
    throw new SettingInvalid(`1 to ${NETWORKS_MAX} addresses or CIDR ranges are expected`);
  }
  return entries.map((entry) => {
    const network = parseNetwork(entry);
    if (network !== undefined) return network;
    throw new SettingInvalid(`'${entry.trim()}' is neither an address nor a CIDR range`);
  });
}

/** Host names or addresses without port, separated by commas. */
export function hostNames(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const isNamed = names.every((name) => HOST_NAME.test(name) || isIP(name) !== 0);
  if (isNamed && names.length <= HOSTS_MAX) return names;
  throw new SettingInvalid(`1 to ${HOSTS_MAX} host names without port are expected`);
}

/** A token that an `Authorization` header can carry. The messages do not quote it. */
export function adminToken(text: string): string {
  if (text.length < ADMIN_TOKEN_LENGTH_MIN) {
    const least = `at least ${ADMIN_TOKEN_LENGTH_MIN} characters are needed`;
    throw new SettingInvalid(`${least}: choose a longer token`);
  }
  if (/^[!-~]+$/.test(text)) return text;
  throw new SettingInvalid("letters, digits and signs without spaces are expected");
}

/** Resolves a path relative to `directory`. */
export function rebasedPath(text: string, directory: string): string {
  return text === "" || isAbsolute(text) ? text : resolve(directory, text);
}

/** The same for a source of `--past`: `0`, `FILE` or `COIN=FILE`. */
export function rebasedPast(text: string, directory: string): string {
  if (text === "0") return text;
  const [, coin = "", file = text] = /^([A-Z0-9]{2,16}=)(.+)$/s.exec(text) ?? [];
  return coin + rebasedPath(file, directory);
}
