/** The table of all settings: the one place that names them. */
import { RATE_LIMIT_MODES } from "../../gateway/rate-limit/rate-limiter.ts";
import { PRESETS } from "../../market-model/outside-market.ts";
import { CLOCK_JUMP_RULES } from "../exchange-time.ts";
import { LOG_LEVELS } from "../log-levels.ts";
import { pastConfig } from "../past-config.ts";
import { listenAddress, rebasedListenAddress } from "./listen-address.ts";
import { commas, optional, type Setting, several, toggle, withDefault } from "./setting.ts";
import {
  adminToken,
  daysOrAll,
  hostName,
  hostNames,
  networks,
  oneOf,
  path,
  paths,
  priceSources,
  rebasedPast,
  rebasedPath,
  speed,
  wholeNumber,
} from "./setting-parsers.ts";

const PORT_MAX = 65_535;
const SEED_MAX = 2 ** 32 - 1;
const WINDOW_SECONDS_MAX = 30;
const UNATTENDED_HOURS_MAX = 8_784;
/** Within it the alert rule for old audits never fires. */
const AUDIT_HOURS_MAX = 24;
/** Clients may ask for orders, fills and bills of so many days. */
const HISTORY_DAYS_MIN = 90;

/** In the order of the documents. */
export const SETTINGS = {
  config: optional(path, {
    placeholder: "<file>",
    help: "configuration file in strict JSON; its keys are the names of the settings",
    sources: ["flag", "environment"],
  }),
  host: withDefault("127.0.0.1", hostName, {
    placeholder: "<address>",
    help: "address to listen on; beyond loopback the exchange needs an admin token",
    shortVariable: "HOST",
  }),
  port: withDefault("8080", wholeNumber(0, PORT_MAX), {
    placeholder: "<number>",
    help: "port to listen on; 0 selects a free port",
    shortVariable: "PORT",
  }),
  adminListen: optional(listenAddress, {
    placeholder: "<address>",
    help: "own address of admin API and metrics: HOST:PORT or unix:PATH",
    defaultMeaning: "that of the clients",
    shortVariable: "ADMIN_LISTEN",
    rebase: rebasedListenAddress,
  }),
  dataDir: withDefault("./data", path, {
    placeholder: "<path>",
    help: "directory of journal, snapshots, history and credentials",
    shortVariable: "DATA_DIR",
    rebase: rebasedPath,
  }),
  ephemeral: toggle(false, { help: "store nothing on disk; everything ends with the process" }),
  credentials: optional(path, {
    placeholder: "<file>",
    help: "file for keys and admin token of an ephemeral exchange, readable by its owner only",
    rebase: rebasedPath,
  }),
  adminToken: optional(adminToken, {
    help: "token of the admin API, at least 16 characters; replaces the present one",
    defaultMeaning: "the present one; a new exchange generates it",
    sources: ["environment"],
    shortVariable: "ADMIN_TOKEN",
    isSecret: true,
  }),
  adminTokenFile: optional(path, {
    placeholder: "<file>",
    help: "file that contains the token of the admin API",
    shortVariable: "ADMIN_TOKEN_FILE",
    rebase: rebasedPath,
  }),
  trustedProxies: commas(networks, {
    placeholder: "<list>",
    help: "proxies whose X-Forwarded-For is trusted: addresses and CIDR ranges, with commas",
    shortVariable: "TRUSTED_PROXIES",
  }),
  allowedHosts: commas(hostNames, {
    placeholder: "<list>",
    help: "further host names under which clients address the exchange, with commas",
    shortVariable: "ALLOWED_HOSTS",
  }),
  keepJournal: withDefault("all", daysOrAll(1), {
    placeholder: "<days>",
    help: "age after which archived segments of the journal are removed; all keeps them",
    shortVariable: "KEEP_JOURNAL",
  }),
  keepHistory: withDefault("all", daysOrAll(HISTORY_DAYS_MIN), {
    placeholder: "<days>",
    help: "age after which closed rows of users leave the history, 90 or more; all keeps them",
    shortVariable: "KEEP_HISTORY",
  }),
  auditEvery: withDefault("1", wholeNumber(0, AUDIT_HOURS_MAX), {
    placeholder: "<hours>",
    help: "time between two audits that the exchange runs by itself, up to 24; 0 for none",
    shortVariable: "AUDIT_EVERY",
  }),
  rateLimits: withDefault("exact", oneOf(RATE_LIMIT_MODES), {
    placeholder: "<mode>",
    help: `request limits: ${RATE_LIMIT_MODES.join(", ")}; off is for load tests only`,
    shortVariable: "RATE_LIMITS",
  }),
  requestWindow: withDefault(String(WINDOW_SECONDS_MAX), wholeNumber(1, WINDOW_SECONDS_MAX), {
    placeholder: "<seconds>",
    help: "time after its timestamp within which a request may be executed, 1 to 30",
    shortVariable: "REQUEST_WINDOW",
  }),
  clockJumps: withDefault("hold", oneOf(CLOCK_JUMP_RULES), {
    placeholder: "<rule>",
    help: "a jump of the wall clock blocks new orders (hold) or ends the process (stop)",
    shortVariable: "CLOCK_JUMPS",
  }),
  unattendedSpan: withDefault("168", wholeNumber(1, UNATTENDED_HOURS_MAX), {
    placeholder: "<hours>",
    help: "longest time since the last run that a start accepts without confirmation",
    shortVariable: "UNATTENDED_SPAN",
  }),
  logLevel: optional(oneOf(LOG_LEVELS), {
    placeholder: "<level>",
    help: `least important lines of the log: ${LOG_LEVELS.join(", ")}`,
    defaultMeaning: "info; warn on a terminal",
    shortVariable: "LOG_LEVEL",
  }),
  signUp: toggle(true, { help: "let new users open accounts in the browser" }),
  agents: toggle(true, {
    help: "run the generated market; without it only the admin and price sources set index prices",
  }),
  market: withDefault("normal", oneOf(PRESETS), {
    placeholder: "<kind>",
    help: `how lively the generated market is: ${PRESETS.join(", ")}`,
    shortVariable: "MARKET",
  }),
  seed: withDefault("1", wholeNumber(0, SEED_MAX), {
    placeholder: "<number>",
    help: "seed of the past and first prices of a new exchange; later prices are secret",
    shortVariable: "SEED",
  }),
  past: several(pastConfig, {
    placeholder: "<source...>",
    help: "past of a new exchange: 0 for none, or candles as FILE or COIN=FILE; repeatable",
    defaultMeaning: "computed with a generated market, otherwise none",
    rebase: rebasedPast,
  }),
  priceSource: several(priceSources, {
    placeholder: "<name[:weight]>",
    help: "outside source of index prices, which posts them to the admin API; repeatable",
  }),
  replay: several(paths, {
    placeholder: "<file>",
    help: "capture of depth and trades, replayed as liquidity and takers; repeatable",
    rebase: rebasedPath,
  }),
  speed: withDefault("1", speed, {
    placeholder: "<factor>",
    help: "speed of a replay relative to the recording; max replays without delays",
  }),
  acceptLossAfter: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER), {
    placeholder: "<seq>",
    help: "start although commands after this seq, the end of the journal, are lost",
    sources: ["flag"],
  }),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

export type SettingValues = {
  readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]["parse"]>;
};

/** Returns a setting without the type of its value. */
export function settingOf(name: SettingName): Setting<unknown> {
  return SETTINGS[name];
}
