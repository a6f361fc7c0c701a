/**
 * `bench fanout`: a thousand subscribers of `books` on a market that moves: the generated market,
 * and a driver that places orders at a fixed rate on top. Reports pushes a second, the lag from a
 * push's own time to its receipt, and whether the bytes that wait at the server grow.
 */
import { parseArgs } from "node:util";
import type { FanoutSecond } from "./fanout-subscribers.ts";
import { Child } from "./support/child.ts";
import { median, rounded } from "./support/histogram.ts";
import { FLOW_SYMBOL, OrderFlow, Signer } from "./support/order-flow.ts";
import { nextText, RawWebSocket } from "./support/raw-websocket.ts";
import { atMost, type BenchResult, check, progress } from "./support/report.ts";
import { BenchServer } from "./support/server.ts";

const SUBSCRIBERS = new URL("fanout-subscribers.ts", import.meta.url).pathname;
const DRIVER_STEP_MS = 20;
/** A push is a few kilobytes: this much a subscriber waits at most one round of pushes. */
const BUFFERED_BYTES_PER_SUBSCRIBER = 65_536;

/** Places orders at a fixed rate; answers how to stop. */
async function drive(server: BenchServer, perSecond: number): Promise<() => void> {
  const target = { host: "127.0.0.1", port: server.port, path: "/v3/ws/private" };
  const webSocket = await RawWebSocket.open(target);
  const login = nextText(webSocket);
  webSocket.send(new Signer(server.unified).login());
  await login;
  const flow = new OrderFlow(await server.indexPrice(FLOW_SYMBOL));
  let sent = 0;
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedMs) * perSecond) / 1e3;
    for (; sent < due; sent++) {
      webSocket.send(
        `{"op":"trade","id":"${sent}","topic":"place-order","args":[{${flow.next()}}]}`,
      );
    }
  }, DRIVER_STEP_MS);
  return () => {
    clearInterval(timer);
    webSocket.close();
  };
}

function readOptions(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      subscribers: { type: "string" },
      seconds: { type: "string" },
      "orders-per-second": { type: "string" },
      "profile-dir": { type: "string" },
    },
  });
  return {
    subscribers: Number(values.subscribers ?? 1_000),
    seconds: Number(values.seconds ?? 20),
    perSecond: Number(values["orders-per-second"] ?? 500),
    profileDir: values["profile-dir"],
  };
}

/** What the subscribers saw, and what waited at the server, second by second. */
type Observed = {
  readonly subscribers: number;
  readonly measured: readonly FanoutSecond[];
  readonly waiting: readonly number[];
  readonly cpuMicrosPerPush: number;
};

function figuresOf({ subscribers, measured, waiting, cpuMicrosPerPush }: Observed) {
  const half = waiting.length >> 1;
  const pushes = measured.reduce((sum, second) => sum + second.pushes, 0);
  const bytes = measured.reduce((sum, second) => sum + second.bytes, 0);
  return {
    subscribers,
    pushesPerSecond: Math.round(pushes / measured.length),
    bytesPerPush: Math.round(bytes / pushes),
    pushesPerSubscriberAndSecond: rounded(pushes / measured.length / subscribers),
    cpuMicrosPerPush: rounded(cpuMicrosPerPush),
    lagMs: {
      p50: median(measured.map(({ lagMs }) => lagMs.p50)),
      p99: median(measured.map(({ lagMs }) => lagMs.p99)),
      max: Math.max(...measured.map(({ lagMs }) => lagMs.max)),
    },
    bufferedBytes: {
      medianFirstHalf: median(waiting.slice(0, half)),
      medianSecondHalf: median(waiting.slice(half)),
      max: Math.max(...waiting),
      bySecond: waiting,
    },
  };
}

export async function benchFanout(argv: readonly string[]): Promise<BenchResult> {
  const { subscribers, seconds, perSecond, profileDir } = readOptions(argv);
  await using server = await BenchServer.start({ agents: true, profileDir });
  const reported: FanoutSecond[] = [];
  const { child } = await Child.start(
    SUBSCRIBERS,
    [String(server.port), String(subscribers), FLOW_SYMBOL],
    (line) => {
      if (line === "ready") return true;
      reported.push(JSON.parse(line) as FanoutSecond);
      return undefined;
    },
  );
  await using _following = child;
  const stop = await drive(server, perSecond);
  progress(`fanout: ${subscribers} subscribers for ${seconds} s`);
  const buffered: number[] = [];
  const warmUp = 3;
  const cpu = server.child.cpuMicros();
  for (let second = 0; second < seconds + warmUp; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    buffered.push(await server.metric("bourse_websocket_buffered_bytes"));
  }
  const cpuUsed = server.child.cpuMicros() - cpu;
  stop();
  const measured = reported.slice(warmUp);
  const waiting = buffered.slice(warmUp);
  const allPushes = reported.reduce((sum, second) => sum + second.pushes, 0);
  const closed = reported[reported.length - 1]?.closed ?? 0;
  const reached = Math.min(...measured.map((second) => second.reached));
  const cpuMicrosPerPush = cpuUsed / allPushes;
  const figures = figuresOf({ subscribers, measured, waiting, cpuMicrosPerPush });
  return {
    benchmark: "fanout",
    figures,
    mix: { channel: "books", symbol: FLOW_SYMBOL, agents: true, ordersPerSecond: perSecond },
    goals: [
      atMost(
        "bytes that wait per subscriber in the second half",
        Math.round(figures.bufferedBytes.medianSecondHalf / subscribers),
        BUFFERED_BYTES_PER_SUBSCRIBER / 8,
      ),
      atMost("p99 of the lag, ms", figures.lagMs.p99, 500),
    ],
    checks: [
      check("no subscriber was closed", closed === 0, `${closed} closed`),
      check("in every second every subscriber is reported", reached === subscribers, `${reached}`),
      check(
        "the bytes that wait at the server are bounded",
        Math.max(...waiting) <= subscribers * BUFFERED_BYTES_PER_SUBSCRIBER,
      ),
    ],
  };
}
