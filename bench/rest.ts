/**
 * `bench rest`: signed requests over kept-alive connections against a whole exchange in a process
 * of its own; and in the same run, slice by slice, a bare Fastify handler and a bare `node:http`
 * handler with the same signature check. Orders are answered after the flush of their batch, and
 * also sent on a fixed schedule: what waits is counted from when it was due. Reads of the bare
 * servers are the exchange's own answers.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PLACE_ORDER } from "./bare-requests.ts";
import { Child } from "./support/child.ts";
import { rounded } from "./support/histogram.ts";
import { FLOW_MIX, OrderFlow, restingOrder, Signer } from "./support/order-flow.ts";
import { atLeast, atMost, type BenchResult, check, type Goal, progress } from "./support/report.ts";
import { type NextRequest, RestTarget, type Slice, speedOf } from "./support/rest-target.ts";
import { BenchServer } from "./support/server.ts";

const SECTIONS = ["orders", "schedule", "reads"] as const;
const SERVERS = ["exchange", "bareFastify", "bareHttp"] as const;
const ROWS = 100;
const READ_CONNECTIONS = 32;
const SCHEDULE_CONNECTIONS = 256;
const WARM_UP_MS = 3_000;
const SCHEDULE_MS_MIN = 5_000;
/** Time for the rows of a read to be there, in ms. */
const ROWS_MS = 20_000;

const SCOPE = `category=${FLOW_MIX.category}&symbol=${FLOW_MIX.symbol}`;
/** Targets of the reads, and whether they are signed. */
const READS = {
  ticker: [`/api/v3/market/tickers?${SCOPE}`, false],
  book50: [`/api/v3/market/orderbook?${SCOPE}&limit=50`, false],
  candles100: [`/api/v3/market/candles?${SCOPE}&interval=1m&limit=${ROWS}`, false],
  openOrders100: [`/api/v3/trade/unfilled-orders?${SCOPE}&limit=${ROWS}`, true],
  history100: [`/api/v3/trade/history-orders?${SCOPE}&limit=${ROWS}`, true],
} as const satisfies Readonly<Record<string, readonly [string, boolean]>>;

const READ_NAMES = Object.keys(READS) as (keyof typeof READS)[];

type Server = (typeof SERVERS)[number];
type Targets = Readonly<Record<Server, RestTarget>>;
type Requests = Readonly<Record<Server, NextRequest>>;
type Lengths = { readonly rounds: number; readonly sliceMs: number };

/** Slices of the three servers in turn. */
async function compared(targets: Targets, requests: Requests, { rounds, sliceMs }: Lengths) {
  const slices: Record<Server, Slice[]> = { exchange: [], bareFastify: [], bareHttp: [] };
  for (let round = 0; round < rounds; round++) {
    for (const server of SERVERS) {
      slices[server].push(await targets[server].slice(sliceMs, requests[server]));
    }
  }
  const exchange = speedOf(slices.exchange);
  const bareFastify = speedOf(slices.bareFastify);
  const bareHttp = speedOf(slices.bareHttp);
  return {
    ...{ exchange, bareFastify, bareHttp },
    ratio: rounded(exchange.perSecond / bareFastify.perSecond),
    ratioOfMainTime: rounded(bareFastify.mainMicros / exchange.mainMicros),
  };
}

function orderRequests(signer: Signer, price: number): Requests {
  const flow = (): NextRequest => {
    const orders = new OrderFlow(price);
    return () => signer.post(PLACE_ORDER, `{${orders.next()}}`);
  };
  return { exchange: flow(), bareFastify: flow(), bareHttp: flow() };
}

function readRequest(signer: Signer, name: keyof typeof READS): NextRequest {
  const [target, isSigned] = READS[name];
  if (isSigned) return () => signer.get(target);
  const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  return () => request;
}

function connect(targets: Targets, connections: number): Promise<unknown> {
  return Promise.all(SERVERS.map((server) => targets[server].connect(connections)));
}

/** Places what the reads list, waits until it is listed, and returns the answers by target. */
async function readAnswers(
  exchange: RestTarget,
  signer: Signer,
  price: number,
): Promise<Record<string, string>> {
  await exchange.connect(1);
  for (let index = 0; index < ROWS; index++) {
    await exchange.once(signer.post(PLACE_ORDER, `{${restingOrder(price, index)}}`));
  }
  const answers: Record<string, string> = {};
  const endMs = performance.now() + ROWS_MS;
  for (const name of READ_NAMES) {
    const isFull = (text: string): boolean =>
      !(name === "history100" || name === "openOrders100") || text.split('"orderId"').length > ROWS;
    let text = "";
    do text = await exchange.once(readRequest(signer, name)());
    while (!isFull(text) && performance.now() < endMs);
    if (!isFull(text)) throw new Error(`${name} has ${ROWS} rows, got ${text.slice(0, 200)}`);
    answers[READS[name][0]] = text;
  }
  return answers;
}

