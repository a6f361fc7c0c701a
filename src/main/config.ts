/**
 * Configuration from flags and environment, read once into a frozen record. A flag overrides the
 * environment.
 */
import { isIP } from "node:net";
import { InvalidArgumentError, Option, Command as Program } from "commander";
import { type Network, parseNetwork } from "../gateway/address/network.ts";
import { RATE_LIMIT_MODES, type RateLimitMode } from "../gateway/rate-limit/rate-limiter.ts";
import { PRESETS, type Preset } from "../market-model/outside-market.ts";
import { CLOCK_JUMP_RULES, type ClockJumpRule } from "./exchange-time.ts";
import { PAST_MESSAGE, type PastConfig, pastConfig } from "./past-config.ts";

export type PriceSourceConfig = { readonly name: string; readonly weight: number };

export type Config = {
  readonly host: string;
  /** Port to listen on; 0 lets the system choose source. */
  readonly port: number;
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
  /**
   * Last seq the operator expects in the journal; the operator accepts the loss of later commands.
   */
  readonly acceptLossAfter: number | undefined;
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
};

const PORT_MAX = 65_535;
const WINDOW_SECONDS_MAX = 30;
const SEED_MAX = 2 ** 32 - 1;
const PRICE_SOURCES_MAX = 16;
const NETWORKS_MAX = 64;
const HOSTS_MAX = 64;
const UNATTENDED_HOURS_DEFAULT = 168;
const UNATTENDED_HOURS_MAX = 8_784;
const HOUR_MS = 3_600_000;
const HOST_NAME = /^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/i;

function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value > max) {
      throw new InvalidArgumentError(`a whole number from 0 to ${max} is expected.`);
    }
    return value;
  };
}

function windowSeconds(text: string): number {
  const seconds = wholeNumber(WINDOW_SECONDS_MAX)(text);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError(`1 to ${WINDOW_SECONDS_MAX} seconds are expected.`);
}

function hours(text: string): number {
  const value = wholeNumber(UNATTENDED_HOURS_MAX)(text);
  if (value > 0) return value;
  throw new InvalidArgumentError("at least one hour is expected.");
}

function speed(text: string): number {
  if (/^(max|infinity)$/i.test(text)) return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0) {
    throw new InvalidArgumentError("a number above 0, or `max`, is expected.");
  }
  return value;
}

function nonEmptyPath(text: string): string {
  if (text === "") throw new InvalidArgumentError("a path is expected; `.` is this directory.");
  return text;
}

function collect(file: string, files: readonly string[]): readonly string[] {
  return [...files, file];
}

/** Parses `name` or `name:weight` and appends the source. */
function collectSource(
  text: string,
  sources: readonly PriceSourceConfig[],
): readonly PriceSourceConfig[] {
  const [, name = "", weight = "1"] = /^([a-z0-9-]{1,32})(?::([1-9]\d{0,2}))?$/.exec(text) ?? [];
  if (name === "" || sources.length >= PRICE_SOURCES_MAX) {
    throw new InvalidArgumentError(`at most ${PRICE_SOURCES_MAX} of <name> or <name>:<weight>.`);
  }
  if (sources.some((source) => source.name === name)) {
    throw new InvalidArgumentError(`the price source ${name} is named twice.`);
  }
  return [...sources, { name, weight: Number(weight) }];
}

/** Parses addresses and CIDR ranges, separated by commas. */
function networks(text: string): readonly Network[] {
  const entries = text.split(",");
  if (text.trim() === "" || entries.length > NETWORKS_MAX) {
    throw new InvalidArgumentError(`1 to ${NETWORKS_MAX} addresses or CIDR ranges are expected.`);
  }
  return entries.map((entry) => {
    const network = parseNetwork(entry);
    if (network !== undefined) return network;
    throw new InvalidArgumentError(`'${entry.trim()}' is neither an address nor a CIDR range.`);
  });
}

/** Parses host names or addresses without port, separated by commas. */
function hostNames(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const isNamed = names.every((name) => HOST_NAME.test(name) || isIP(name) !== 0);
  if (!isNamed || names.length > HOSTS_MAX) {
    throw new InvalidArgumentError(`1 to ${HOSTS_MAX} host names without port are expected.`);
  }
  return names;
}

function addClockOptions(program: Program): Program {
  return program
    .addOption(
      new Option("--clock-jumps <rule>", "a jump of the wall clock holds new orders or stops")
        .choices([...CLOCK_JUMP_RULES])
        .env("CLOCK_JUMPS"),
    )
    .addOption(
      new Option("--unattended-span <hours>", "time a start passes without the operator's word")
        .env("UNATTENDED_SPAN")
        .argParser(hours),
    );
}

