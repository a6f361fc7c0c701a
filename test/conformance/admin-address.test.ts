/** Admin API and metrics on an address of their own. */
import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { Credentials } from "../../src/main/credentials.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ExchangeProcess, QUIET_FLAGS, refusedStart } from "./support/exchange-process.ts";

const TEST_MS_MAX = 120_000;
const CLI = resolve(import.meta.dirname, "../../cli/bourse.ts");
const top = temporaryDirectory("admin-address");
const processes: ExchangeProcess[] = [];
afterAll(async () => {
  for (const running of processes) await running.kill();
  rmSync(top, { recursive: true });
});

async function start(name: string, address: string): Promise<ExchangeProcess> {
  const flags = [...QUIET_FLAGS, "--admin-listen", address];
  const running = await ExchangeProcess.start(join(top, name), { flags });
  processes.push(running);
  return running;
}

function credentialsIn(name: string): Credentials {
  return JSON.parse(readFileSync(join(top, name, "credentials.json"), "utf8")) as Credentials;
}

async function shownTime(name: string): Promise<unknown> {
  const argv = [CLI, "time", "--data-dir", join(top, name)];
  return JSON.parse((await promisify(execFile)(process.execPath, argv, { cwd: top })).stdout);
}

type Answer = { readonly status: number; readonly body: string };

/** GET at a URL, or at the path through a socket. */
async function get(url: string, path: string, token = "", more = {}): Promise<Answer> {
  const headers = { ...(token === "" ? {} : { authorization: `Bearer ${token}` }), ...more };
  const sending = url.startsWith("unix:")
    ? request({ socketPath: url.slice("unix:".length), path, headers })
    : request(`${url}${path}`, { headers });
  sending.end();
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/** Checks that the operator's routes are at `adminUrl` alone, and the clients' at `baseUrl`. */
async function expectApart({ admin, baseUrl }: Credentials): Promise<void> {
  const { token, url = "" } = admin;
  for (const path of ["/admin/v1", "/admin/v1/users", "/metrics", "/desk", "/desk/users"]) {
    expect(await get(baseUrl, path, token)).toMatchObject({ status: 404 });
    expect(await get(url, path, token)).toMatchObject({ status: 200 });
  }
  expect((await get(url, "/admin/v1/users")).status).toBe(401);
  expect((await get(url, "/metrics")).body).toContain("bourse_condition");
  for (const path of ["/api/v2/public/time", "/docs", "/", "/account"]) {
    expect(await get(baseUrl, path)).toMatchObject({ status: 200 });
    expect(await get(url, path)).toMatchObject({ status: 404 });
  }
  for (const address of [url, baseUrl]) {
    expect((await get(address, "/health/ready")).body).toContain('"ready"');
  }
}

describe("the own address of the admin API", () => {
  it("is a port that serves the operator alone", { timeout: TEST_MS_MAX }, async () => {
    const running = await start("port", "127.0.0.1:0");
    const credentials = credentialsIn("port");
    const { token, url = "" } = credentials.admin;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(url).not.toBe(credentials.baseUrl);
    expect(running.logged("ready")).toMatchObject({ adminUrl: url, url: credentials.baseUrl });
    await expectApart(credentials);
    expect((await get(url, "/metrics", token, { host: "evil.example" })).status).toBe(403);
    expect(await shownTime("port")).toHaveProperty("differenceMs");
    expect(await running.terminate()).toBe(0);
  });

  it("is a socket of its owner, removed at the stop", { timeout: TEST_MS_MAX }, async () => {
    const path = join(top, "admin.sock");
    const before = process.umask(0);
    const starting = start("socket", `unix:${relative(process.cwd(), path)}`);
    process.umask(before);
    const running = await starting;
    const credentials = credentialsIn("socket");
    expect(credentials.admin.url).toBe(`unix:${path}`);
    expect(running.logged("ready")).toMatchObject({ adminUrl: `unix:${path}` });
    expect(statSync(path).isSocket()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expectApart(credentials);
    expect(await shownTime("socket")).toHaveProperty("differenceMs");
    expect(await refusedStart(join(top, "second"), { flags: withSocket(path) })).toEqual({
      code: 1,
      message: expect.stringContaining(`unix:${path} is used by another program`),
    });
    expect(existsSync(join(top, "second"))).toBe(false);
    expect(await running.terminate()).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  it("takes the socket of a killed exchange", { timeout: TEST_MS_MAX }, async () => {
    const path = join(top, "killed.sock");
    const killed = await start("killed", `unix:${path}`);
    await killed.kill();
    expect(existsSync(path)).toBe(true);
    const again = await start("killed", `unix:${path}`);
    expect((await get(`unix:${path}`, "/health/live")).status).toBe(200);
    await again.terminate();
    // Without the flag the operator is served with the clients again.
    const shared = await ExchangeProcess.start(join(top, "killed"));
    processes.push(shared);
    expect(credentialsIn("killed").admin).not.toHaveProperty("url");
    expect((await get(shared.credentials.baseUrl, "/metrics")).status).toBe(200);
  });
});

const withSocket = (path: string): string[] => [
  ...QUIET_FLAGS,
  ...["--admin-listen", `unix:${path}`],
];

describe("an address that cannot be used", () => {
  it("is refused before anything is founded", { timeout: TEST_MS_MAX }, async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const { port } = blocker.address() as AddressInfo;
    const file = join(top, "letter.txt");
    writeFileSync(file, "");
    mkdirSync(join(top, "directory"));
    const cases: readonly (readonly [string, string])[] = [
      [`127.0.0.1:${port}`, "is used by another program; choose another address with"],
      ["192.0.2.1:9", "exposes the administrative interface: set BOURSE_ADMIN_TOKEN first"],
      [`unix:${file}`, "is a file of another kind"],
      [`unix:${join(top, "directory")}`, "is a file of another kind"],
      [`unix:${join(top, "absent", "admin.sock")}`, "its directory does not exist"],
      [`unix:/${"a".repeat(110)}`, "a path of 1 to 107 bytes is expected"],
      ["9090", "HOST:PORT or unix:PATH is expected"],
      ["127.0.0.1:70000", "HOST:PORT or unix:PATH is expected"],
    ];
    for (const [address, message] of cases) {
      const dataDir = join(top, "refused");
      const flags = [...QUIET_FLAGS, "--admin-listen", address];
      const refused = await refusedStart(dataDir, { flags });
      expect(refused).toEqual({ code: 1, message: expect.stringContaining(message) });
      expect(existsSync(dataDir)).toBe(false);
    }
    const token = { BOURSE_ADMIN_TOKEN: "a-token-of-the-operator" };
    const flags = [...QUIET_FLAGS, "--admin-listen", "192.0.2.1:9"];
    const absent = await refusedStart(join(top, "refused"), { flags, environment: token });
    expect(absent.message).toContain("http://192.0.2.1:9 is not of this machine");
    blocker.close();
    await once(blocker, "close");
  });

  it("is that of the clients under another name", { timeout: TEST_MS_MAX }, async () => {
    const port = await freePort();
    const dataDir = join(top, "one-address");
    const { address } = await lookup("localhost");
    const clients = ["--host", address, "--port", String(port)];
    const flags = [...QUIET_FLAGS, ...clients, "--admin-listen", `localhost:${port}`];
    expect(await refusedStart(dataDir, { flags })).toEqual({
      code: 1,
      message:
        `http://localhost:${port} is also the address of the clients; ` +
        "choose another address with --admin-listen",
    });
    expect(existsSync(dataDir)).toBe(false);
  });
});
