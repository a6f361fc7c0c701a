/** The TLS proxy of `ops/proxy` in front of an exchange. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join, resolve } from "node:path";
import { json, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { UserCredentials } from "../../src/main/credentials.ts";
import { adminAnswer } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { signedHeaders } from "../support/signed-headers.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ExchangeProcess, QUIET_FLAGS } from "./support/exchange-process.ts";

const NAME = "exchange.example.com";
const CONF = readFileSync(resolve(import.meta.dirname, "../../ops/proxy/bourse.conf"), "utf8");
const HAS_PROXY = spawnSync("nginx", ["-v"]).status === 0;
const HAS_OPENSSL = spawnSync("openssl", ["version"]).status === 0;
const ACCOUNT = "/api/v2/spot/account/info";

const top = temporaryDirectory("proxy");
let proxy: ChildProcess | undefined;
let exchange: ExchangeProcess;
let port = 0;
let certificate = "";

/** Starts nginx with the documented file; only addresses and paths are those of the test. */
async function startProxy(upstreamPort: number): Promise<void> {
  port = await freePort();
  const [key, cert] = [join(top, "key.pem"), join(top, "cert.pem")];
  const subject = ["-subj", `/CN=${NAME}`, "-addext", `subjectAltName=DNS:${NAME}`];
  const kind = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  execFileSync("openssl", [...kind, "-keyout", key, "-out", cert, ...subject], { stdio: "ignore" });
  certificate = readFileSync(cert, "utf8");
  const own = CONF.replace("127.0.0.1:8080", `127.0.0.1:${upstreamPort}`)
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("/etc/bourse/tls/fullchain.pem", cert)
    .replace("/etc/bourse/tls/privkey.pem", key);
  writeFileSync(join(top, "bourse.conf"), own);
  mkdirSync(join(top, "temp"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(top, "temp", name)};`,
  );
  const main = [
    `pid ${join(top, "nginx.pid")};`,
    "daemon off;",
    "error_log stderr;",
    "events {}",
    `http { access_log off; ${temporary.join(" ")} include ${join(top, "bourse.conf")}; }`,
  ];
  writeFileSync(join(top, "nginx.conf"), main.join("\n"));
  const argv = ["-p", top, "-c", join(top, "nginx.conf"), "-e", "stderr"];
  proxy = spawn("nginx", argv, { stdio: ["ignore", "ignore", "inherit"] });
  const isUp = async (): Promise<boolean> =>
    send("GET", "/health/live").then(
      ({ statusCode }) => statusCode === 200,
      () => false,
    );
  await eventually("the proxy serves", isUp, 10_000);
}

type Headers = Readonly<Record<string, string>>;

async function send(
  method: "GET" | "POST",
  path: string,
  headers: Headers = {},
  body = "",
): Promise<IncomingMessage> {
  const tls = { ca: certificate, servername: NAME };
  const asked = request({
    ...{ host: "127.0.0.1", port, method, path, ...tls },
    headers: { host: NAME, ...headers },
  });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response;
}

type Key = Pick<UserCredentials, "apiKey" | "secret" | "passphrase">;

/** A key of the classic user that is valid from the given addresses. */
function keyFrom(...ipList: readonly string[]): Promise<Key> {
  const { uid } = exchange.credentials.users.find(({ name }) => name === "classic") ?? {};
  const path = `/users/${uid}/keys`;
  return adminAnswer<Key>(exchange.credentials, "POST", path, { ipList });
}

async function accountCode(key: Key, more: Headers = {}): Promise<unknown> {
  const headers = signedHeaders(key, { method: "GET", path: ACCOUNT, body: "" });
  const response = await send("GET", ACCOUNT, { ...headers, ...more });
  return ((await json(response)) as { code: unknown }).code;
}

describe.skipIf(!HAS_PROXY || !HAS_OPENSSL)("TLS by nginx (skipped without nginx, openssl)", () => {
  beforeAll(async () => {
    const proxied = ["--trusted-proxies", "127.0.0.1", "--allowed-hosts", NAME];
    exchange = await ExchangeProcess.start(join(top, "data"), {
      flags: [...QUIET_FLAGS, ...proxied],
    });
    await startProxy(Number(new URL(exchange.credentials.baseUrl).port));
  });
  afterAll(async () => {
    const ended = proxy && once(proxy, "exit");
    proxy?.kill("SIGTERM");
    await ended;
    await exchange?.kill();
    rmSync(top, { recursive: true });
  });

  it("serves public requests, and gives each an id that the exchange returns", async () => {
    const given = { "x-request-id": "chosen-by-the-client" };
    const response = await send("GET", "/api/v2/public/time", given);
    expect(await json(response)).toMatchObject({ code: "00000" });
    expect(response.headers["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("passes signed requests unchanged, with encoded characters and bodies", async () => {
    const key = await keyFrom();
    expect(await accountCode(key)).toBe("00000");
    const path = "/api/v2/spot/trade/unfilled-orders?symbol=BTCUSDT&clientOid=a%2Fb%20c";
    const query = await send("GET", path, signedHeaders(key, { method: "GET", path, body: "" }));
    expect(await json(query)).toMatchObject({ code: expect.not.stringMatching("40009") });
    const place = "/api/v2/spot/trade/place-order";
    const terms = { symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" };
    const body = JSON.stringify({ ...terms, price: "20000", size: "0.001" });
    const headers = signedHeaders(key, { method: "POST", path: place, body });
    const placed = await send("POST", place, headers, body);
    expect(await json(placed)).toMatchObject({ code: "00000" });
    expect(placed.headers["x-bourse-seq"]).toMatch(/^\d+$/);
  });

  it("lets the exchange see the client's address, which the client cannot choose", async () => {
    const [own, other] = [await keyFrom("127.0.0.1"), await keyFrom("10.9.9.9")];
    expect(await accountCode(own)).toBe("00000");
    const refused = await accountCode(other);
    expect(refused).not.toBe("00000");
    expect(await accountCode(other, { "x-forwarded-for": "10.9.9.9" })).toBe(refused);
    expect(await accountCode(own, { "x-forwarded-for": "10.9.9.9" })).toBe("00000");
  });

  it("keeps the operator's routes to itself", async () => {
    const authorization = `Bearer ${exchange.credentials.admin.token}`;
    for (const path of ["/admin/v1", "/admin/v1/users", "//admin/v1", "/%61dmin/v1", "/metrics"]) {
      const response = await send("GET", path, { authorization });
      expect({ path, status: response.statusCode }).toEqual({ path, status: 404 });
      expect(await text(response)).not.toContain("bourse_");
    }
  });

  it("passes WebSockets", async () => {
    const tls = { ca: certificate, servername: NAME };
    const options = { ...tls, headers: { host: NAME } };
    const socket = new WebSocket(`wss://127.0.0.1:${port}/v2/ws/public`, options);
    await once(socket, "open");
    const argument = { instType: "SPOT", channel: "books5", instId: "BTCUSDT" };
    socket.send(JSON.stringify({ op: "subscribe", args: [argument] }));
    const [message] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(message.toString())).toEqual({ event: "subscribe", arg: argument });
    socket.send("ping");
    await eventually("it answers a ping", async () => {
      const [answer] = (await once(socket, "message")) as [Buffer];
      return answer.toString() === "pong";
    });
    socket.close();
    await once(socket, "close");
  });
});
