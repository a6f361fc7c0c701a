/**
 * A client that does nothing but load the exchange, in a process of its own: `flood.ts KIND PORT`.
 * Counts what is sent and answered, and prints the counts as one line of JSON every 200 ms until it
 * is killed.
 */
import { createHmac } from "node:crypto";
import { connect, type Socket } from "node:net";
import { WebSocket } from "ws";

const [, , kind = "", portText = "", keyText = "{}"] = process.argv;
const port = Number(portText);
const REPORT_MS = 200;
const REOPEN_MS = 100;
/** Unsent bytes of one WebSocket at which the sender waits. */
const UNSENT_BYTES_MAX = 262_144;

const counts: Record<string, number> = { sent: 0, closed: 0 };

function count(name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

function request(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
}

/** A connection that is opened again a while after the exchange has closed it. */
function keptOpen(opened: (socket: Socket) => void): void {
  const socket = connect(port, "127.0.0.1", () => opened(socket));
  socket.on("data", (chunk) => {
    for (const [, status = ""] of chunk.toString("latin1").matchAll(/HTTP\/1\.1 (\d+) /g)) {
      count(status);
    }
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    count("closed");
    setTimeout(keptOpen, REOPEN_MS, opened);
  });
}

/** A pipeline of `length` requests on each connection, every time it is opened. */
function pipelines(connections: number, path: string, length: number): void {
  const pipeline = request(path).repeat(length);
  for (let nth = 0; nth < connections; nth += 1) {
    keptOpen((socket) => {
      socket.write(pipeline);
      count("sent", length);
    });
  }
}

function idle(connections: number): void {
  for (let nth = 0; nth < connections; nth += 1) keptOpen(() => count("idle"));
}

/** A header that never ends: one byte at a time. */
function slow(connections: number): void {
  for (let nth = 0; nth < connections; nth += 1) {
    keptOpen((socket) => {
      socket.write("GET /api/v2/public/time HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
      const drip = setInterval(() => socket.write("a"), 100);
      socket.once("close", () => clearInterval(drip));
    });
  }
}

/** Requests one after the other on a few connections, without a key. */
function sendAnonymous(connections: number, paths: readonly string[]): void {
  for (let nth = 0; nth < connections; nth += 1) {
    keptOpen((socket) => {
      let next = nth;
      const send = (): void => {
        next += 1;
        count("sent");
        socket.write(request(paths[next % paths.length] ?? "/"));
      };
      socket.on("data", send);
      send();
    });
  }
}

/** Batches of orders as fast as the connections take them. */
function batches(connections: number, key: Record<string, string>): void {
  const { apiKey, secret = "", passphrase } = key;
  for (let nth = 0; nth < connections; nth += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v3/ws/private`);
    const order = { symbol: "BTCUSDT", side: "buy", orderType: "limit", qty: "0.001" };
    const args = Array.from({ length: 20 }, (_none, item) => ({
      ...order,
      price: String(30_000 + item),
    }));
    const batch = JSON.stringify({
      op: "trade",
      id: "1",
      topic: "batch-place",
      category: "usdt-futures",
      args,
    });
    const send = (): void => {
      while (socket.bufferedAmount < UNSENT_BYTES_MAX) {
        socket.send(batch);
        count("sent");
      }
      setImmediate(send);
    };
    socket.on("open", () => {
      const timestamp = String(Date.now());
      const sign = createHmac("sha256", secret)
        .update(`${timestamp}GET/user/verify`)
        .digest("base64");
      socket.send(JSON.stringify({ op: "login", args: [{ apiKey, passphrase, timestamp, sign }] }));
    });
    socket.once("message", send);
    socket.on("message", (bytes: Buffer) => {
      count("answered");
      // A batch of which everything is refused by the queue.
      if (bytes.includes('"40015"')) count("overloaded");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => count("closed"));
  }
}

switch (kind) {
  case "pages":
    pipelines(4, "/metrics", 400);
    break;
  case "anonymous":
    sendAnonymous(8, ["/api/v2/public/time", "/api/v2/spot/account/assets", "/no/such/path"]);
    break;
  case "connections":
    idle(1_000);
    slow(200);
    pipelines(200, "/api/v2/public/time", 30);
    break;
  case "batches":
    batches(4, JSON.parse(keyText) as Record<string, string>);
    break;
  default:
    throw new RangeError(`a kind of flood, got ${kind}`);
}
setInterval(() => console.log(JSON.stringify(counts)), REPORT_MS);
