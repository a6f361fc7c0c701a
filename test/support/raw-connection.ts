/** A TCP connection whose bytes a test writes itself, and the WebSocket frames that it receives. */
import { connect, type Socket } from "node:net";
import { eventually } from "./eventually.ts";

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const FIN = 0x80;
const MASKED = 0x80;
const MASK = Buffer.from([0x11, 0x22, 0x33, 0x44]);
const UPGRADE = [
  "Host: 127.0.0.1",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
];

export type FrameTerms = {
  readonly opcode: number;
  readonly payload?: Buffer | string;
  /** False: more fragments follow. */
  readonly isFinal?: boolean;
  /** The bits after FIN, 0 to 7; 4 says that the payload is compressed. */
  readonly reserved?: number;
  readonly isMasked?: boolean;
  /** Length in the header, in bytes, where it is not that of the payload. */
  readonly claimed?: bigint;
};

function lengthBytes(length: bigint): Buffer {
  if (length < 126n) return Buffer.from([Number(length)]);
  if (length < 65_536n) return Buffer.from([126, Number(length >> 8n), Number(length & 255n)]);
  const bytes = Buffer.alloc(9, 127);
  bytes.writeBigUInt64BE(length, 1);
  return bytes;
}

/** Returns the bytes of one frame (RFC 6455 section 5.2), as a client sends it. */
export function frameOf(terms: FrameTerms): Buffer {
  const { claimed, isFinal = true, isMasked = true, opcode, reserved = 0 } = terms;
  const payload = Buffer.from(terms.payload ?? "");
  const length = lengthBytes(claimed ?? BigInt(payload.length));
  if (isMasked) length[0] = (length[0] ?? 0) | MASKED;
  const masked = payload.map((byte, at) => (isMasked ? byte ^ (MASK[at % 4] ?? 0) : byte));
  const first = (isFinal ? FIN : 0) | (reserved << 4) | opcode;
  return Buffer.concat([Buffer.from([first]), length, isMasked ? MASK : Buffer.alloc(0), masked]);
}

/** A received frame; the server sends neither fragments nor masks. */
export type ReceivedFrame = { readonly opcode: number; readonly payload: Buffer };

function framesIn(bytes: Buffer): ReceivedFrame[] {
  const frames: ReceivedFrame[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const short = (bytes[at + 1] ?? 0) & 127;
    let start = at + 2;
    let length = short;
    if (short === 126) {
      length = bytes.readUInt16BE(start);
      start += 2;
    } else if (short === 127) {
      length = Number(bytes.readBigUInt64BE(start));
      start += 8;
    }
    if (start + length > bytes.length) break;
    frames.push({ opcode: (bytes[at] ?? 0) & 15, payload: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return frames;
}

export class RawConnection {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#isClosed = true;
    });
  }

  static async open(port: number): Promise<RawConnection> {
    const raw = new RawConnection(connect({ port, host: "127.0.0.1", allowHalfOpen: true }));
    await eventually("the connection is open", () => !raw.socket.connecting);
    return raw;
  }

  /** Opens a WebSocket; `headers` are sent beside those of the handshake. */
  static async upgraded(port: number, headers: readonly string[] = []): Promise<RawConnection> {
    const raw = await RawConnection.open(port);
    raw.write(`GET /ws HTTP/1.1\r\n${[...UPGRADE, ...headers].join("\r\n")}\r\n\r\n`);
    await eventually("the answer to the handshake", () => raw.text.includes("\r\n\r\n"));
    return raw;
  }

  write(bytes: Buffer | string): void {
    this.socket.write(bytes);
  }

  get text(): string {
    return this.#received.toString("latin1");
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Frames after the answer to the handshake. */
  get frames(): readonly ReceivedFrame[] {
    return framesIn(this.#received.subarray(this.text.indexOf("\r\n\r\n") + 4));
  }

  /** Code of the close frame that was received; undefined without one. */
  get closeCode(): number | undefined {
    const close = this.frames.find(({ opcode }) => opcode === OPCODE.close);
    return close === undefined || close.payload.length < 2
      ? undefined
      : close.payload.readUInt16BE(0);
  }

  /** Sends bytes and resolves with the answer to them, which names its length. */
  async answer(bytes: Buffer): Promise<{ readonly head: string; readonly body: string }> {
    const start = this.#received.length;
    this.write(bytes);
    return await new Promise((resolve, reject) => {
      const look = (): void => {
        const headEnd = this.#received.indexOf("\r\n\r\n", start);
        const head = this.#received.toString("latin1", start, Math.max(start, headEnd) + 2);
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
        const bodyAt = headEnd + 4;
        const isWhole = headEnd >= 0 && this.#received.length >= bodyAt + length;
        if (!isWhole && !this.#isClosed) return;
        this.socket.off("data", look);
        this.socket.off("close", look);
        const body = this.#received.toString("utf8", bodyAt, bodyAt + length);
        if (isWhole) resolve({ head, body });
        else
          reject(new Error(`an answer is whole, got ${this.#received.toString("latin1", start)}`));
      };
      this.socket.on("data", look);
      this.socket.on("close", look);
    });
  }

  /** Everything that was received until the server closed the connection. */
  async everything(): Promise<string> {
    await eventually("the server ends the connection", () => this.socket.readableEnded);
    return this.text;
  }
}
