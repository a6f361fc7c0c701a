import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, RawServerDefault } from "fastify";
import type { AdminOutcome, AdminRefusalReason } from "./admin-outcome.ts";

/** Server instance of the administrative routes: request bodies are typed by their schemas. */
export type AdminApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

const STATUS: Readonly<Record<AdminRefusalReason, number>> = {
  not_found: 404,
  invalid: 400,
  conflict: 409,
  unavailable: 503,
};

/**
 * Sends an outcome. Errors have one shape: `{"error": {"code", "message"}}`, with the rejection as
 * `reason` where the core rejected the command.
 */
export function sendOutcome<T>(
  reply: FastifyReply,
  outcome: AdminOutcome<T>,
  status = 200,
): FastifyReply {
  if ("done" in outcome) return reply.code(status).send(outcome.done);
  const { refused, message, reason } = outcome;
  const rejection = reason === undefined ? {} : { reason };
  return reply.code(STATUS[refused]).send({ error: { code: refused, message, ...rejection } });
}
