/**
 * What `bench fanout` is compared with, in a process of its own: once all connections are open, the
 * `ws` library sends texts of the size of a push to each of them 20 times a second, or as often as
 * it can. Prints the port it listens on.
 *
 * `node bench/bare-fanout.ts COUNT TEXTS`
 */
import { WebSocketServer } from "ws";

const INTERVAL_MS = 50;
/** Payload of a typical change of a book, in bytes. */
const PUSH_BYTES = 250;

const [count = 0, texts = 1] = process.argv.slice(2).map(Number);
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, backlog: 4_096 });
server.on("listening", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : 0}\n`);
});
setInterval(() => {
  if (server.clients.size < count) return;
  const end = `","ts":${Date.now()}}`;
  const text = `{"action":"update","data":"`.padEnd(PUSH_BYTES - end.length, "x") + end;
  for (const client of server.clients) {
    for (let nth = 0; nth < texts; nth++) client.send(text);
  }
}, INTERVAL_MS);
