/**
 * `bench rest`: signed place-order requests over kept-alive connections, each answered after the
 * flush of its batch, against a whole exchange in a process of its own; and in the same run, slice
 * by slice, a bare Fastify handler with the same signature check and schema. Then latencies at half
 * of the largest rate, on a fixed schedule: what waits is counted from when it was due.
 */
import { parseArgs } from "node:util";
import { Child } from "./support/child.ts";
import { Histogram, median, rounded } from "./support/histogram.ts";
import { FLOW_MIX, OrderFlow, Signer } from "./support/order-flow.ts";
import { RawHttp } from "./support/raw-http.ts";
import { atLeast, atMost, type BenchResult, check, progress } from "./support/report.ts";
import { BenchServer } from "./support/server.ts";

const PATH = "/api/v3/trade/place-order";
const BARE = new URL("bare-fastify.ts", import.meta.url).pathname;
const SUCCESS = '"code":"00000"';
/** Requests signed in advance for a fixed schedule would be stale; they are signed when due. */
const SCHEDULE_STEP_MS = 1;

type Slice = { readonly answers: number; readonly ms: number; readonly cpuMicros: number };

/** One server and its connections. */
class Target {
  readonly child: Child;
  readonly #connections: readonly RawHttp[];
  readonly #flow: OrderFlow;
  readonly #signer: Signer;
  readonly nanos = new Histogram();
  answers = 0;
  failures = 0;
  firstFailure = "";

  private constructor(
    child: Child,
    connections: readonly RawHttp[],
    flow: OrderFlow,
    signer: Signer,
  ) {
    this.child = child;
    this.#connections = connections;
    this.#flow = flow;
    this.#signer = signer;
  }

  static async open(options: {
    readonly child: Child;
    readonly port: number;
    readonly connections: number;
    readonly price: number;
    readonly signer: Signer;
  }): Promise<Target> {
    const { child, port, price, signer } = options;
    const opened = Array.from({ length: options.connections }, () =>
      RawHttp.open("127.0.0.1", port),
    );
    return new Target(child, await Promise.all(opened), new OrderFlow(price), signer);
  }

  #request(): string {
    return this.#signer.post(PATH, `{${this.#flow.next()}}`);
  }

  #count(status: number, body: string): void {
    if (status === 200 && body.includes(SUCCESS)) {
      this.answers += 1;
      return;
    }
    this.failures += 1;
    if (this.firstFailure === "") this.firstFailure = `${status} ${body.slice(0, 200)}`;
  }

  /** Every connection sends its next request as soon as it has its answer. */
  async slice(ms: number): Promise<Slice> {
    const before = this.answers;
    const cpu = this.child.cpuMicros();
    const startedMs = performance.now();
    const endMs = startedMs + ms;
    await Promise.all(
      this.#connections.map(
        (connection) =>
          new Promise<void>((resolve) => {
            const next = (): void =>
              connection.send(this.#request(), (status, body) => {
                this.#count(status, body);
                if (performance.now() < endMs && !connection.isFailed) next();
                else resolve();
              });
            next();
          }),
      ),
    );
    return {
      answers: this.answers - before,
      ms: performance.now() - startedMs,
      cpuMicros: this.child.cpuMicros() - cpu,
    };
  }

  /** Requests fall due at a fixed rate, whether or not the server keeps up. */
  async schedule(perSecond: number, ms: number): Promise<void> {
    const idle = [...this.#connections];
    const due: number[] = [];
    const startedMs = performance.now();
    const total = Math.floor((perSecond * ms) / 1e3);
    let planned = 0;
    let answered = 0;
    await new Promise<void>((resolve) => {
      const dispatch = (): void => {
        while (due.length > 0 && idle.length > 0) {
          const connection = idle.pop() as RawHttp;
          const dueMs = due.shift() as number;
          connection.send(this.#request(), (status, body) => {
            this.nanos.add((performance.now() - dueMs) * 1e3);
            this.#count(status, body);
            answered += 1;
            idle.push(connection);
            if (answered === total) resolve();
            else dispatch();
          });
        }
      };
      const timer = setInterval(() => {
        const now = performance.now();
        for (; planned < total && startedMs + (planned * 1e3) / perSecond <= now; planned++) {
          due.push(startedMs + (planned * 1e3) / perSecond);
        }
        dispatch();
        if (planned === total) clearInterval(timer);
      }, SCHEDULE_STEP_MS);
    });
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}

