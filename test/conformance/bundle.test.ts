/** The exchange's bundle: one scope for the core, recorded results, and a server with its threads. */
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOrFault } from "../../cli/bundle/bundles.mjs";
import type * as Buffers from "../../src/core/events/event-buffer.ts";
import type * as Exchange from "../../src/core/exchange.ts";
import type * as States from "../../src/core/state.ts";
import type * as Encoding from "../../src/core/state-encoding.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import type { SnapshotPlace } from "../../src/journal/replayed-snapshot.ts";
import { SnapshotStore } from "../../src/journal/snapshot-store.ts";
import type { SnapshotAudit } from "../../src/main/audit/audit-thread.ts";
import type { MadeSnapshot } from "../../src/sequencer/snapshot-schedule.ts";
import { digestOf } from "../simulation/checked-core.ts";
import { readCommandList } from "../simulation/command-list.ts";
import { withoutGaps } from "../simulation/shrink.ts";
import { eventually } from "../support/eventually.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const TEST_MS_MAX = 120_000;
const ROOT = resolve(import.meta.dirname, "../..");
const START = join(ROOT, "src/main/start.ts");
const JOURNALS = join(ROOT, "test/golden/journals");

let bundle = "";
beforeAll(async () => {
  const made = await bundleOrFault(ROOT, "exchange");
  if (made.bundle === undefined) throw new Error(made.fault);
  bundle = made.bundle;
}, TEST_MS_MAX);

/** Runs a thread of the bundle until its first message. */
async function answered<T>(thread: string, workerData: unknown): Promise<T> {
  const worker = new Worker(join(bundle, `${thread}.mjs`), { workerData });
  const [answer] = (await once(worker, "message")) as [T];
  await worker.terminate();
  return answer;
}

/** The files of the bundle that run, by name. */
const chunks = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(bundle)
      .filter((name) => name.endsWith(".mjs"))
      .map((name) => [name, readFileSync(join(bundle, name), "utf8")]),
  );

function sourcesOf(name: string): readonly string[] {
  try {
    const map = JSON.parse(readFileSync(join(bundle, `${name}.map`), "utf8")) as {
      sources: readonly string[];
    };
    return map.sources;
  } catch {
    return [];
  }
}

