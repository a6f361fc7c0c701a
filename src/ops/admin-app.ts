import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, RawServerDefault } from "fastify";
import { Type } from "typebox";
import { CATEGORIES, REALMS } from "../core/base/vocabulary.ts";
import type { AdminOutcome, AdminRefusalReason } from "./admin-outcome.ts";
import { TEXT_FORMATS } from "./text-formats.ts";

/** Server instance of the administrative routes: request bodies are typed by their schemas. */
export type AdminApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export const Name = Type.String({ minLength: 1, maxLength: 64 });
export const Decimal = Type.String({ pattern: TEXT_FORMATS.decimal.pattern });
export const Uid = Type.String({ pattern: TEXT_FORMATS.uid.pattern });
export const UidPath = Type.Object({ uid: Uid });
export const RealmName = Type.Enum([...REALMS]);
export const InstrumentBody = Type.Object(
  { symbol: Name, category: Type.Enum([...CATEGORIES]), realm: Type.Optional(RealmName) },
  { additionalProperties: false },
);

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
