import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { flagCommand } from "./flag-texts.ts";
import { ConfigRefused } from "./read-settings.ts";
import { flagOf, oppositeFlagOf, variableOf } from "./setting.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "./settings.ts";

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "bourse-settings-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Writes a configuration file and returns its path. */
function fileWith(content: object | string, name = "bourse.json"): string {
  const path = join(directory, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function problems(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): readonly string[] {
  try {
    readConfig(argv, environment);
  } catch (thrown) {
    if (thrown instanceof ConfigRefused) return thrown.problems;
    throw thrown;
  }
  return [];
}

const TOKEN = "a-token-of-the-operator";
const isFrom = (name: SettingName, source: "flag" | "environment" | "file"): boolean =>
  settingOf(name).sources.includes(source);

/** Two usable texts of each setting, and further flags that make them effective. */
const SAMPLES: Readonly<
  Record<Exclude<SettingName, "config">, readonly [string, string, ...string[]]>
> = {
  host: ["127.0.0.2", "localhost"],
  port: ["1", "2"],
  adminListen: ["127.0.0.1:9090", "unix:/a/b"],
  dataDir: ["/a", "/b"],
  ephemeral: ["true", "false"],
  credentials: ["/a", "/b", "--ephemeral"],
  adminToken: [TOKEN, `${TOKEN}-2`],
  adminTokenFile: ["/a", "/b"],
  trustedProxies: ["10.0.0.1", "10.0.0.2"],
  allowedHosts: ["a.example", "b.example"],
  keepJournal: ["7", "8"],
  keepHistory: ["90", "365"],
  auditEvery: ["6", "0"],
  rateLimits: ["off", "exact"],
  requestWindow: ["7", "8"],
  clockJumps: ["stop", "hold"],
  unattendedSpan: ["7", "8"],
  logLevel: ["debug", "error"],
  signUp: ["false", "true"],
  agents: ["false", "true"],
  market: ["wild", "calm"],
  seed: ["7", "8"],
  past: ["0", "/a/b.csv"],
  priceSource: ["north", "south"],
  replay: ["/a/spot/b", "/c/spot/d"],
  speed: ["7", "8", "--replay", "/a/spot/b"],
  acceptLossAfter: ["7", "8"],
};
const SAMPLED = Object.keys(SAMPLES) as (keyof typeof SAMPLES)[];

function flags(name: SettingName, text: string): readonly string[] {
  const flag = flagOf(name);
  if (settingOf(name).shape !== "switch") return [flag, text];
  return [text === "true" ? flag : flag.replace("--", "--no-")];
}

function fileValue(name: SettingName, text: string): unknown {
  if (settingOf(name).shape === "switch") return text === "true";
  return settingOf(name).shape === "several" ? [text] : text;
}

describe("the settings", () => {
  it("have samples here, all but the file itself", () => {
    expect([...SAMPLED, "config"].sort()).toEqual([...SETTING_NAMES].sort());
  });

  it.each(SAMPLED.filter((name) => name !== "adminTokenFile"))(
    "%s comes from a flag, else the environment, else the file",
    (name) => {
      const [first, second, ...further] = SAMPLES[name];
      const { shortVariable } = settingOf(name);
      const read = (
        argv: readonly string[],
        environment: Readonly<Record<string, string>> = {},
      ): unknown => JSON.stringify(readConfig([...further, ...argv], environment));
      const file = isFrom(name, "file")
        ? ["--config", fileWith({ [name]: fileValue(name, first) })]
        : [];
      const results: unknown[] = [];
      if (isFrom(name, "flag")) {
        const expected = read(flags(name, first));
        expect(expected).not.toBe(read(flags(name, second)));
        results.push(expected);
        if (isFrom(name, "environment")) {
          expect(read(flags(name, first), { [variableOf(name)]: second })).toBe(expected);
        }
        if (file.length > 0) expect(read([...file, ...flags(name, second)])).not.toBe(expected);
      }
      if (isFrom(name, "environment")) {
        const expected = read([], { [variableOf(name)]: first });
        expect(expected).not.toBe(read([], { [variableOf(name)]: second }));
        results.push(expected);
        if (file.length > 0) {
          expect(read(file, { [variableOf(name)]: second })).not.toBe(expected);
          expect(read(file, { [variableOf(name)]: "" })).toBe(expected);
        }
        if (shortVariable !== undefined) {
          const both = { [shortVariable]: second, [variableOf(name)]: first };
          expect(read([], both)).toBe(expected);
          expect(read([], { [shortVariable]: first })).toBe(expected);
        }
      }
      if (file.length > 0) results.push(read(file));
      expect(new Set(results).size).toBe(1);
    },
  );

  it("take several texts from repeated flags, commas in the environment and lists in the file", () => {
    const sources = [
      { name: "north", weight: 2 },
      { name: "south", weight: 1 },
    ];
    const argv = ["--price-source", "north:2", "--price-source", "south"];
    expect(readConfig(argv, {}).priceSources).toEqual(sources);
    const environment = { BOURSE_PRICE_SOURCE: "north:2,south" };
    expect(readConfig([], environment).priceSources).toEqual(sources);
    const file = fileWith({ priceSource: ["north:2", "south"], trustedProxies: ["::1", "::2"] });
    const config = readConfig(["--config", file], {});
    expect(config.priceSources).toEqual(sources);
    expect(config.trustedProxies).toHaveLength(2);
  });

  it("take numbers of the file as they take text", () => {
    expect(readConfig(["--config", fileWith('{"port": 9000, "seed": 7}')], {})).toMatchObject({
      port: 9000,
      seed: 7,
    });
  });

  it("resolve paths of the file against its directory", () => {
    mkdirSync(join(directory, "inner"), { recursive: true });
    const content = { dataDir: "venue", past: ["BTC=btc.csv", "eth.csv", "/abs/x.csv"] };
    const config = readConfig(["--config", fileWith(content, "inner/own.json")], {});
    expect(config.dataDir).toBe(join(directory, "inner/venue"));
    expect(config.past).toEqual({
      kind: "recorded",
      files: [
        { code: "BTC", path: join(directory, "inner/btc.csv") },
        { code: undefined, path: join(directory, "inner/eth.csv") },
        { code: undefined, path: "/abs/x.csv" },
      ],
    });
  });

  it("take the admin token from a file", () => {
    const tokenFile = fileWith(`${TOKEN}\n`, "token");
    expect(readConfig(["--admin-token-file", tokenFile], {}).adminToken).toBe(TOKEN);
    expect(readConfig([], { ADMIN_TOKEN_FILE: tokenFile }).adminToken).toBe(TOKEN);
    const file = fileWith({ adminTokenFile: "token" });
    expect(readConfig(["--config", file], {}).adminToken).toBe(TOKEN);
  });
});

describe("the help", () => {
  it("names each flag, and the settings that only the environment has", () => {
    let text = "";
    const { command } = flagCommand("start");
    command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
    for (const name of SETTING_NAMES) {
      const isFlag = settingOf(name).sources.includes("flag");
      const shown = isFlag ? [flagOf(name), oppositeFlagOf(name)] : [variableOf(name)];
      expect(shown.filter((word) => text.includes(word ?? "")).length, name).toBeGreaterThan(0);
    }
    expect(text).toMatch(/Only in the environment:\n(.*\n)*.*ADMIN_TOKEN {2}\S/);
  });
});

describe("flags that npm has taken for its own", () => {
  it.each([
    ["start", { npm_config_ephemeral: "true" }, "`npm start -- --ephemeral`"],
    ["start", { npm_config_data_dir: "./venue" }, "`npm start -- --data-dir ./venue`"],
    ["start", { npm_config_data_dir: "a b" }, "`npm start -- --data-dir`"],
    ["start", { npm_config_agents: "" }, "`npm start -- --no-agents`"],
    ["bourse", { npm_config_port: "true" }, "`npm run bourse -- --port`"],
  ])("are refused: npm_lifecycle_event %s, %j", (script, variables, advice) => {
    const environment = { npm_lifecycle_event: script, ...variables };
    expect(() => readConfig([], environment)).toThrow(advice);
  });

  it("are none of npm's own settings, and none without npm", () => {
    const own = { npm_lifecycle_event: "start", npm_config_loglevel: "silent" };
    expect(readConfig([], own).port).toBe(readConfig([], {}).port);
    expect(readConfig([], { npm_config_port: "9000" }).port).toBe(readConfig([], {}).port);
  });
});

describe("a configuration that cannot be", () => {
  it.each([
    [["--colour"], "unknown flag --colour; --help lists the flags"],
    [["--prot", "1"], "unknown flag --prot (did you mean --port?)"],
    [["--admin-token=s3cr3t-of-the-operator"], "unknown flag --admin-token"],
    [["surplus"], "with npm, write `npm start -- --port 9000`"],
    [["--port"], "argument missing"],
    [["--port", "http"], "--port 'http': a whole number from 0 to 65535 is expected"],
    [["--port", "65536"], "whole number from 0 to 65535"],
    [["--port", "1", "--port", "1"], "--port is given 2 times: give it once"],
    [["--ephemeral", "--no-ephemeral"], "--ephemeral is given 2 times"],
    [["--host", ""], "--host '': an address or a host name without port is expected"],
    [["--data-dir", ""], "a path is expected"],
    [["--seed", "-1"], "a whole number from 0"],
    [["--request-window", "0"], "a whole number from 1 to 30"],
    [["--unattended-span", "0"], "a whole number from 1 to 8784"],
    [["--speed", "0", "--replay", "x"], "a number above 0, or `max`"],
    [["--rate-limits", "some"], "one of exact, off is expected"],
    [["--log-level", "loud"], "one of trace, debug, info, warn, error, fatal is expected"],
    [["--trusted-proxies", "10.0.0.0/8,proxy"], "'proxy' is neither an address nor a CIDR range"],
    [["--trusted-proxies", ""], "1 to 64 addresses or CIDR ranges"],
    [["--allowed-hosts", "a.example:80"], "1 to 64 host names without port"],
    [["--price-source", "generated"], "choose another"],
    [["--price-source", "replayed:2"], "choose another"],
    [["--price-source", "a", "--price-source", "a"], "the price source a is named twice"],
    [["--price-source", "A"], "NAME or NAME:WEIGHT is expected"],
    [["--past", "0", "x.csv"], "either 0, or files"],
    [
      ["--config", "/absent/bourse.json"],
      "/absent/bourse.json, named by --config, cannot be read: it does",
    ],
    [
      ["--admin-token-file", "/absent/token"],
      "/absent/token, named by --admin-token-file, cannot be",
    ],
    [["--admin-token-file", "/"], "it is a directory"],
  ])("%j is refused by one sentence", (argv, sentence) => {
    const found = problems(argv);
    expect(found).toEqual([expect.stringContaining(sentence)]);
    expect(found[0]).not.toContain("s3cr3t");
  });

  it.each([
    [{ PORT: "http" }, "PORT 'http': a whole number from 0 to 65535 is expected"],
    [{ BOURSE_PRT: "1" }, "unknown variable BOURSE_PRT (did you mean BOURSE_PORT?)"],
    [{ BOURSE_port: "1" }, "unknown variable BOURSE_port (did you mean BOURSE_PORT?)"],
    [{ BOURSE_ACCEPT_LOSS_AFTER: "1" }, "unknown variable BOURSE_ACCEPT_LOSS_AFTER"],
    [{ BOURSE_EPHEMERAL: "yes" }, "BOURSE_EPHEMERAL 'yes': true or false is expected"],
    [{ ADMIN_TOKEN: "s3cr3t!" }, "ADMIN_TOKEN: at least 16 characters are needed"],
    [{ ADMIN_TOKEN: "s3cr3t with spaces" }, "signs without spaces are expected"],
  ])("%j is refused by one sentence", (environment, sentence) => {
    const found = problems([], environment as Record<string, string>);
    expect(found).toEqual([expect.stringContaining(sentence)]);
    expect(found[0]).not.toContain("s3cr3t");
  });

  it.each([
    [{ prot: 1 }, "unknown key prot (did you mean port?)"],
    [{ "data-dir": "x" }, "unknown key data-dir (did you mean dataDir?)"],
    [{ adminToken: "s3cr3t-of-the-operator" }, "name a file with adminTokenFile"],
    [{ config: "x" }, "config cannot be set in the file"],
    [{ acceptLossAfter: 7 }, "acceptLossAfter cannot be set in the file"],
    [{ port: true }, "port takes a string or a number"],
    [{ port: null }, "port takes a string or a number"],
    [{ ephemeral: "true" }, "ephemeral takes true or false"],
    [{ priceSource: [["a"]] }, "priceSource takes a string, or a list of strings"],
    [{ port: "http" }, "bourse.json: port 'http': a whole number from 0 to 65535"],
    [[1], "must contain one JSON object"],
    ['{"port": 1, "port": 2}', "is not strict JSON: a duplicate key"],
    ['{"port": 1,}', "is not strict JSON"],
    ["", "is not strict JSON"],
  ])("a file with %j is refused by one sentence", (content, sentence) => {
    const found = problems(["--config", fileWith(content)]);
    expect(found).toEqual([expect.stringContaining(sentence)]);
    expect(found[0]).toContain(join(directory, "bourse.json"));
    expect(found[0]).not.toContain("s3cr3t");
  });

  it("is not read from a file larger than 64 KiB", () => {
    const file = fileWith(`"${"x".repeat(70_000)}"`);
    expect(problems(["--config", file])).toEqual([
      `${file}, named by --config, is larger than 65536 bytes: check the path`,
    ]);
  });

  it("has all problems named at once", () => {
    const file = fileWith({ prot: 1, seed: "x" });
    const found = problems(["--config", file, "--port", "x"], { BOURSE_SPED: "1" });
    expect(found).toHaveLength(4);
  });

  it("does not quote the content of a file for the admin token", () => {
    const [problem = ""] = problems(["--admin-token-file", fileWith("s3cr3t\n", "short")]);
    expect(problem).toContain("at least 16 characters are needed");
    expect(problem).not.toContain("s3cr3t");
  });
});

describe("settings that contradict each other", () => {
  const ephemeral = "--ephemeral stores nothing, yet";
  it.each<[readonly string[], Record<string, string>, string]>([
    [["--ephemeral", "--data-dir", "x"], {}, `${ephemeral} --data-dir names a data directory`],
    [["--ephemeral"], { DATA_DIR: "x" }, `${ephemeral} DATA_DIR names a data directory`],
    [["--ephemeral", "--accept-loss-after", "7"], {}, "--accept-loss-after speaks of a stored"],
    [["--ephemeral", "--keep-journal", "7"], {}, "--keep-journal speaks of a stored journal"],
    [["--ephemeral"], { KEEP_HISTORY: "90" }, "KEEP_HISTORY speaks of a stored history"],
    [["--credentials", "x"], {}, "--credentials is for --ephemeral"],
    [
      ["--admin-token-file", "/dev/null"],
      { ADMIN_TOKEN: TOKEN },
      "ADMIN_TOKEN and --admin-token-file both set the admin token",
    ],
    [["--speed", "5"], {}, "--speed has no effect without --replay"],
    [["--agents", "--market", "off"], {}, "--agents asks for a generated market, yet --market"],
    [["--no-agents", "--market", "wild"], {}, "--market has no effect without agents"],
    [["--no-agents", "--price-source", "a", "--seed", "1"], {}, "--seed has no effect without"],
    [["--host", "0.0.0.0"], {}, "--host 0.0.0.0 exposes the administrative interface"],
    [[], { HOST: "venue.example" }, "HOST venue.example exposes the administrative interface"],
    [["--host", "::"], {}, "--host :: exposes the administrative interface"],
    [["--admin-listen", "0.0.0.0:9090"], {}, "--admin-listen exposes the administrative interface"],
    [["--admin-listen", "127.0.0.1:8080"], {}, "--admin-listen is also the address of the clients"],
    [
      ["--host", "0.0.0.0", "--admin-listen", "127.0.0.1:9000", "--port", "9000"],
      {},
      "--admin-listen is also the address of the clients",
    ],
    [["--host", "128.0.0.1"], {}, "--host 128.0.0.1 exposes"],
  ])("%j with %j are refused", (argv, environment, sentence) => {
    expect(problems(argv, environment)).toEqual([expect.stringContaining(sentence)]);
  });

  it.each<[readonly string[], Record<string, string>]>([
    [["--data-dir", "x"], { BOURSE_EPHEMERAL: "false" }],
    [["--ephemeral", "--credentials", "x"], {}],
    [["--no-agents", "--market", "off"], {}],
    [["--no-agents", "--market", "wild", "--past", "btc.csv"], {}],
    [["--no-agents", "--market", "wild", "--replay", "x"], {}],
    [["--no-agents", "--seed", "7"], {}],
    [["--price-source", "a", "--market", "wild", "--seed", "7"], {}],
    [["--speed", "5", "--replay", "x"], {}],
    [["--host", "0.0.0.0"], { ADMIN_TOKEN: TOKEN }],
    [["--host", "0.0.0.0", "--admin-listen", "unix:/run/bourse/admin"], {}],
    [["--admin-listen", "0.0.0.0:9090"], { ADMIN_TOKEN: TOKEN }],
    [["--admin-listen", "127.0.0.1:0", "--port", "0"], {}],
    [["--host", "127.0.0.2"], {}],
    [["--host", "127.255.255.254"], {}],
    [["--host", "::ffff:127.0.0.1"], {}],
    [["--host", "localhost"], {}],
    [[], { BOURSE_TEST_DEPTH: "deep", BOURSE_NOTHING: "", BOURSE_HOST: "", HOST: "" }],
  ])("%j with %j are none of them", (argv, environment) => {
    expect(problems(argv, environment)).toEqual([]);
  });
});
