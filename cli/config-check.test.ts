import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SETTING_NAMES } from "../src/main/config/settings.ts";

const CLI = new URL("./bourse.ts", import.meta.url).pathname;
const TOKEN = "s3cr3t-of-the-operator";

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "bourse-check-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

function check(argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { PATH } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [CLI, "config", "check", ...argv],
    {
      cwd: directory,
      encoding: "utf8",
      env: { PATH, ...environment },
    },
  );
  expect(stdout + stderr).not.toContain(TOKEN);
  return { status, stdout, stderr };
}

describe("bourse config check", () => {
  it("shows every setting with its value and source, and no secret", () => {
    const file = join(directory, "own.json");
    writeFileSync(file, JSON.stringify({ dataDir: "venue", seed: 7, priceSource: ["a", "b:2"] }));
    const environment = { PORT: "1", BOURSE_LOG_LEVEL: "debug", ADMIN_TOKEN: TOKEN };
    const argv = [
      "--config",
      "own.json",
      "--seed",
      "8",
      "--no-agents",
      "--past",
      "btc.csv",
      "ETH=y",
    ];
    writeFileSync(
      join(directory, "btc.csv"),
      "0,60000,60000,60000,60000,1\n60000,60000,60000,60000,60000,1",
    );
    writeFileSync(join(directory, "y"), "0,3000,3000,3000,3000,1\n60000,3000,3000,3000,3000,1");
    const { status, stdout } = check(argv, environment);
    expect(status).toBe(0);
    const rows = stdout.trimEnd().split("\n");
    const cells = rows.map((row) => row.split(/ {2,}/));
    expect(cells.map(([name]) => name)).toEqual(SETTING_NAMES);
    expect(cells).toEqual(
      expect.arrayContaining([
        ["host", "127.0.0.1", "default"],
        ["port", "1", "PORT"],
        ["logLevel", "debug", "BOURSE_LOG_LEVEL"],
        ["adminToken", "(set)", "ADMIN_TOKEN"],
        ["dataDir", join(directory, "venue"), `${file}: dataDir`],
        ["priceSource", "a, b:2", `${file}: priceSource`],
        ["seed", "8", "--seed"],
        ["agents", "false", "--no-agents"],
        ["past", "btc.csv, ETH=y", "--past"],
      ]),
    );
    const json = check([...argv, "--json"], environment);
    const shown = JSON.parse(json.stdout) as Record<string, unknown>;
    expect(Object.keys(shown)).toEqual(SETTING_NAMES);
    expect(shown["seed"]).toEqual({ value: "8", source: "--seed" });
    expect(json.status).toBe(0);
  });

  it.each([
    ["--past", "absent/btc.csv", "absent/btc.csv cannot be read: it does not exist"],
    ["--past", "garbage/btc.csv", "garbage/btc.csv: "],
    ["--replay", "absent/usdm/btcusdt_20250101", "cannot be read: check the path"],
  ])("ends with 1 where a start refuses a file: %s %s", (flag, path, message) => {
    mkdirSync(join(directory, "garbage"), { recursive: true });
    writeFileSync(join(directory, "garbage/btc.csv"), "no candles");
    const { status, stderr, stdout } = check([flag, path]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });

  it("needs no candles where the data directory has an exchange, whose past stays", () => {
    mkdirSync(join(directory, "kept/journal"), { recursive: true });
    const flags = ["--data-dir", "kept"];
    expect(check([...flags, "--past", "absent/btc.csv"]).status).toBe(0);
    const { status, stderr } = check([...flags, "--replay", "absent/usdm/btcusdt_20250101"]);
    expect([status, stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
  });

  it("does not show the token of a file", () => {
    writeFileSync(join(directory, "token"), TOKEN);
    const { stdout } = check(["--admin-token-file", "token"]);
    expect(stdout).toMatch(/^adminToken +\(set\) +--admin-token-file$/m);
  });

  it("ends with 1 where a start would be refused, with each problem", () => {
    const argv = ["--port", "x", "--seed", "y"];
    const text = check(argv, { BOURSE_PROT: "1" });
    expect(text).toMatchObject({ status: 1, stdout: "" });
    expect(text.stderr.trimEnd().split("\n")).toEqual([
      "unknown variable BOURSE_PROT (did you mean BOURSE_PORT?)",
      "--port 'x': a whole number from 0 to 65535 is expected",
      "--seed 'y': a whole number from 0 to 4294967295 is expected",
    ]);
    const json = check([...argv, "--json"]);
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({ problems: [expect.any(String), expect.any(String)] });
    for (const flags of [["--ephemeral", "--data-dir", "x"], ["--nothing"]]) {
      const { status, stderr } = check(flags);
      expect([status, stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
    }
  });
});
