import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import { errorEnvelope } from "./envelope.ts";
import { REQUEST_ID_HEADER } from "./request-trace.ts";
import type { WireError } from "./wire-error.ts";

export const JSON_TYPE = "application/json;charset=utf-8";

export type AnswerHeaders = Record<string, string | number | string[]>;

/**
 * Writes one JSON response directly to the socket: the envelope is text already, so the
 * serialisation of the framework is not needed.
 */
export function sendJson(
  reply: FastifyReply,
  status: number,
  json: string,
  headers: AnswerHeaders = {},
): void {
  headers["content-type"] = JSON_TYPE;
  headers["content-length"] = Buffer.byteLength(json);
  headers[REQUEST_ID_HEADER] = reply.request.id;
  // A draining server closes each connection with its next response.
  if (!reply.server.server.listening) headers["connection"] = "close";
  reply.hijack();
  const response = reply.raw;
  // The client has disconnected; no response can be sent.
  if (response.destroyed) return;
  response.writeHead(status, headers);
  response.end(json);
}

/** Sends the head of an event stream and hands the response to `open`. */
export function sendOpen(
  reply: FastifyReply,
  headers: AnswerHeaders,
  open: (response: ServerResponse) => void,
): void {
  headers["content-type"] = "text/event-stream;charset=utf-8";
  headers["cache-control"] = "no-store";
  // Tells a proxy to pass each event on at once.
  headers["x-accel-buffering"] = "no";
  headers[REQUEST_ID_HEADER] = reply.request.id;
  reply.hijack();
  const response = reply.raw;
  if (response.destroyed) return;
  response.writeHead(200, headers);
  open(response);
}

/** Sends an error in the envelope, with `Retry-After` if it names a time. */
export function sendError(
  reply: FastifyReply,
  error: WireError,
  requestTimeMs: number,
  headers: AnswerHeaders = {},
): void {
  nameWait(error, headers);
  sendJson(reply, error.status, errorEnvelope(error, requestTimeMs), headers);
}

/** Adds `Retry-After` if the error names a time. */
export function nameWait(error: WireError, headers: AnswerHeaders): void {
  if (error.retryAfterSeconds !== undefined) headers["retry-after"] = error.retryAfterSeconds;
}