function speedOf(slices: readonly Slice[]) {
  const answers = slices.reduce((sum, slice) => sum + slice.answers, 0);
  const ms = slices.reduce((sum, slice) => sum + slice.ms, 0);
  const cpu = slices.reduce((sum, slice) => sum + slice.cpuMicros, 0);
  return {
    perSecond: Math.round((answers / ms) * 1e3),
    perSecondMedian: Math.round(median(slices.map((s) => (s.answers / s.ms) * 1e3))),
    cpuMicrosPerOrder: rounded(cpu / answers),
    orders: answers,
  };
}

async function startBare(secret: string): Promise<{ child: Child; port: number }> {
  const port = (line: string): number | undefined => Number(line) || undefined;
  const { child, said } = await Child.start(BARE, [secret], port);
  return { child, port: said };
}

export async function benchRest(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      connections: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      "profile-dir": { type: "string" },
    },
  });
  const connections = Number(values.connections ?? 64);
  const rounds = Number(values.rounds ?? 8);
  const sliceMs = Number(values.seconds ?? 2) * 1e3;
  await using server = await BenchServer.start({
    agents: false,
    profileDir: values["profile-dir"],
  });
  const key = server.unified;
  const signer = new Signer(key);
  const price = await server.indexPrice(FLOW_MIX.symbol);
  const started = await startBare(key.secret);
  await using bareChild = started.child;
  const shared = { connections, price, signer };
  const ours = await Target.open({ ...shared, child: server.child, port: server.port });
  const bare = await Target.open({ ...shared, child: bareChild, port: started.port });
  progress("rest: warming up");
  await ours.slice(sliceMs);
  if (ours.answers === 0) throw new Error(`orders are accepted, got ${ours.firstFailure}`);
  await bare.slice(sliceMs);
  const slices: { ours: Slice[]; bare: Slice[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    slices.ours.push(await ours.slice(sliceMs));
    slices.bare.push(await bare.slice(sliceMs));
  }
  const speeds = { exchange: speedOf(slices.ours), bareFastify: speedOf(slices.bare) };
  const ratio = rounded(speeds.exchange.perSecond / speeds.bareFastify.perSecond);
  const ratioOfCpuTime = rounded(
    speeds.bareFastify.cpuMicrosPerOrder / speeds.exchange.cpuMicrosPerOrder,
  );
  const rate = Math.round(speeds.exchange.perSecondMedian / 2);
  progress(`rest: ${speeds.exchange.perSecond}/s, ${ratio} of bare; latencies at ${rate}/s`);
  await ours.schedule(rate, Math.max(5_000, 2 * sliceMs));
  const latency = ours.nanos.percentiles(1e3);
  const isSound = await server.auditHolds();
  ours.close();
  bare.close();
  const failure = ours.firstFailure || bare.firstFailure;
  const figures = {
    ...speeds,
    ratio,
    ratioOfCpuTime,
    latencyMs: { atPerSecond: rate, ...latency },
    connections,
  };
  return {
    benchmark: "rest",
    figures,
    mix: FLOW_MIX,
    goals: [
      atLeast("share of the bare handler's orders/s", ratio, 0.7),
      atMost("p99 at half of the largest rate, ms", latency.p99, 15),
    ],
    checks: [
      check("every order was accepted", ours.failures + bare.failures === 0, failure || undefined),
      check("every invariant of the audit holds", isSound),
    ],
  };
}
