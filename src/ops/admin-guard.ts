/** Common processing of all administrative requests: token, strict JSON, uniform errors. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { AdminApp } from "./admin-app.ts";
import { adminFault } from "./admin-faults.ts";
import type { AdminToken } from "./admin-token.ts";
import { checkRequestSchemas } from "./request-schemas.ts";
import type { WrongTokens } from "./wrong-tokens.ts";

/** Parses a body as strictly as the trading interface does, or returns the fault. */
export type ReadJson = (body: Buffer) => { readonly value: unknown } | { readonly fault: string };

export interface GuardParts {
  readonly token: AdminToken;
  readonly readJson: ReadJson;
  readonly wrongTokens: WrongTokens;
}

/** Checks the token before reading the body, parses strict JSON and sends uniform errors. */
export function guardAdmin(admin: AdminApp, { readJson, token, wrongTokens }: GuardParts): void {
  checkRequestSchemas(admin);
  admin.removeAllContentTypeParsers();
  const parse = async (_request: FastifyRequest, body: Buffer): Promise<unknown> => {
    const parsed = readJson(body);
    if ("fault" in parsed) throw new MalformedJson(parsed.fault);
    return parsed.value;
  };
  admin.addContentTypeParser("application/json", { parseAs: "buffer" }, parse);
  admin.addHook("onRequest", (request, reply, done) => {
    if (!token.admits(request.headers.authorization)) {
      refuseToken(reply, wrongTokens.add(request.ip));
    } else if (request.url.includes("?") && !takesQuery(request)) {
      sendError(reply, 400, "invalid", "this administrative request takes no query string");
    } else done();
  });
  admin.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error instanceof MalformedJson) return sendError(reply, 400, error.code, error.message);
    const { code, message, status } = adminFault(error);
    return sendError(reply, status, code, message);
  });
  admin.setNotFoundHandler((_request, reply) => {
    sendError(reply, 404, "not_found", "there is no such administrative route");
  });
}

/** Whether the schema of the request's route declares query parameters. */
function takesQuery(request: FastifyRequest): boolean {
  return request.routeOptions.schema?.querystring !== undefined;
}

/** The body is not JSON, or is JSON that the parser refuses. */
class MalformedJson extends Error {
  readonly code = "malformed_json";
}

function refuseToken(reply: FastifyReply, waitSeconds: number): void {
  if (waitSeconds === 0) {
    reply.header("www-authenticate", "Bearer");
    sendError(reply, 401, "unauthorized", "the admin token is missing or wrong");
  } else {
    reply.header("retry-after", waitSeconds);
    sendError(reply, 429, "too_many_wrong_tokens", "too many requests had a wrong admin token");
  }
}

function sendError(reply: FastifyReply, status: number, code: string, message: string): void {
  reply.code(status).send({ error: { code, message } });
}