describe("the bundle", () => {
  it("holds the whole core in one file that imports no other, for all threads", () => {
    const names = [...chunks().keys()];
    const cores = names.filter((name) =>
      sourcesOf(name).some((source) => source.includes("/src/core/")),
    );
    expect(cores).toEqual([expect.stringMatching(/^core-/)]);
    const [core = ""] = cores;
    expect(sourcesOf(core).filter((source) => !source.includes("/src/core/"))).toEqual([]);
    expect(chunks().get(core)).not.toMatch(/^import |\bimport\(/m);
    for (const thread of ["history", "snapshot", "audit", "what-if"]) {
      expect(chunks().get(`${thread}-thread.mjs`)).toContain(`"./${core}"`);
    }
  });

  it("runs nothing of the sources, and has a file for each thread", () => {
    for (const [name, text] of chunks()) {
      expect({ name, imports: text.match(/(?:from|import) ?\(?"[^"]*\.ts"/) }).toEqual({
        name,
        imports: null,
      });
      const threads = [
        ...text.matchAll(/new URL\("\.\/([\w-]+-thread\.mjs)", import\.meta\.url\)/g),
      ];
      for (const [, file = ""] of threads) expect([...chunks().keys()]).toContain(file);
    }
    const threads = [...chunks().keys()].filter((name) => name.endsWith("-thread.mjs")).sort();
    const started = readdirSync(join(ROOT, "src/main"), { recursive: true })
      .map(String)
      .filter((path) => path.endsWith("-thread.ts") && !path.includes("start-"))
      .map((path) => path.replace(/^.*\//, "").replace(".ts", ".mjs"));
    expect(threads).toEqual(expect.arrayContaining(started.sort()));
  });
});

describe("the core of the bundle", () => {
  it.for(readdirSync(JOURNALS).filter((name) => name.endsWith(".json")))(
    "leads %s to its recorded state",
    async (name) => {
      const load = (part: string): Promise<unknown> =>
        import(pathToFileURL(join(bundle, `core/${part}.mjs`)).href);
      const { apply } = (await load("exchange")) as typeof Exchange;
      const { createState } = (await load("state")) as typeof States;
      const { EventBuffer } = (await load("events/event-buffer")) as typeof Buffers;
      const { encodeState } = (await load("state-encoding")) as typeof Encoding;
      const { commands, stateHash } = readCommandList(readFileSync(join(JOURNALS, name), "utf8"));
      const state = createState();
      const events = new EventBuffer();
      for (const command of withoutGaps(commands)) {
        apply(state, command, events);
        events.clear();
      }
      expect(digestOf(encodeState(state))).toBe(stateHash);
    },
  );
});

describe("a server of the bundle", { timeout: TEST_MS_MAX }, () => {
  const dataDir = temporaryDirectory("bundle");
  let server: ExchangeProcess;
  const page = async (path: string): Promise<string> => {
    const response = await fetch(`${server.address.baseUrl}${path}`);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    return response.text();
  };

  beforeAll(async () => {
    server = await ExchangeProcess.start(dataDir);
  }, TEST_MS_MAX);
  afterAll(async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true });
  });

  it("is ready without saying that it runs the sources", () => {
    expect(server.logged("ready")).toBeDefined();
    expect(server.logged("unbundled")).toBeUndefined();
  });

  it("answers REST, its documents, the terminal, and WebSocket", async () => {
    expect(await page("/api/v2/spot/public/symbols?symbol=BTCUSDT")).toContain('"BTCUSDT"');
    expect(await page("/docs")).toContain("<html");
    expect(await page("/")).toContain("<html");
    const socket = new WebSocket(`${server.address.socketUrl}/v2/ws/public`);
    const arg = { instType: "SPOT", channel: "books5", instId: "BTCUSDT" };
    const said: string[] = [];
    socket.addEventListener("message", ({ data }) => said.push(String(data)));
    await eventually("an open connection", () => socket.readyState === WebSocket.OPEN);
    socket.send(JSON.stringify({ op: "subscribe", args: [arg] }));
    await eventually("a picture of the book", () => said.some((text) => text.includes('"asks"')));
    socket.close();
  });

  it("computes effects and keeps the history on threads", async () => {
    const effect = await server.adminAnswer<{ liquidatedUsers: number }>("POST", "/what-if", {
      moves: [{ percent: "-30" }],
    });
    expect(effect.liquidatedUsers).toBe(0);
    await eventually("the history has every command", async () =>
      (await page("/metrics")).includes("\nbourse_history_lag_commands 0\n"),
    );
  });

  it("ends by a signal, and its threads make and audit the snapshot that it wrote", async () => {
    expect(await server.terminate()).toBe(0);
    const log = new FileCommandLog({ directory: join(dataDir, "journal") });
    await log.open();
    const snapshotDirectory = join(dataDir, "snapshots");
    const store = new SnapshotStore({ directory: snapshotDirectory });
    const [seq = 0] = await store.list();
    const written = await store.read(seq);
    const place: SnapshotPlace = {
      journalDirectory: join(dataDir, "journal"),
      snapshotDirectory: join(dataDir, "none"),
      firstSeq: 1,
      end: { ...log.durableEnd, seq },
      journalHash: written.journalHash,
    };
    const made = await answered<MadeSnapshot>("snapshot-thread", place);
    await log.close();
    expect(Buffer.compare(made.snapshot.state, written.state)).toBe(0);
    const audited = await answered<SnapshotAudit>("audit-thread", {
      snapshotDirectory,
      afterSeq: 0,
    });
    expect(audited?.report.holds).toBe(true);
  });

  it("starts again from what it wrote, and checks the files on a thread", async () => {
    server = await ExchangeProcess.start(dataDir);
    expect(server.logged("ready")).toMatchObject({ commandsReplayed: 0 });
    expect((await server.audit()).holds).toBe(true);
    await eventually("a report of the file check", async () =>
      /\nbourse_checked_files\{kind="snapshot",state="good"\} [1-9]/.test(await page("/metrics")),
    );
  });
});

describe("a server of the sources", { timeout: TEST_MS_MAX }, () => {
  it("logs the reason that the launcher gives", async () => {
    const folder = temporaryDirectory("unbundled");
    const script = join(folder, "start.mjs");
    const url = `${pathToFileURL(START).href}?${new URLSearchParams({ unbundled: "no disk & co" })}`;
    writeFileSync(script, `await import(${JSON.stringify(url)});`);
    const server = await ExchangeProcess.start(join(folder, "data"), { script: [script] });
    try {
      expect(server.logged("unbundled")).toMatchObject({
        level: "warn",
        message: "runs from its sources, which is slower: no disk & co",
      });
    } finally {
      await server.kill();
      rmSync(folder, { recursive: true });
    }
  });
});
