/**
 * `bench fanout`: 1,000 and then 5,000 subscribers of `books` of one or more instruments that move:
 * the generated market, and a driver that places orders at a fixed rate on top. Reports pushes a
 * second, the lag from a push's own time to its receipt, and whether the bytes that wait at the
 * server grow; and in the same run the `ws` library sending as large texts to as many connections.
 */
import { parseArgs } from "node:util";
import type { FanoutSecond } from "./fanout-subscribers.ts";
import { Child } from "./support/child.ts";
import { median, rounded } from "./support/histogram.ts";
import { FLOW_SYMBOL, Signer } from "./support/order-flow.ts";
import { nextText, RawWebSocket } from "./support/raw-websocket.ts";
import {
  atMost,
  type BenchResult,
  type Check,
  check,
  type Goal,
  progress,
} from "./support/report.ts";
import { BenchServer } from "./support/server.ts";

const SUBSCRIBERS = new URL("fanout-subscribers.ts", import.meta.url).pathname;
const BARE = new URL("bare-fanout.ts", import.meta.url).pathname;
const SUBSCRIBERS_STANDARD = ["1000", "5000"];
const WARM_UP_SECONDS = 3;
/** Time for thousands of subscribers to connect, in ms. */
const READY_MS = 60_000;
const DRIVER_STEP_MS = 20;
/** A push is a few kilobytes: this much a subscriber waits at most one round of pushes. */
const BUFFERED_BYTES_PER_SUBSCRIBER = 65_536;

/** Open orders of the driver: each new one replaces the oldest. */
const DRIVER_ORDERS = 20;
/** Prices of the driver as a share of the index price: the generated market does not reach them. */
const DRIVER_PRICE_SHARE = 0.99;
const TICK = 0.01;

/** An instrument whose book the driver changes. */
type Driven = { readonly symbol: string; readonly indexPrice: number };

/** The `nth` message to an instrument: a bid below the market, or the cancel of an old one. */
function driverMessage(nth: number, { indexPrice, symbol }: Driven): string {
  const order = nth >> 1;
  const message = (topic: string, fields: string): string =>
    `{"op":"trade","id":"${nth}","topic":"${topic}","args":[{${fields}}]}`;
  if (nth % 2 === 1) {
    const oldest = Math.max(0, order - DRIVER_ORDERS);
    return message("cancel-order", `"clientOid":"d${symbol}${oldest}"`);
  }
  const price = (indexPrice * DRIVER_PRICE_SHARE - (order % DRIVER_ORDERS) * TICK).toFixed(2);
  return message(
    "place-order",
    `"category":"SPOT","symbol":"${symbol}","side":"buy","orderType":"limit",` +
      `"qty":"0.01","price":"${price}","clientOid":"d${symbol}${order}"`,
  );
}

