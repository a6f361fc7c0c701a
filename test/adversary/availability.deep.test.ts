/**
 * Anonymous clients and heavy users against a running exchange: what they send is served within
 * their own budgets, and each request of a user with a key is answered all the while. Counts are
 * exact. Times depend on the machine and are printed; only medians far from all that was measured
 * fail.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { type FloodKind, FloodProcess } from "./support/flood-process.ts";
import { type Answer, HonestClient, percentile } from "./support/honest-client.ts";

/** Requests that are measured in each situation. */
const SAMPLES = 25;
/** From one answer to the next request, whatever is late: below the limit of ten a second. */
const PACE_MS = 120;
/**
 * Of cancels, and of answers of health: more than a hundred times what a quiet machine prints.
 * Other work on the machine stops a few of them for long, but not half of them.
 */
const MEDIAN_MS_MAX = 1_000;
const HEAP_GROWTH_BYTES_MAX = 200 * 1024 * 1024;

const dataDirs: string[] = [];
const floods: FloodProcess[] = [];

async function startExchange(flags: readonly string[]): Promise<ExchangeProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "bourse-availability-"));
  dataDirs.push(dataDir);
  return ExchangeProcess.start(dataDir, { flags: ["--no-agents", ...flags] });
}

function keyOf(exchange: ExchangeProcess, name: string) {
  const key = exchange.credentials.users.find((user) => user.name === name);
  if (key === undefined) throw new RangeError(`a first user, got ${name}`);
  return key;
}

function flood(kind: FloodKind, exchange: ExchangeProcess, name?: string): FloodProcess {
  const key = name === undefined ? undefined : keyOf(exchange, name);
  const made = new FloodProcess(kind, exchange.credentials.baseUrl, key);
  floods.push(made);
  return made;
}

/** Answers of one situation, in the order of the requests. */
type Measured = { readonly cancels: readonly Answer[]; readonly healths: readonly Answer[] };

/** Cancels and health answers, one pair after the other with a pause in between. */
async function measure(client: HonestClient): Promise<Measured> {
  const cancels: Answer[] = [];
  const healths: Answer[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const dueAtMs = performance.now() + PACE_MS;
    await eventually("the next one is due", () => performance.now() >= dueAtMs);
    healths.push(await client.health());
    cancels.push(await client.cancel());
  }
  return { cancels, healths };
}

/** Median of the times that the answers took, in ms; the slowest of them is printed too. */
function medianOf(what: string, answers: readonly Answer[]): number {
  const took = answers.map(({ tookMs }) => tookMs);
  const median = percentile(took, 0.5);
  console.info(`${what}: median ${median.toFixed(1)} ms, most ${percentile(took, 1).toFixed(1)}`);
  return median;
}

function expectServed(what: string, { cancels, healths }: Measured): void {
  // The order does not exist, which only the core can know: each cancel went the whole way.
  expect(cancels.map(({ code }) => code)).toEqual(Array(SAMPLES).fill("43001"));
  expect(healths.map(({ status }) => status)).toEqual(Array(SAMPLES).fill(200));
  expect(medianOf(`cancels beside ${what}`, cancels)).toBeLessThan(MEDIAN_MS_MAX);
  expect(medianOf(`health beside ${what}`, healths)).toBeLessThan(MEDIAN_MS_MAX);
}

async function metric(exchange: ExchangeProcess, name: string): Promise<number> {
  return eventually("the metrics are served", async () => {
    const answer = await fetch(`${exchange.credentials.baseUrl}/metrics`);
    const text = await answer.text();
    const value = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
    return answer.status === 200 && value !== undefined ? Number(value) : undefined;
  });
}

afterEach(async () => {
  for (const one of floods.splice(0)) await one.stop();
});

