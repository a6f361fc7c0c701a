/**
 * An HTTP client that costs next to nothing: one connection, one request at a time, answers with a
 * Content-Length. It lets one process drive a server that takes a whole core.
 */
import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = Buffer.from("content-length: ");
const LENGTH_CAPITAL = Buffer.from("Content-Length: ");

export class RawHttp {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #done: ((status: number, body: string) => void) | undefined;
  isFailed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (bytes) => this.#take(bytes));
    const fail = (): void => {
      this.isFailed = true;
      this.#answer(0, "");
    };
    socket.on("error", fail);
    socket.on("close", fail);
  }

  static open(host: string, port: number): Promise<RawHttp> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.removeListener("error", reject);
        resolve(new RawHttp(socket));
      });
    });
  }

  /** Sends a whole request; `done` hears status and body, or status 0 when the connection broke. */
  send(request: string, done: (status: number, body: string) => void): void {
    this.#done = done;
    if (this.isFailed) this.#answer(0, "");
    else this.#socket.write(request);
  }

  close(): void {
    this.#done = undefined;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    const all = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    this.#received = all;
    const headEnd = all.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const bodyAt = headEnd + HEAD_END.length;
    const length = lengthOf(all.subarray(0, bodyAt));
    if (all.length < bodyAt + length) return;
    this.#received = all.subarray(bodyAt + length);
    const status = Number(all.toString("latin1", 9, 12));
    this.#answer(status, all.toString("utf8", bodyAt, bodyAt + length));
  }

  #answer(status: number, body: string): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(status, body);
  }
}

function lengthOf(head: Buffer): number {
  let at = head.indexOf(LENGTH);
  if (at < 0) at = head.indexOf(LENGTH_CAPITAL);
  if (at < 0) throw new Error("an answer carries its Content-Length");
  return Number.parseInt(head.toString("latin1", at + LENGTH.length, at + LENGTH.length + 12), 10);
}