/** Places and cancels orders at a fixed rate, so that the books change; returns how to stop. */
async function drive(
  server: BenchServer,
  symbols: readonly string[],
  perSecond: number,
): Promise<() => void> {
  const target = { host: "127.0.0.1", port: server.port, path: "/v3/ws/private" };
  const webSocket = await RawWebSocket.open(target);
  const login = nextText(webSocket);
  webSocket.send(new Signer(server.unified).login());
  await login;
  const indexPrices = await Promise.all(symbols.map((symbol) => server.indexPrice(symbol)));
  const driven = symbols.map((symbol, at) => ({ symbol, indexPrice: indexPrices[at] ?? 0 }));
  let sent = 0;
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedMs) * perSecond) / 1e3;
    for (; sent < due; sent++) {
      for (const each of driven) webSocket.send(driverMessage(sent, each));
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
      subscribers: { type: "string", multiple: true, default: SUBSCRIBERS_STANDARD },
      symbol: { type: "string", multiple: true, default: [FLOW_SYMBOL] },
      seconds: { type: "string" },
      "orders-per-second": { type: "string" },
      "profile-dir": { type: "string" },
    },
  });
  return {
    counts: values.subscribers.map(Number),
    symbols: values.symbol,
    seconds: Number(values.seconds ?? 15),
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

/** Follows a server with so many subscribers and reports what they saw, without a warm-up. */
async function observe(terms: {
  readonly subscribers: number;
  readonly symbols: readonly string[];
  readonly seconds: number;
  readonly port: number;
  readonly child: Child;
  readonly bufferedBytes: () => Promise<number>;
  /** Called once all subscribers are there; returns how to stop. */
  readonly begin: () => Promise<() => void>;
}): Promise<Observed> {
  const { begin, bufferedBytes, child, port, seconds, subscribers, symbols } = terms;
  const reported: FanoutSecond[] = [];
  const { child: following } = await Child.start(
    [SUBSCRIBERS, String(port), String(subscribers), ...symbols],
    (line) => {
      if (line === "ready") return true;
      reported.push(JSON.parse(line) as FanoutSecond);
      return undefined;
    },
    { readyMsMax: READY_MS },
  );
  await using _following = following;
  progress(`fanout: ${subscribers} subscribers for ${seconds} s`);
  const waiting: number[] = [];
  const stop = await begin();
  const cpu = child.cpuMicros();
  for (let second = 0; second < seconds + WARM_UP_SECONDS; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    waiting.push(await bufferedBytes());
  }
  const cpuMicros = child.cpuMicros() - cpu;
  stop();
  const pushes = reported.reduce((sum, second) => sum + second.pushes, 0);
  return {
    subscribers,
    measured: reported.slice(WARM_UP_SECONDS),
    waiting: waiting.slice(WARM_UP_SECONDS),
    cpuMicrosPerPush: cpuMicros / pushes,
  };
}

function goalsOf(observed: Observed): Goal[] {
  const { bufferedBytes, lagMs } = figuresOf(observed);
  const { subscribers } = observed;
  return [
    atMost(
      `bytes that wait per subscriber in the second half, ${subscribers} subscribers`,
      Math.round(bufferedBytes.medianSecondHalf / subscribers),
      BUFFERED_BYTES_PER_SUBSCRIBER / 8,
    ),
    atMost(`p99 of the lag with ${subscribers} subscribers, ms`, lagMs.p99, 500),
  ];
}

function checksOf({ measured, subscribers, waiting }: Observed): Check[] {
  const closed = measured[measured.length - 1]?.closed ?? 0;
  const reached = Math.min(...measured.map((second) => second.reached));
  const group = `with ${subscribers} subscribers`;
  return [
    check(`${group} none was closed`, closed === 0, `${closed} closed`),
    check(`${group} every second reports every one`, reached === subscribers, `${reached}`),
    check(
      `${group} the bytes that wait at the server are bounded`,
      Math.max(...waiting) <= subscribers * BUFFERED_BYTES_PER_SUBSCRIBER,
    ),
  ];
}

/** Pushes/s, processor time and lag of the `ws` library with as many connections. */
async function observeLibrary(subscribers: number, symbols: readonly string[], seconds: number) {
  const ready = (line: string): number | undefined => Number(line) || undefined;
  const args = [BARE, String(subscribers), String(symbols.length)];
  const { child, said: port } = await Child.start(args, ready);
  await using library = child;
  const idle = { bufferedBytes: async () => 0, begin: async () => () => undefined };
  const terms = { subscribers, symbols, seconds, port, child: library, ...idle };
  const observed = await observe(terms);
  const { cpuMicrosPerPush, lagMs, pushesPerSecond } = figuresOf(observed);
  return { pushesPerSecond, cpuMicrosPerPush, lagMs };
}

export async function benchFanout(argv: readonly string[]): Promise<BenchResult> {
  const { counts, perSecond, profileDir, seconds, symbols } = readOptions(argv);
  await using server = await BenchServer.start({ agents: true, profileDir });
  const { child, port } = server;
  const bufferedBytes = (): Promise<number> => server.metric("bourse_websocket_buffered_bytes");
  const figures: Record<string, unknown> = {};
  const goals: Goal[] = [];
  const checks: Check[] = [];
  for (const subscribers of counts) {
    const begin = (): Promise<() => void> => drive(server, symbols, perSecond);
    const terms = { subscribers, symbols, seconds, port, child, bufferedBytes, begin };
    const observed = await observe(terms);
    const wsLibrary = await observeLibrary(subscribers, symbols, seconds);
    figures[`subscribers ${subscribers}`] = { ...figuresOf(observed), wsLibrary };
    goals.push(...goalsOf(observed));
    checks.push(...checksOf(observed));
  }
  const mix = { channel: "books", symbols, agents: true, ordersPerSecondAndSymbol: perSecond };
  return { benchmark: "fanout", figures, mix, goals, checks };
}
