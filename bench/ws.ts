/**
 * `bench ws`: v3 place-order over WebSocket, singly and in batches of 20, each acknowledged after
 * the flush of its batch; and in the same run, slice by slice, the `ws` library echoing the same
 * messages. At the end the exchange is killed with SIGKILL and its journal replayed: every order
 * that was acknowledged must be there.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EventReader } from "../src/core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../src/core/events/event-layout.ts";
import { FileCommandLog } from "../src/journal/file-command-log.ts";
import { recover } from "../src/journal/recovery.ts";
import { CORE_CODEC, CoreMachine } from "../src/main/core-machine.ts";
import { idOfWire } from "../src/wire/ids.ts";
import { Child } from "./support/child.ts";
import { Histogram, median, rounded } from "./support/histogram.ts";
import { cpuMicros } from "./support/machine.ts";
import { FLOW_MIX, OrderFlow, Signer } from "./support/order-flow.ts";
import { nextText, RawWebSocket } from "./support/raw-websocket.ts";
import { atLeast, type BenchResult, type Check, check, progress } from "./support/report.ts";
import { BenchServer } from "./support/server.ts";

const ECHO = new URL("echo-websocket.ts", import.meta.url).pathname;
const BATCH = 20;
const ORDER_ID = Buffer.from('"orderId":"');
const ORDER_ID_DIGITS = 19;
const ACCEPTED = eventLayout("order_accepted");

/** Ids of acknowledged orders. */
class Acknowledged {
  #ids = new Float64Array(1 << 20);
  count = 0;
  refused = 0;
  firstRefusal = "";

  /** Takes all ids of an answer that is expected to tell of `expected` orders. */
  take(payload: Buffer, expected: number): void {
    let found = 0;
    let at = payload.indexOf(ORDER_ID);
    while (at >= 0) {
      const from = at + ORDER_ID.length;
      const id = idOfWire(payload.toString("latin1", from, from + ORDER_ID_DIGITS));
      if (id !== undefined) {
        found += 1;
        this.#add(id);
      }
      at = payload.indexOf(ORDER_ID, from);
    }
    if (found === expected) return;
    this.refused += expected - found;
    if (this.firstRefusal === "") this.firstRefusal = payload.toString("utf8", 0, 300);
  }

  #add(id: number): void {
    if (this.count === this.#ids.length) {
      const next = new Float64Array(this.#ids.length * 2);
      next.set(this.#ids);
      this.#ids = next;
    }
    this.#ids[this.count++] = id;
  }

  ids(): Float64Array {
    return this.#ids.subarray(0, this.count);
  }
}

type Slice = {
  readonly orders: number;
  readonly ms: number;
  /** Processor time of the server in all threads, and in its main thread. */
  readonly cpuMicros: number;
  readonly mainMicros: number;
  /** Processor time of the load generator. */
  readonly clientMicros: number;
};

/** Connections that keep a number of messages under way. */
class Load {
  readonly #child: Child;
  readonly #connections: readonly RawWebSocket[];
  readonly #message: () => string;
  readonly #ordersPerMessage: number;
  readonly #onAnswer: (payload: Buffer) => void;
  readonly micros = new Histogram();

  constructor(options: {
    readonly child: Child;
    readonly connections: readonly RawWebSocket[];
    readonly message: () => string;
    readonly ordersPerMessage: number;
    readonly onAnswer: (payload: Buffer) => void;
  }) {
    this.#child = options.child;
    this.#connections = options.connections;
    this.#message = options.message;
    this.#ordersPerMessage = options.ordersPerMessage;
    this.#onAnswer = options.onAnswer;
  }

