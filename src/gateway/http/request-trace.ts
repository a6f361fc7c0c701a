import type { FastifyReply, FastifyRequest } from "fastify";

/** Header in which a request brings its id, and each response returns it. */
export const REQUEST_ID_HEADER = "x-request-id";
/** Header with the seq of the last command of a request; absent when it submitted none. */
export const SEQ_HEADER = "x-bourse-seq";

/** Identity of a request, and the place of its commands in the journal. */
export interface RequestTrace {
  readonly id: string;
  /** Seq of the last applied command of the request; 0 before the first one. */
  seq: number;
  /** Lag of a history that the request was answered from, in ms; absent when it did not lag. */
  historyLagMs?: number;
}

/** Ids that a client or proxy may give its requests. */
const GIVEN_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/**
 * Ids of requests: the one that the client or its proxy gave, else a new one. New ids are the time
 * of the start in base 36 and a count, so that two processes on one data directory, which run one
 * after the other, never create the same id.
 */
export class RequestIds {
  readonly #prefix: string;
  #count = 0;

  /** `startedAtMs` is the start of the process in Unix milliseconds. */
  constructor(startedAtMs: number) {
    this.#prefix = `${Math.floor(startedAtMs).toString(36)}-`;
  }

  /** Creates an id. */
  next(): string {
    this.#count += 1;
    return this.#prefix + this.#count.toString(36);
  }

  /** Returns the id that a request brings, or a new one if that is absent or malformed. */
  of({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string {
    const given = headers[REQUEST_ID_HEADER];
    if (given === undefined) return this.next();
    return typeof given === "string" && GIVEN_ID.test(given) ? given : this.next();
  }
}

/** Hook that adds the request's id to a response which the framework sends. */
export function nameRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header(REQUEST_ID_HEADER, request.id);
  done();
}