async function startBare(script: string, argv: readonly string[]) {
  const port = (line: string): number | undefined => Number(line) || undefined;
  return await Child.start([new URL(script, import.meta.url).pathname, ...argv], port);
}

interface Run {
  readonly targets: Targets;
  readonly signer: Signer;
  readonly orders: Requests;
  readonly lengths: Lengths;
  readonly figures: Record<string, unknown>;
  readonly goals: Goal[];
}

async function measureOrders(run: Run, connections: number): Promise<void> {
  const { figures, goals, lengths, orders, targets } = run;
  await connect(targets, connections);
  for (const server of SERVERS) await targets[server].slice(lengths.sliceMs, orders[server]);
  const speeds = await compared(targets, orders, lengths);
  figures[`orders${connections}`] = speeds;
  progress(`rest: ${connections} connections: ${speeds.ratio} of bare Fastify`);
  const figure = `orders/s beside bare Fastify, ${connections} connections`;
  goals.push(atLeast(figure, speeds.ratio, 1.3));
}

async function measureSchedule({ figures, goals, lengths, orders, targets }: Run, rate: number) {
  await connect(targets, SCHEDULE_CONNECTIONS);
  const ms = Math.max(SCHEDULE_MS_MIN, 2 * lengths.sliceMs);
  const measured = async (server: Server) => {
    const { nanos, perSecond } = await targets[server].schedule(rate, ms, orders[server]);
    return { perSecond, ...nanos.percentiles(1e3) };
  };
  const exchange = await measured("exchange");
  figures["schedule"] = { rate, exchange, bareFastify: await measured("bareFastify") };
  goals.push(atMost(`p50 at ${rate}/s, ms`, exchange.p50, 3));
  goals.push(atMost(`p99 at ${rate}/s, ms`, exchange.p99, 25));
}

async function measureReads({ figures, lengths, signer, targets }: Run): Promise<void> {
  await connect(targets, READ_CONNECTIONS);
  for (const name of READ_NAMES) {
    const next = readRequest(signer, name);
    const requests: Requests = { exchange: next, bareFastify: next, bareHttp: next };
    figures[name] = await compared(targets, requests, lengths);
  }
}

function optionsOf(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      connections: { type: "string", multiple: true },
      only: { type: "string", multiple: true },
      rate: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      "profile-dir": { type: "string" },
    },
  });
  return {
    connections: values.connections?.map(Number) ?? [32, 256],
    sections: values.only ?? (SECTIONS as readonly string[]),
    rate: Number(values.rate ?? 4_000),
    lengths: { rounds: Number(values.rounds ?? 6), sliceMs: Number(values.seconds ?? 1) * 1e3 },
    profileDir: values["profile-dir"],
  };
}

export async function benchRest(argv: readonly string[]): Promise<BenchResult> {
  const { connections, lengths, profileDir, rate, sections } = optionsOf(argv);
  await using server = await BenchServer.start({ agents: false, profileDir });
  const key = server.unified;
  const signer = new Signer(key);
  const price = await server.indexPrice(FLOW_MIX.symbol);
  const orders = orderRequests(signer, price);
  const exchange = new RestTarget(server.child, server.port);
  await exchange.connect(READ_CONNECTIONS);
  progress("rest: warming up");
  await exchange.slice(WARM_UP_MS, orders.exchange);
  if (exchange.answers === 0) throw new Error(`orders are accepted, got ${exchange.firstFailure}`);
  const answers = sections.includes("reads") ? await readAnswers(exchange, signer, price) : {};
  const answersFile = join(server.dataDir, "bench-answers.json");
  writeFileSync(answersFile, JSON.stringify(answers));
  const fastify = await startBare("bare-fastify.ts", [key.secret, answersFile]);
  await using fastifyChild = fastify.child;
  const http = await startBare("bare-http.ts", [key.secret, answersFile]);
  await using httpChild = http.child;
  const targets: Targets = {
    exchange,
    bareFastify: new RestTarget(fastifyChild, fastify.said),
    bareHttp: new RestTarget(httpChild, http.said),
  };
  const run: Run = { targets, signer, orders, lengths, figures: {}, goals: [] };
  if (sections.includes("orders")) for (const count of connections) await measureOrders(run, count);
  if (sections.includes("schedule")) await measureSchedule(run, rate);
  if (sections.includes("reads")) await measureReads(run);
  const isSound = await server.auditHolds();
  const all = SERVERS.map((name) => targets[name]);
  for (const target of all) target.close();
  const failures = all.reduce((sum, target) => sum + target.failures, 0);
  const failure = all.map(({ firstFailure }) => firstFailure).find((text) => text !== "");
  return {
    benchmark: "rest",
    figures: run.figures,
    mix: FLOW_MIX,
    goals: run.goals,
    checks: [
      check("every request was answered with success", failures === 0, failure),
      check("every invariant of the audit holds", isSound),
    ],
  };
}
