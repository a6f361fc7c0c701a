/**
 * What `bench ws` is compared with, in a process of its own: the `ws` library sends each message
 * back. Prints the port it listens on.
 */
import { WebSocketServer } from "ws";

const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (webSocket) => {
  webSocket.on("message", (message) => webSocket.send(message, { binary: false }));
});
server.on("listening", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : 0}\n`);
});
