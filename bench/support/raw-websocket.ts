/**
 * A WebSocket client that costs next to nothing: texts only, masked with zeros so that payloads go
 * out as they are, all frames of one turn of the event loop in one write.
 */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const TEXT = 0x81;
const MASKED = 0x80;
const TEXT_OPCODE = 1;
const CLOSE_OPCODE = 8;
const PING_OPCODE = 9;
const PONG = 0x8a;

export class RawWebSocket {
  readonly #socket: Socket;
  #received: Buffer;
  #queued: string[] = [];
  onText: (payload: Buffer) => void = () => {};
  onClose: (reason: string) => void = () => {};

  private constructor(socket: Socket, received: Buffer) {
    this.#socket = socket;
    this.#received = received;
    socket.on("data", (bytes) => this.#take(bytes));
    socket.on("error", () => {});
    socket.on("close", () => this.onClose("the connection ended"));
  }

  /** `localAddress` lets many connections come from several addresses of the loopback. */
  static open(target: {
    readonly host: string;
    readonly port: number;
    readonly path: string;
    readonly localAddress?: string;
  }): Promise<RawWebSocket> {
    const { host, path, port, ...rest } = target;
    const key = randomBytes(16).toString("base64");
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true, ...rest });
      socket.once("error", reject);
      let head = Buffer.alloc(0);
      const onData = (bytes: Buffer): void => {
        head = Buffer.concat([head, bytes]);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        socket.removeListener("data", onData);
        socket.removeListener("error", reject);
        if (head.toString("latin1", 9, 12) === "101") {
          resolve(new RawWebSocket(socket, head.subarray(end + HEAD_END.length)));
        } else {
          socket.destroy();
          reject(new Error(head.toString("latin1", 0, end)));
        }
      };
      socket.on("data", onData);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\n` +
          `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
      );
    });
  }

  /** Queues a text of ASCII characters until the end of this turn. */
  send(text: string): void {
    if (this.#queued.length === 0) setImmediate(() => this.flush());
    this.#queued.push(text);
  }

  flush(): void {
    if (this.#queued.length === 0) return;
    let bytes = 0;
    for (const text of this.#queued) bytes += text.length + (text.length < 126 ? 6 : 8);
    const out = Buffer.allocUnsafe(bytes);
    let at = 0;
    for (const text of this.#queued) {
      out[at++] = TEXT;
      if (text.length < 126) out[at++] = MASKED | text.length;
      else {
        out[at++] = MASKED | 126;
        at = out.writeUInt16BE(text.length, at);
      }
      at = out.writeUInt32BE(0, at);
      at += out.write(text, at, "latin1");
    }
    this.#queued = [];
    this.#socket.write(out);
  }

  close(): void {
    this.onClose = () => {};
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    const all = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    let at = 0;
    for (;;) {
      if (at + 2 > all.length) break;
      const opcode = (all[at] as number) & 15;
      const short = (all[at + 1] as number) & 127;
      const headBytes = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (at + headBytes > all.length) break;
      let length = short;
      if (short === 126) length = all.readUInt16BE(at + 2);
      else if (short === 127) length = Number(all.readBigUInt64BE(at + 2));
      const end = at + headBytes + length;
      if (end > all.length) break;
      const payload = all.subarray(at + headBytes, end);
      at = end;
      if (opcode === TEXT_OPCODE) this.onText(payload);
      else if (opcode === PING_OPCODE) this.#pong(payload);
      else if (opcode === CLOSE_OPCODE) this.onClose(payload.toString("utf8", 2));
    }
    this.#received = all.subarray(at);
  }

  #pong(payload: Buffer): void {
    const head = Buffer.from([PONG, MASKED | payload.length, 0, 0, 0, 0]);
    this.#socket.write(Buffer.concat([head, payload]));
  }
}

/** The next text that comes in; for logins and subscriptions. */
export function nextText(webSocket: RawWebSocket): Promise<string> {
  return new Promise((resolve, reject) => {
    webSocket.onClose = (reason) => reject(new Error(reason));
    webSocket.onText = (payload) => {
      webSocket.onText = () => {};
      webSocket.onClose = () => {};
      resolve(payload.toString("utf8"));
    };
  });
}
