/** Requests over one connection that is kept open, in the plain form that clients send. */
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { RawConnection } from "./raw-connection.ts";

/** The two ways through the server; see `GatewayServerOptions`. */
export const LANES = ["direct", "framework"] as const;
export type Lane = (typeof LANES)[number];

export type LaneRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
};

export type LaneAnswer = { readonly statusCode: number; readonly body: string };

/** Starts to listen and returns the port. */
export async function listeningPort(app: FastifyInstance): Promise<number> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Requests of one connection, which remembers everything that it received. */
const REQUESTS_MAX = 100;

export class LaneClient {
  readonly #port: number;
  #sent = 0;
  #last: Promise<unknown> = Promise.resolve();
  #raw: RawConnection | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  /** Lets the server listen; it closes the connections of the client when it closes. */
  static async of(app: FastifyInstance): Promise<LaneClient> {
    return new LaneClient(await listeningPort(app));
  }

  /** Sends a request after the answer to the one before; on a new connection where needed. */
  send(request: LaneRequest): Promise<LaneAnswer> {
    const answer = this.#last.then(() => this.#send(request));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #send({ headers = {}, method, payload, url }: LaneRequest): Promise<LaneAnswer> {
    this.#sent += 1;
    if (this.#sent % REQUESTS_MAX === 0) {
      this.#raw?.socket.destroy();
      this.#raw = undefined;
    }
    if (this.#raw === undefined || this.#raw.isClosed || this.#raw.socket.readableEnded) {
      this.#raw = await RawConnection.open(this.#port);
    }
    const raw = this.#raw;
    const body = Buffer.from(payload ?? "");
    const lengths = payload === undefined ? {} : { "content-length": String(body.length) };
    const lines = Object.entries({ host: "127.0.0.1", ...headers, ...lengths }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const head = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
    const answer = await raw.answer(Buffer.concat([head, body]));
    if (/^connection: close\r?$/im.test(answer.head)) this.#raw = undefined;
    return { statusCode: Number(answer.head.slice(9, 12)), body: answer.body };
  }
}
