import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { capturePath, HAS_CAPTURES } from "../support/captures.ts";
import { eventually } from "../support/eventually.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { ExchangeProcess, LAUNCH, type ProcessOptions } from "./support/exchange-process.ts";

/** The promise is 2 s; other work on the machine must not fail the test. */
const READY_MS_MAX = 30_000;
const STOP_MS_MAX = 5_000;
const TEST_MS_MAX = 120_000;

const directories: string[] = [];
const processes: ExchangeProcess[] = [];

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "bourse-process-"));
  directories.push(directory);
  return directory;
}

async function start(dataDir: string, options?: ProcessOptions): Promise<ExchangeProcess> {
  const running = await ExchangeProcess.start(dataDir, options);
  processes.push(running);
  return running;
}

afterEach(async () => {
  for (const running of processes.splice(0)) await running.kill();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

const get = (running: ExchangeProcess, path: string): Promise<Response> =>
  fetch(`${running.address.baseUrl}${path}`);

describe("the process of the exchange", { timeout: TEST_MS_MAX }, () => {
  it("is ready soon on an empty data directory, and says where", async () => {
    const running = await start(newDirectory(), { flags: [] });
    console.info(`ready ${Math.round(running.readyMs)} ms after node was started`);
    expect(running.readyMs).toBeLessThan(READY_MS_MAX);
    expect(running.logged("ready")).toMatchObject({ url: running.address.baseUrl });
    for (const path of ["/health/live", "/health/ready", "/metrics", "/docs"]) {
      expect((await get(running, path)).status, path).toBe(200);
    }
    expect(await running.terminate()).toBe(0);
  });

  it("writes credentials for its owner alone, and keeps them", async () => {
    const dataDir = newDirectory();
    const first = await start(dataDir);
    const path = join(dataDir, "credentials.json");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { baseUrl, ws, admin, users } = first.credentials;
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const at = baseUrl.replace("http", "ws");
    expect(ws).toEqual({
      v2Public: `${at}/v2/ws/public`,
      v2Private: `${at}/v2/ws/private`,
      v3Public: `${at}/v3/ws/public`,
      v3Private: `${at}/v3/ws/private`,
    });
    expect(Object.keys(first.credentials)).toEqual(["baseUrl", "ws", "admin", "users"]);
    expect(admin).toEqual({ token: expect.stringMatching(/^[0-9a-f]{32,}$/) });
    expect(users.map(({ name, kind, realm }) => [name, kind, realm])).toEqual([
      ["classic", "classic", "live"],
      ["unified", "unified", "live"],
      ["classic-demo", "classic", "demo"],
      ["unified-demo", "unified", "demo"],
    ]);
    const members = ["name", "uid", "kind", "realm", "apiKey", "secret", "passphrase"];
    for (const user of users) {
      expect(Object.keys(user)).toEqual(members);
      expect(Object.values(user).every((value) => typeof value === "string")).toBe(true);
    }
    expect(await first.terminate()).toBe(0);
    const { credentials } = await start(dataDir);
    expect([credentials.admin, credentials.users]).toEqual([admin, users]);
  });

  it("told to end while orders come, it drains, flushes, ends with 0 and loses nothing", async () => {
    const dataDir = newDirectory();
    const running = await start(dataDir);
    const key = (at: ExchangeProcess) =>
      at.credentials.users.find(({ kind }) => kind === "unified");
    const alice = await plainClient(running.address, key(running), { uta: true });
    const acknowledged: string[] = [];
    let startedMs = 0;
    let ending: Promise<number | null> | undefined;
    const placing = Array.from({ length: 20 }, async (_none, client) => {
      for (let count = 0; ; count += 1) {
        const price = 50_000 + client * 100 + (count % 100);
        acknowledged.push(idOf(await alice.createOrder("BTC/USDT", "limit", "buy", 1e-4, price)));
        if (acknowledged.length !== 100) continue;
        startedMs = performance.now();
        ending = running.terminate();
      }
    });
    const ends = await Promise.allSettled(placing);
    expect(ends.every(({ status }) => status === "rejected")).toBe(true);
    expect(await ending).toBe(0);
    const stopMs = performance.now() - startedMs;
    console.info(`ended ${Math.round(stopMs)} ms after SIGTERM, ${acknowledged.length} orders in`);
    expect(stopMs).toBeLessThan(STOP_MS_MAX);
    const again = await start(dataDir);
    expect(again.logged("ready")).toMatchObject({ commandsReplayed: 0 });
    const bob = await plainClient(again.address, key(again), { uta: true });
    const found = await Promise.all(acknowledged.map((id) => bob.fetchOrder(id, "BTC/USDT")));
    expect(found.map(({ id, status }) => [id, status])).toEqual(
      acknowledged.map((id) => [id, "open"]),
    );
    expect(await again.audit()).toMatchObject({ holds: true });
  });

  it("takes its settings from the environment, and flags before those", async () => {
    const dataDir = newDirectory();
    const environment = {
      HOST: "localhost",
      BOURSE_PORT: "1",
      SEED: "7",
      BOURSE_RATE_LIMITS: "off",
      DATA_DIR: "/nowhere",
      BOURSE_ADMIN_TOKEN: "a-token-of-the-operator",
    };
    const running = await start(dataDir, { flags: ["--no-agents"], environment });
    expect(running.credentials.baseUrl).toMatch(/^http:\/\/localhost:(?!1$)\d+$/);
    expect(running.credentials.admin.token).toBe(environment.BOURSE_ADMIN_TOKEN);
    expect(await running.audit()).toMatchObject({ holds: true });
    expect(existsSync(environment.DATA_DIR)).toBe(false);
    const statuses = await Promise.all(
      Array.from({ length: 60 }, () => get(running, "/api/v2/public/time").then((r) => r.status)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it("counts requests unless told not to", async () => {
    const running = await start(newDirectory(), { flags: ["--no-agents"] });
    const statuses = () =>
      Promise.all(
        Array.from({ length: 60 }, () => get(running, "/api/v2/public/time").then((r) => r.status)),
      );
    await eventually("a refusal", async () => (await statuses()).includes(429));
  });

  it("keeps nothing on disk when it is ephemeral", async () => {
    const dataDir = join(newDirectory(), "none");
    const flags = ["--ephemeral", "--no-agents"];
    const running = await start(dataDir, { flags });
    expect((await get(running, "/health/ready")).status).toBe(200);
    expect(running.logged("credentials_unwritten")).toMatchObject({
      message: expect.stringContaining("--credentials"),
    });
    expect(await running.terminate()).toBe(0);
    expect(existsSync(dataDir)).toBe(false);
  });

  it("writes the keys of an ephemeral exchange where the operator says", async () => {
    const path = join(newDirectory(), "keys.json");
    const flags = ["--ephemeral", "--no-agents", "--credentials", path];
    const running = await start("", { flags });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(running.credentials.users).toHaveLength(4);
    expect(await running.audit()).toMatchObject({ holds: true });
    expect(running.logged("credentials_unwritten")).toBeUndefined();
    expect(await running.terminate()).toBe(0);
    // The next exchange replaces the keys of the last one.
    expect((await start("", { flags })).credentials.admin).not.toEqual(running.credentials.admin);
  });

  it("logs from the level that is set", async () => {
    const running = await start(newDirectory(), { environment: { LOG_LEVEL: "info" } });
    expect(running.logged("ready")).toMatchObject({ level: "info" });
    const path = join(newDirectory(), "keys.json");
    const kept = ["--ephemeral", "--credentials", path];
    const flags = [...kept, "--no-agents", "--log-level", "error", "--port", "0"];
    const child = spawn(process.execPath, [...LAUNCH, ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    const closed = once(child, "close");
    await eventually("it listens", () => existsSync(path));
    child.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);
    expect(said).toBe("");
  });

  it.skipIf(!HAS_CAPTURES)("replays a capture at the speed it is told", async () => {
    const capture = capturePath("spot/ethusdt_20240808.gz");
    const flags = ["--replay", capture, "--speed", "max"];
    const running = await start(newDirectory(), { flags });
    await eventually("the end", () => running.logged("replay_ended"), TEST_MS_MAX);
    expect(await running.audit()).toMatchObject({ holds: true });
  });
});

/** The exit code, the message of the only line of the log, and what is said beside it. */
function run(flags: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...LAUNCH, ...flags], {
    encoding: "utf8",
    env: { ...process.env, ...environment },
    timeout: TEST_MS_MAX,
  });
  const line = JSON.parse(stdout) as { readonly event: string; readonly message: string };
  expect(line.event).toBe("start_failed");
  expect(stderr).toBe("");
  return { status, said: line.message };
}

describe("a start that cannot be", { timeout: TEST_MS_MAX }, () => {
  it.each([
    [["--port", "http"], /^--port 'http': a whole number from 0 to 65535 is expected$/],
    [["--colour"], /unknown flag --colour/],
    [["surplus"], /only flags are expected/],
    [["--ephemeral", "--data-dir", "x"], /leave one of them out/],
    [["--config", "/absent/bourse.json"], /it does not exist; check the path/],
  ])("%j is refused by a sentence", (flags, message) => {
    const { status, said } = run([...flags]);
    expect(said).toMatch(message);
    expect(said).not.toMatch(/ENOENT|\n\s+at /);
    expect(status).toBe(1);
  });

  it("is refused by plain text on a terminal", () => {
    const terminal = "Object.defineProperty(process.stdout, 'isTTY', { value: true });";
    const preloaded = ["--import", `data:text/javascript,${terminal}`];
    const unlisted = ["--no-agents", "--replay", "/spot/zzzusdt_20240808.gz"];
    for (const [flags, message] of [
      [["--port", "http"], "--port 'http': a whole number from 0 to 65535 is expected"],
      [["--ephemeral", "--port", "0", ...unlisted], "is not listed in spot"],
    ] as const) {
      const argv = [...preloaded, ...LAUNCH, ...flags];
      const { status, stderr, stdout } = spawnSync(process.execPath, argv, { encoding: "utf8" });
      expect(stderr).toMatch(/^Bourse did not start: .*\n$/);
      expect(stderr).toContain(message);
      expect([status, stdout]).toEqual([1, ""]);
    }
  });

  it("names the variable of the environment that is wrong", () => {
    expect(run([], { PORT: "http" })).toEqual({
      status: 1,
      said: "PORT 'http': a whole number from 0 to 65535 is expected",
    });
    expect(run([], { BOURSE_PROT: "1" }).said).toContain("did you mean BOURSE_PORT?");
  });

  it.each([
    [
      "no such file",
      ["--replay", "/nowhere/spot/btcusdt_20240808.gz"],
      /cannot be read: check the path given with --replay/,
    ],
    ["no market", ["--replay", "/nowhere/btcusdt.gz"], /folder spot, usdm or coinm/],
    ["not listed", ["--replay", "/spot/zzzusdt_20240808.gz"], /is not listed in spot/],
    ["beyond loopback", ["--host", "0.0.0.0"], /set BOURSE_ADMIN_TOKEN first/],
    ["keys in no directory", ["--credentials", "/absent/keys.json"], /\/absent does not exist/],
    ["keys in another file", ["--credentials", import.meta.filename], /is no file of credentials/],
  ])("%s: it refuses, says why, and ends with 1", (_name, flags, message) => {
    const { status, said } = run(["--ephemeral", "--port", "0", "--no-agents", ...flags]);
    expect(said).toMatch(message);
    expect(said).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
  });

  it("refuses a data directory that another one uses, and one that is a file", async () => {
    const dataDir = newDirectory();
    const running = await start(dataDir);
    const second = run(["--data-dir", dataDir, "--port", "0"]);
    expect(second.said).toMatch(/in use|locked/);
    expect(second.status).toBe(1);
    expect((await get(running, "/health/ready")).status).toBe(200);
    const file = join(newDirectory(), "file");
    writeFileSync(file, "text");
    const third = run(["--data-dir", file, "--port", "0"]);
    expect(third.said).toMatch(/file/);
    expect(third.status).toBe(1);
    expect(readFileSync(file, "utf8")).toBe("text");
  });

  it("refuses a port that is taken", async () => {
    const running = await start(newDirectory());
    const { port } = new URL(running.address.baseUrl);
    const dataDir = join(newDirectory(), "new");
    for (const storage of [["--ephemeral"], ["--data-dir", dataDir]]) {
      const { status, said } = run([...storage, "--no-agents", "--port", port]);
      expect(said).toContain(`127.0.0.1:${port} is used by another program`);
      expect(status).toBe(1);
    }
    // Nothing was founded.
    expect(existsSync(dataDir)).toBe(false);
  });
});