  async slice(ms: number, inFlight: number): Promise<Slice> {
    const cpu = this.#child.cpuMicros();
    const main = this.#child.mainMicros();
    const client = process.cpuUsage();
    const startedMs = performance.now();
    const each = Math.max(1, Math.round(inFlight / this.#connections.length));
    const counts = await Promise.all(
      this.#connections.map((connection) => this.#drive(connection, startedMs + ms, each)),
    );
    const answers = counts.reduce((sum, count) => sum + count, 0);
    return {
      orders: answers * this.#ordersPerMessage,
      ms: performance.now() - startedMs,
      cpuMicros: this.#child.cpuMicros() - cpu,
      mainMicros: this.#child.mainMicros() - main,
      clientMicros: cpuMicros(client),
    };
  }

  /** Answers come in the order of the messages of a connection, so sending times are a queue. */
  #drive(connection: RawWebSocket, endMs: number, inFlight: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const sentMs: number[] = [];
      let next = 0;
      const send = (): void => {
        sentMs.push(performance.now());
        connection.send(this.#message());
      };
      connection.onClose = (reason) => reject(new Error(reason));
      connection.onText = (payload) => {
        const now = performance.now();
        this.micros.add((now - (sentMs[next++] ?? now)) * 1e3);
        this.#onAnswer(payload);
        if (now < endMs) send();
        else if (next === sentMs.length) resolve(next);
      };
      for (let count = 0; count < inFlight; count++) send();
    });
  }
}

function speedOf(slices: readonly Slice[], load: Load) {
  const sumOf = (part: keyof Slice): number => slices.reduce((sum, slice) => sum + slice[part], 0);
  const orders = sumOf("orders");
  return {
    perSecond: Math.round((orders / sumOf("ms")) * 1e3),
    perSecondMedian: Math.round(median(slices.map((s) => (s.orders / s.ms) * 1e3))),
    cpuMicrosPerOrder: rounded(sumOf("cpuMicros") / orders),
    mainMicrosPerOrder: rounded(sumOf("mainMicros") / orders),
    clientMicrosPerOrder: rounded(sumOf("clientMicros") / orders),
    orders,
    roundTripMs: load.micros.percentiles(1e3),
  };
}

/** Orders of the whole journal of an exchange that was killed. */
async function ordersInJournal(dataDir: string): Promise<Set<number>> {
  const log = new FileCommandLog({ directory: join(dataDir, "journal") });
  const extent = await log.open();
  const orders = new Set<number>();
  await recover({
    log,
    extent,
    codec: CORE_CODEC,
    createMachine: () => new CoreMachine(),
    onBatch(events) {
      const reader = new EventReader(events.words());
      while (reader.next()) {
        if (reader.kindIndex !== EVENT_INDEX.order_accepted) continue;
        orders.add(reader.number(ACCEPTED.orderId));
      }
    },
  });
  await log.close();
  return orders;
}

async function verify(server: BenchServer, acknowledged: Acknowledged): Promise<Check> {
  await server.child.end("SIGKILL");
  progress(`ws: killed; looking for ${acknowledged.count} orders in the journal`);
  const kept = await ordersInJournal(server.dataDir);
  const lost = acknowledged.ids().filter((id) => !kept.has(id)).length;
  return check(
    "after SIGKILL every acknowledged order is in the journal",
    lost === 0,
    `${acknowledged.count} acknowledged, ${lost} lost`,
  );
}

async function openPrivate(server: BenchServer, signer: Signer): Promise<RawWebSocket> {
  const target = { host: "127.0.0.1", port: server.port, path: "/v3/ws/private" };
  const webSocket = await RawWebSocket.open(target);
  const answer = nextText(webSocket);
  webSocket.send(signer.login());
  const text = await answer;
  if (!text.includes('"login"')) throw new Error(`a login succeeds, got ${text}`);
  return webSocket;
}

function repeat<T>(count: number, open: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, open));
}

function readOptions(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      connections: { type: "string" },
      "in-flight": { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      "no-verify": { type: "boolean" },
      "profile-dir": { type: "string" },
    },
  });
  return {
    count: Number(values.connections ?? 8),
    inFlight: Number(values["in-flight"] ?? 512),
    rounds: Number(values.rounds ?? 5),
    sliceMs: Number(values.seconds ?? 2) * 1e3,
    profileDir: values["profile-dir"],
    isVerified: values["no-verify"] !== true,
  };
}