describe("anonymous clients", () => {
  let exchange: ExchangeProcess;
  let client: HonestClient;
  let heapBefore: number;

  beforeAll(async () => {
    exchange = await startExchange(["--rate-limits", "exact"]);
    client = new HonestClient(exchange.credentials.baseUrl, keyOf(exchange, "classic"));
    await client.assets();
    expectServed("nobody", await measure(client));
    heapBefore = await metric(exchange, "nodejs_heap_size_used_bytes");
  });

  afterAll(async () => {
    client?.close();
    await exchange?.kill();
    for (const dataDir of dataDirs.splice(0)) rmSync(dataDir, { recursive: true });
  });

  it("pipelining hundreds of requests for metrics slow nobody down", async () => {
    const pages = flood("pages", exchange);
    await pages.reached("429", 1_000);
    expectServed("pages", await measure(client));
    // Twenty a second are served, however many are asked for.
    expect(pages.count("200")).toBeLessThan(pages.count("429"));
  });

  it("who use up the budget of an address leave users behind it theirs", async () => {
    const anonymous = flood("anonymous", exchange);
    await anonymous.reached("sent", 7_000);
    const answer = await fetch(`${exchange.credentials.baseUrl}/api/v2/public/time`);
    expect([answer.status, Number(answer.headers.get("retry-after")) > 200]).toEqual([429, true]);
    expectServed("anonymous", await measure(client));
    expect((await client.assets()).code).toBe("00000");
    expect(anonymous.count("200")).toBeLessThanOrEqual(6_000);
  });

  it("with 1,000 idle, 200 slow and 200 pipelining connections shut nobody out", async () => {
    const connections = flood("connections", exchange);
    await connections.reached("idle", 1_000);
    await connections.reached("429", 1_000);
    expectServed("connections", await measure(client));
    const fresh = new HonestClient(exchange.credentials.baseUrl, keyOf(exchange, "classic"));
    expect((await fresh.assets()).code).toBe("00000");
    fresh.close();
  });

  it("leave no memory behind", async () => {
    await eventually("the heap is near what it was", async () => {
      const used = await metric(exchange, "nodejs_heap_size_used_bytes");
      return used < heapBefore + HEAP_GROWTH_BYTES_MAX;
    });
  });

  it("cannot use a name of their own for the exchange's address", async () => {
    const { baseUrl, ws } = exchange.credentials;
    const { port } = new URL(baseUrl);
    const statusOf = (path: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(`${baseUrl}${path}`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on("error", reject)
          .end();
      });
    for (const path of ["/health/live", "/docs", "/admin/v1/audit", "/api/v2/public/time"]) {
      expect([path, await statusOf(path, `evil.example:${port}`)]).toEqual([path, 403]);
    }
    for (const host of [`localhost:${port}`, "127.0.0.1", `[::1]:${port}`]) {
      expect([host, await statusOf("/health/live", host)]).toEqual([host, 200]);
    }
    const upgrade = (host: string) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(ws.v2Public, { headers: { host } });
        socket.on("open", () => resolve("open"));
        socket.on("error", ({ message }) => resolve(message));
        socket.on("close", () => undefined);
      });
    expect(await upgrade("evil.example")).toContain("403");
    expect(await upgrade(`localhost:${port}`)).toBe("open");
  });

  it("who never finish a request do not keep the exchange from ending", async () => {
    const { port } = new URL(exchange.credentials.baseUrl);
    for (const bytes of ["", "GET /api", "POST /api/v2/x HTTP/1.1\r\nHost: localhost\r\n"]) {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
      socket.on("error", () => undefined);
      await eventually("it is connected", () => socket.readyState === "open");
    }
    expect(await exchange.terminate()).toBe(0);
    expect(exchange.logged("stop_failed")).toBeUndefined();
  });
});

describe("a user who sends batches without end", () => {
  let exchange: ExchangeProcess;
  let client: HonestClient;

  beforeAll(async () => {
    exchange = await startExchange(["--rate-limits", "off"]);
    client = new HonestClient(exchange.credentials.baseUrl, keyOf(exchange, "classic"));
    await client.assets();
  });

  afterAll(async () => {
    client?.close();
    await exchange?.kill();
    for (const dataDir of dataDirs.splice(0)) rmSync(dataDir, { recursive: true });
  });

  it("is slowed down, and the orders of others are not", async () => {
    const heavy = flood("batches", exchange, "unified");
    await heavy.reached("answered", 100);
    const seqBefore = await metric(exchange, "bourse_applied_seq");
    expectServed("batches", await measure(client));
    const commands = (await metric(exchange, "bourse_applied_seq")) - seqBefore;
    expect(commands).toBeGreaterThan(10 * SAMPLES);
    expect(heavy.count("closed")).toBe(0);
    await heavy.stop();
    expect(await exchange.audit()).toMatchObject({ holds: true });
  });
});
