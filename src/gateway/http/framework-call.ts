import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type AnswerHeaders, sendJson, sendOpen } from "./answer.ts";
import type { Call } from "./call.ts";

/** Call that the framework received. */
export class FrameworkCall implements Call {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | undefined;
  readonly socket: Socket;
  readonly #reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.id = request.id;
    this.method = request.method;
    this.url = request.raw.url ?? "/";
    this.headers = request.headers;
    this.body = request.body as Buffer | undefined;
    this.socket = request.raw.socket;
    this.#reply = reply;
  }

  get isAnswered(): boolean {
    return this.#reply.raw.headersSent;
  }

  send(status: number, envelope: string, headers: AnswerHeaders): void {
    sendJson(this.#reply, status, envelope, headers);
  }

  open(headers: AnswerHeaders, use: (stream: Writable) => void): void {
    sendOpen(this.#reply, headers, use);
  }
}