type Loads = { readonly singly: Load; readonly inBatches: Load; readonly echo: Load };
type Terms = { readonly rounds: number; readonly sliceMs: number; readonly inFlight: number };

/** Slices of the three loads in turn, after one round that warms up. */
async function runRounds(loads: Loads, { rounds, sliceMs, inFlight }: Terms) {
  const slices = { singly: [] as Slice[], inBatches: [] as Slice[], echo: [] as Slice[] };
  progress("ws: warming up");
  for (let round = -1; round < rounds; round++) {
    const singly = await loads.singly.slice(sliceMs, inFlight);
    const inBatches = await loads.inBatches.slice(sliceMs, (inFlight * 2) / BATCH);
    const back = await loads.echo.slice(sliceMs, inFlight);
    if (round < 0) continue;
    slices.singly.push(singly);
    slices.inBatches.push(inBatches);
    slices.echo.push(back);
  }
  return {
    singly: speedOf(slices.singly, loads.singly),
    inBatches: speedOf(slices.inBatches, loads.inBatches),
    wsEcho: speedOf(slices.echo, loads.echo),
  };
}

export async function benchWs(argv: readonly string[]): Promise<BenchResult> {
  const { count, inFlight, isVerified, profileDir, ...pace } = readOptions(argv);
  await using server = await BenchServer.start({ agents: false, profileDir });
  const flow = new OrderFlow(await server.indexPrice(FLOW_MIX.symbol));
  const signer = new Signer(server.unified);
  const { child: echoChild, said: port } = await Child.start(
    [ECHO],
    (line) => Number(line) || undefined,
  );
  await using echo = echoChild;
  const ours = await repeat(count, () => openPrivate(server, signer));
  const target = { host: "127.0.0.1", port, path: "/" };
  const echoed = await repeat(count, () => RawWebSocket.open(target));
  const acknowledged = new Acknowledged();
  let messages = 0;
  const message = (topic: string, args: string): string =>
    `{"op":"trade","id":"${++messages}","category":"SPOT","topic":"${topic}","args":[${args}]}`;
  const single = (): string => message("place-order", `{${flow.next()}}`);
  const batch = (): string =>
    message("batch-place", Array.from({ length: BATCH }, () => `{${flow.next()}}`).join(","));
  const exchange = { child: server.child, connections: ours };
  const loads = {
    singly: new Load({
      ...exchange,
      message: single,
      ordersPerMessage: 1,
      onAnswer: (payload) => acknowledged.take(payload, 1),
    }),
    inBatches: new Load({
      ...exchange,
      message: batch,
      ordersPerMessage: BATCH,
      onAnswer: (payload) => acknowledged.take(payload, BATCH),
    }),
    echo: new Load({
      child: echo,
      connections: echoed,
      message: single,
      ordersPerMessage: 1,
      onAnswer: () => {},
    }),
  };
  const figures = await runRounds(loads, { ...pace, inFlight });
  const ratio = rounded(figures.singly.perSecond / figures.wsEcho.perSecond);
  const isSound = await server.auditHolds();
  for (const webSocket of [...ours, ...echoed]) webSocket.close();
  const checks = [
    check(
      "every order was accepted",
      acknowledged.refused === 0,
      acknowledged.firstRefusal || undefined,
    ),
    check("every invariant of the audit holds", isSound),
  ];
  if (isVerified) checks.push(await verify(server, acknowledged));
  return {
    benchmark: "ws",
    figures: { ...figures, ratio, inFlight, connections: count },
    mix: FLOW_MIX,
    goals: [
      atLeast("orders/s, singly", figures.singly.perSecond, 20_000),
      atLeast("orders/s, in batches of 20", figures.inBatches.perSecond, 60_000),
      atLeast("share of the echo's messages/s", ratio, 0.5),
    ],
    checks,
  };
}
