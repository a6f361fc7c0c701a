/** SIGTERM and SIGINT end the exchange within five seconds, whatever clients and disks do. */
import {
  type ChildProcess,
  execFileSync,
  type StdioOptions,
  spawn,
  spawnSync,
} from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOLDER_FILE } from "../../src/journal/directory-lock.ts";
import { DURABLE_END_FILE } from "../../src/journal/journal-end.ts";
import { ExchangeProcess, LAUNCH } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { blockPool, setFaults, startFaulty } from "./support/faulty-exchange.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { cancelled, restingOrder } from "./support/signed-request.ts";

/** Five seconds, and what a loaded machine takes to notice. */
const STOP_MS_MAX = 7_000;
const CUT_SHORT = 75;

let dataDir = "";
let running: ExchangeProcess | undefined;
const sockets: Socket[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-stopping-"));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await running?.kill();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends `text` and reads no answer. */
async function holdOpen(exchange: ExchangeProcess, text: string): Promise<Socket> {
  const { hostname, port } = new URL(exchange.address.baseUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.push(socket);
  socket.on("error", () => undefined).pause();
  await once(socket, "connect");
  await new Promise((done) => socket.write(text, done));
  return socket;
}

function upgrade(path: string): string {
  const key = "dGhlIHNhbXBsZSBub25jZQ==";
  const headers = `Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
  return `GET ${path} HTTP/1.1\r\n${headers}Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`;
}

type Ended = { readonly code: unknown; readonly tookMs: number };

async function ended(end: Promise<unknown>): Promise<Ended> {
  const startedMs = performance.now();
  const code = await end;
  return { code, tookMs: performance.now() - startedMs };
}

function snapshots(): string[] {
  return readdirSync(join(dataDir, "snapshots")).filter((name) => name.endsWith(".snap"));
}

describe("a stop while clients hold connections", () => {
  it("cuts them, writes a snapshot and ends with 0", async () => {
    running = await ExchangeProcess.start(dataDir);
    await restingOrder(running);
    const head = "POST /api/v2/spot/trade/place-order HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    await holdOpen(running, "");
    await holdOpen(running, "GET /api/v2/public/time HT");
    await holdOpen(running, `${head}content-length: 100\r\n\r\n{"half":`);
    await holdOpen(running, "GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    await holdOpen(running, upgrade("/v2/ws/public"));
    await holdOpen(running, upgrade("/no/such/path"));
    const { code, tookMs } = await ended(running.terminate());
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(STOP_MS_MAX);
    expect(snapshots()).toHaveLength(1);
    expect(running.logged("stop_cut_short")).toBeUndefined();
  });
});

describe("a stop while a write of the journal hangs", () => {
  async function hanging(): Promise<ExchangeProcess> {
    const exchange = await startFaulty(dataDir);
    running = exchange;
    const pipe = join(dataDir, "journal", "pipe");
    execFileSync("mkfifo", [pipe]);
    // A call that never returns, as a write to a disk that hangs: the process cannot wait for it.
    await blockPool(exchange, pipe);
    await setFaults(exchange, [{ operation: "write", path: ".segment", fault: "hang" }]);
    restingOrder(exchange).catch(() => undefined);
    // Many times what a write takes.
    for (let round = 0; round < 100; round++)
      await fetch(`${exchange.address.baseUrl}/health/live`);
    return exchange;
  }

  it("ends at its deadline with 75 and names step and directory", async () => {
    const exchange = await hanging();
    const { code, tookMs } = await ended(exchange.terminate());
    expect(code).toBe(CUT_SHORT);
    expect(tookMs).toBeLessThan(STOP_MS_MAX);
    const message = exchange.logged("stop_cut_short")?.["message"];
    expect(message).toContain(join(dataDir, "journal"));
    const situation = "a stop while writes of the journal hang";
    expectLogged(exchange, { situation, event: "stop_cut_short" }, dataDir);
  });

  it("ends at once at a second signal, which Ctrl-C under npm does not give", async () => {
    const exchange = await hanging();
    const end = ended(exchange.terminate());
    await eventually("it stops", () => exchange.logged("stopping"));
    process.kill(exchange.pid, "SIGINT");
    const heardMs = performance.now();
    await eventually("a second has passed", () => performance.now() - heardMs > 1_100);
    expect(exchange.ended).toBeUndefined();
    process.kill(exchange.pid, "SIGTERM");
    expect((await end).code).toBe(CUT_SHORT);
    expect(exchange.logged("stop_cut_short")?.["message"]).toContain("second SIGTERM");
  });
});

describe("a stop on a disk that fails", () => {
  it("ends with 1 when the journal cannot be closed, and nothing is lost", async () => {
    const exchange = await startFaulty(dataDir);
    running = exchange;
    const id = await restingOrder(exchange);
    await setFaults(exchange, [{ operation: "close", path: ".segment", fault: "EIO" }]);
    const { code, tookMs } = await ended(exchange.terminate());
    expect([code, exchange.ended]).toEqual([1, 1]);
    expect(tookMs).toBeLessThan(STOP_MS_MAX);
    const situation = "a file of the journal cannot be closed (EIO)";
    expectLogged(exchange, { situation, event: "stop_failed" }, dataDir);
    running = await ExchangeProcess.start(dataDir);
    expect(await running.audit()).toMatchObject({ holds: true });
    await cancelled(running, id);
  });

  it("is cut short when the record of the journal's end hangs, and says so", async () => {
    const exchange = await startFaulty(dataDir);
    running = exchange;
    const id = await restingOrder(exchange);
    await setFaults(exchange, [{ operation: "fsync", path: DURABLE_END_FILE, fault: "hang" }]);
    const { code, tookMs } = await ended(exchange.terminate());
    expect(code).toBe(CUT_SHORT);
    expect(tookMs).toBeLessThan(STOP_MS_MAX);
    expect(exchange.logged("stop_cut_short")?.["message"]).toContain(DURABLE_END_FILE);
    const situation = "a stop while the record of the journal's end hangs";
    expectLogged(exchange, { situation, event: "stop_cut_short" }, dataDir);
    expect(snapshots()).toHaveLength(1);
    running = await ExchangeProcess.start(dataDir);
    await cancelled(running, id);
  });
});

describe("a signal during the start", () => {
  it("ends it with 0, without ever saying that it is ready", async () => {
    mkdirSync(dataDir, { recursive: true });
    // The start waits some seconds for a history that does not open.
    execFileSync("mkfifo", [join(dataDir, "history.sqlite")]);
    const argv = [...LAUNCH, "--no-agents", "--port", "0", "--data-dir", dataDir];
    const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    await eventually("the start has begun", () => existsSync(join(dataDir, "journal")));
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    const { code, tookMs } = await ended(exit.then(([value]) => value));
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(STOP_MS_MAX);
    expect(lines.some((line) => line.includes('"ready"'))).toBe(false);
    expect(lines.some((line) => line.includes('"stopping"'))).toBe(true);
  });
});

/** Gives processes ids of their own, as in a container. */
const NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"] as const;
const canUnshare =
  process.getuid?.() === 0 && spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), "true"]).status === 0;

/** Runs `npm start` in a process group of its own until it is ready. */
async function npmStart(through: readonly string[] = []): Promise<{
  readonly pid: number;
  readonly exit: Promise<unknown>;
  readonly lines: readonly string[];
}> {
  const npm = ["npm", "start", "--", "--no-agents", "--port", "0", "--data-dir", dataDir];
  const [program = "", ...argv] = [...through, ...npm];
  const cwd = new URL("../..", import.meta.url).pathname;
  const stdio: StdioOptions = ["ignore", "pipe", "ignore"];
  const child = spawn(program, argv, { cwd, stdio, detached: true });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout as Readable }).on("line", (line) => lines.push(line));
  await eventually("it is ready", () => lines.some((line) => line.includes('"ready"')));
  const exit = once(child, "exit").then(([code]) => code);
  return { pid: child.pid as number, exit, lines };
}

async function expectCleanStop({ exit, lines, pid }: Awaited<ReturnType<typeof npmStart>>) {
  const { code, tookMs } = await ended(exit);
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(STOP_MS_MAX);
  expect(snapshots()).toHaveLength(1);
  expect(lines.some((line) => line.includes('"stopping"'))).toBe(true);
  expect(lines.some((line) => line.includes("stop_cut_short"))).toBe(false);
  expect(existsSync(join(dataDir, HOLDER_FILE))).toBe(false);
  expect(() => process.kill(-pid, 0)).toThrow("ESRCH");
}

describe("npm start", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "passes %s on, ends with 0 and leaves neither process nor lock",
    async (signal) => {
      const started = await npmStart();
      // A terminal sends SIGINT to the whole group, a supervisor SIGTERM to npm alone.
      process.kill(signal === "SIGINT" ? -started.pid : started.pid, signal);
      await expectCleanStop(started);
    },
  );

  it.skipIf(!canUnshare)("stops as cleanly where npm is process 1 of a container", async () => {
    const started = await npmStart(NAMESPACE);
    const path = `/proc/${started.pid}/task/${started.pid}/children`;
    process.kill(Number(readFileSync(path, "utf8").trim()), "SIGTERM");
    await expectCleanStop(started);
  });
});
