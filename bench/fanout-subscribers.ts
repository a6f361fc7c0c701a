/**
 * The subscribers of `bench fanout`, in a process of their own: each follows the `books` channels
 * of the symbols over a connection of its own. Prints `ready`, then a line of figures each second.
 *
 * `node bench/fanout-subscribers.ts PORT COUNT SYMBOL…`
 */
import { Histogram } from "./support/histogram.ts";
import { RawWebSocket } from "./support/raw-websocket.ts";

/** A server takes a limited number of connections from one address; the loopback has many. */
const CONNECTIONS_PER_ADDRESS = 50;
const OPENING_AT_ONCE = 50;
const TIME = Buffer.from('"ts":');
const TIME_DIGITS = 13;
const UPDATE = Buffer.from('"action":"update"');
const PING_MS = 20_000;

export type FanoutSecond = {
  readonly pushes: number;
  readonly bytes: number;
  readonly closed: number;
  /** Subscribers that received something in this second. */
  readonly reached: number;
  readonly lagMs: { readonly p50: number; readonly p99: number; readonly max: number };
};

class Subscribers {
  readonly #webSockets: RawWebSocket[] = [];
  readonly #reached = new Set<number>();
  #lag = new Histogram();
  #pushes = 0;
  #bytes = 0;
  #closed = 0;

  async add(index: number, port: number, symbols: readonly string[]): Promise<void> {
    const host = `127.0.1.${1 + Math.floor(index / CONNECTIONS_PER_ADDRESS)}`;
    const target = { host: "127.0.0.1", port, path: "/v3/ws/public", localAddress: host };
    const webSocket = await RawWebSocket.open(target);
    this.#webSockets.push(webSocket);
    webSocket.onText = (payload) => this.#take(index, payload);
    webSocket.onClose = () => {
      this.#closed += 1;
    };
    const args = symbols.map((symbol) => ({ instType: "spot", topic: "books", symbol }));
    webSocket.send(JSON.stringify({ op: "subscribe", args }));
  }

  ping(): void {
    for (const webSocket of this.#webSockets) webSocket.send("ping");
  }

  #take(index: number, payload: Buffer): void {
    if (payload.indexOf(UPDATE) < 0) return;
    this.#pushes += 1;
    this.#bytes += payload.length;
    this.#reached.add(index);
    const at = payload.lastIndexOf(TIME) + TIME.length;
    this.#lag.add(Date.now() - Number(payload.toString("latin1", at, at + TIME_DIGITS)));
  }

  second(): FanoutSecond {
    const { max, p50, p99 } = this.#lag.percentiles();
    const second = {
      pushes: this.#pushes,
      bytes: this.#bytes,
      closed: this.#closed,
      reached: this.#reached.size,
      lagMs: { p50, p99, max },
    };
    this.#lag = new Histogram();
    this.#pushes = 0;
    this.#bytes = 0;
    this.#reached.clear();
    return second;
  }
}

async function main(): Promise<void> {
  const [port, count, ...symbols] = process.argv.slice(2);
  const subscribers = new Subscribers();
  for (let opened = 0; opened < Number(count); opened += OPENING_AT_ONCE) {
    const next = Math.min(OPENING_AT_ONCE, Number(count) - opened);
    await Promise.all(
      Array.from({ length: next }, (_, at) => subscribers.add(opened + at, Number(port), symbols)),
    );
  }
  process.stdout.write("ready\n");
  subscribers.second();
  setInterval(() => subscribers.ping(), PING_MS);
  setInterval(() => process.stdout.write(`${JSON.stringify(subscribers.second())}\n`), 1_000);
}

await main();