function addMarketOptions(program: Program): Program {
  return program
    .addOption(
      new Option("--market <kind>", "how lively the generated market is; off generates nothing")
        .choices([...PRESETS])
        .env("MARKET"),
    )
    .option(
      "--past <source...>",
      "past of a new exchange: 0 for none, or recorded candles as FILE or COIN=FILE; repeatable",
    );
}

/** Returns the command line definition; the `bourse` tool uses it for its help. */
export function startProgram(): Program {
  const program = new Program("bourse")
    .description("Runs the exchange: REST, WebSocket and a living market on one port.")
    .addOption(new Option("--host <address>", "address to listen on").env("HOST"))
    .addOption(
      new Option("--port <number>", "port to listen on; 0 picks one")
        .env("PORT")
        .argParser(wholeNumber(PORT_MAX)),
    )
    .addOption(
      new Option("--data-dir <path>", "where everything is kept")
        .env("DATA_DIR")
        .argParser(nonEmptyPath),
    )
    .addOption(
      new Option("--seed <number>", "seed of the generated market")
        .env("SEED")
        .argParser(wholeNumber(SEED_MAX)),
    )
    .option("--no-agents", "list the instruments without a generated market")
    .option("--replay <file>", "replay a capture as liquidity and flow; repeatable", collect, [])
    .option(
      "--speed <factor>",
      "speed of the replay: 1 is original, `max` as fast as it goes",
      speed,
    )
    .option(
      "--price-source <name[:weight]>",
      "take index prices from an outside source, posted to the admin API; repeatable",
      collectSource,
      [],
    )
    .option("--ephemeral", "keep nothing on disk")
    .option(
      "--accept-loss-after <seq>",
      "go on with a journal that has lost what followed this seq, its last",
      wholeNumber(Number.MAX_SAFE_INTEGER),
    )
    .addOption(
      new Option("--rate-limits <mode>", "request limits as specified, or none")
        .choices([...RATE_LIMIT_MODES])
        .env("RATE_LIMITS"),
    )
    .addOption(
      new Option(
        "--request-window <seconds>",
        "how long after its timestamp a request may be executed, 1 to 30",
      )
        .env("REQUEST_WINDOW")
        .argParser(windowSeconds),
    )
    .addOption(
      new Option(
        "--trusted-proxies <list>",
        "proxies whose X-Forwarded-For is believed: addresses and CIDR ranges, by commas",
      )
        .env("TRUSTED_PROXIES")
        .argParser(networks),
    )
    .addOption(
      new Option("--allowed-hosts <list>", "further names of the exchange in Host, by commas")
        .env("ALLOWED_HOSTS")
        .argParser(hostNames),
    );
  return addClockOptions(addMarketOptions(program));
}

/** Reads `argv` (without node and script) and `environment`. Ends the process on invalid usage. */
export function readConfig(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Config {
  const program = startProgram().parse([...argv], { from: "user" });
  const flags = program.opts();
  const market: Preset = flags["market"] ?? "normal";
  const agents = flags["agents"] !== false && market !== "off";
  const isGenerated = agents && flags["replay"].length === 0 && flags["priceSource"].length === 0;
  return Object.freeze({
    host: flags["host"] ?? "127.0.0.1",
    port: flags["port"] ?? 8080,
    dataDir: flags["dataDir"] ?? "./data",
    seed: flags["seed"] ?? 1,
    agents,
    market,
    past: pastConfig(flags["past"], isGenerated) ?? program.error(PAST_MESSAGE),
    replayFiles: Object.freeze(flags["replay"] ?? []),
    speed: flags["speed"] ?? 1,
    priceSources: Object.freeze(flags["priceSource"] ?? []),
    ephemeral: flags["ephemeral"] === true,
    windowMs: (flags["requestWindow"] ?? WINDOW_SECONDS_MAX) * 1_000,
    acceptLossAfter: flags["acceptLossAfter"],
    rateLimits: flags["rateLimits"] ?? "exact",
    allowedHosts: Object.freeze(flags["allowedHosts"] ?? []),
    trustedProxies: Object.freeze(flags["trustedProxies"] ?? []),
    adminToken: environment["ADMIN_TOKEN"],
    clockJumps: flags["clockJumps"] ?? "hold",
    unattendedMs: (flags["unattendedSpan"] ?? UNATTENDED_HOURS_DEFAULT) * HOUR_MS,
  });
}
