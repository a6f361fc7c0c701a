/** Configuration of the exchange: the settings of one table, read once into a frozen record. */
import type { Network } from "../gateway/address/network.ts";
import type { RateLimitMode } from "../gateway/rate-limit/rate-limiter.ts";
import type { Preset } from "../market-model/outside-market.ts";
import { contradictions } from "./config/contradictions.ts";
import type { Environment } from "./config/environment-texts.ts";
import { FlagsRefused, type FlagUses, readFlags } from "./config/flag-texts.ts";
import type { ListenAddress } from "./config/listen-address.ts";
import { ConfigRefused, readSettings, type Settings } from "./config/read-settings.ts";
import type { PriceSourceConfig } from "./config/setting-parsers.ts";
import type { SettingValues } from "./config/settings.ts";
import type { ClockJumpRule } from "./exchange-time.ts";
import type { LogLevel } from "./log-levels.ts";
import type { PastConfig } from "./past-config.ts";

export type Config = {
  readonly host: string;
  /** Port to listen on; 0 lets the system choose source. */
  readonly port: number;
  /** Own address of the admin API and the metrics; absent: that of the clients. */
  readonly adminListen: ListenAddress | undefined;
  readonly dataDir: string;
  /** Seed of the generated market. */
  readonly seed: number;
  readonly agents: boolean;
  /** Kind of the generated market; `off` is a market without one. */
  readonly market: Preset;
  /** Past of a new exchange. */
  readonly past: PastConfig;
  /** Capture files to replay, in order. */
  readonly replayFiles: readonly string[];
  /** Replay speed relative to the original; Infinity replays without delays. */
  readonly speed: number;
  /** External sources of index prices; the operator posts their prices to the admin API. */
  readonly priceSources: readonly PriceSourceConfig[];
  /** Whether the exchange keeps everything in memory and writes nothing to disk. */
  readonly ephemeral: boolean;
  /** File that receives keys and admin token of an ephemeral exchange. */
  readonly credentialsFile: string | undefined;
  /**
   * Last seq the operator expects in the journal; the operator accepts the loss of later commands.
   */
  readonly acceptLossAfter: number | undefined;
  /** Age in ms after which archives of the journal are removed; absent: never. */
  readonly keepJournalMs: number | undefined;
  /** Age in ms after which a user's closed rows of the history are removed; absent: never. */
  readonly keepHistoryMs: number | undefined;
  /** Time between two audits that the exchange runs by itself, in ms; 0 for none. */
  readonly auditEveryMs: number;
  /** Whether new users may open accounts in the browser. */
  readonly isSignUpOpen: boolean;
  readonly rateLimits: RateLimitMode;
  /** Time after its timestamp during which a request may be executed, in ms. */
  readonly windowMs: number;
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly Network[];
  /** Additional host names under which clients may address the exchange. */
  readonly allowedHosts: readonly string[];
  /** Token chosen by the operator; required to bind to an address other than loopback. */
  readonly adminToken: string | undefined;
  readonly clockJumps: ClockJumpRule;
  /**
   * Longest downtime, in ms, after which a start needs no confirmation of the time by the operator.
   */
  readonly unattendedMs: number;
  /** Least important lines of the log; absent: `info`, and `warn` on a terminal. */
  readonly logLevel: LogLevel | undefined;
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

/** Returns settings of which none contradicts another. Throws `ConfigRefused`. */
export function checkedSettings(flags: FlagUses, environment: Environment): Settings {
  const settings = readSettings(flags, environment);
  const problems = contradictions(settings);
  if (problems.length > 0) throw new ConfigRefused(problems);
  return settings;
}

/**
 * Reads `argv` (without node and script), `environment` and the file that either names. Shows the
 * help and ends the process for `--help`. Throws `ConfigRefused`.
 */
export function readConfig(argv: readonly string[], environment: Environment): Config {
  return configOf(checkedSettings(usesOf(argv), environment).values);
}

function usesOf(argv: readonly string[]): FlagUses {
  try {
    return readFlags(argv);
  } catch (thrown) {
    if (thrown instanceof FlagsRefused) throw new ConfigRefused([thrown.message]);
    throw thrown;
  }
}

/** Returns the configuration of settings that were checked. */
export function configOf(values: SettingValues): Config {
  const { market, priceSource, replay } = values;
  const agents = values.agents && market !== "off";
  const isGenerated = agents && replay.length === 0 && priceSource.length === 0;
  const past: PastConfig = values.past ?? { kind: isGenerated ? "computed" : "none" };
  return Object.freeze({
    host: values.host,
    port: values.port,
    adminListen: values.adminListen,
    dataDir: values.dataDir,
    seed: values.seed,
    isSignUpOpen: values.signUp,
    agents,
    market,
    past,
    replayFiles: replay,
    speed: values.speed,
    priceSources: priceSource,
    ephemeral: values.ephemeral,
    credentialsFile: values.credentials,
    windowMs: values.requestWindow * SECOND_MS,
    acceptLossAfter: values.acceptLossAfter,
    keepJournalMs: values.keepJournal && values.keepJournal * DAY_MS,
    keepHistoryMs: values.keepHistory && values.keepHistory * DAY_MS,
    auditEveryMs: values.auditEvery * HOUR_MS,
    rateLimits: values.rateLimits,
    allowedHosts: values.allowedHosts,
    trustedProxies: values.trustedProxies,
    adminToken: values.adminToken,
    clockJumps: values.clockJumps,
    unattendedMs: values.unattendedSpan * HOUR_MS,
    logLevel: values.logLevel,
  });
}
