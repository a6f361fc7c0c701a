/** Common processing of all administrative requests: token, role, strict JSON, uniform errors. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type AdminApp, endpointOf, keepCaller, mayCall, prepareAdminApp } from "./admin-app.ts";
import { type CallerFault, type CallerParts, findCaller } from "./admin-caller.ts";
import { type AdminErrorCode, statusOf } from "./admin-errors.ts";
import { adminFault } from "./admin-faults.ts";
import { REASON_LENGTH_MAX, reasonOf } from "./admin-identity.ts";
import { checkRequestSchemas } from "./request-schemas.ts";
import type { WrongTokens } from "./wrong-tokens.ts";

/** Parses a body as strictly as the trading interface does, or returns the fault. */
export type ReadJson = (body: Buffer) => { readonly value: unknown } | { readonly fault: string };

export interface GuardParts extends CallerParts {
  readonly readJson: ReadJson;
  readonly wrongTokens: WrongTokens;
  /** Receives each defect that is answered with HTTP 500. */
  readonly reportFault: (error: unknown, where: FaultPlace) => void;
}

export interface FaultPlace {
  readonly requestId: string;
  readonly endpoint: string;
  readonly clientIp: string;
}

const REASON_MESSAGE =
  `X-Reason is one text of at most ${REASON_LENGTH_MAX} characters in UTF-8, ` +
  "without control characters";

/** Checks caller and role before reading the body, parses strict JSON and sends uniform errors. */
export function guardAdmin(admin: AdminApp, parts: GuardParts): void {
  const { readJson, reportFault } = parts;
  checkRequestSchemas(admin);
  prepareAdminApp(admin);
  admin.removeAllContentTypeParsers();
  const parse = async ({ method }: FastifyRequest, body: Buffer): Promise<unknown> => {
    // Clients name the type of each request, also of those without a body.
    if (method === "DELETE" && body.length === 0) return undefined;
    const parsed = readJson(body);
    if ("fault" in parsed) throw new MalformedJson(parsed.fault);
    return parsed.value;
  };
  admin.addContentTypeParser("application/json", { parseAs: "buffer" }, parse);
  admin.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).header("cache-control", "no-store");
    const caller = findCaller(request.raw, parts);
    if (typeof caller === "string") return refuseCaller(request, reply, caller, parts);
    const { holder } = caller;
    const reason = reasonOf(request.headers["x-reason"]);
    if (reason === undefined) return sendError(reply, "invalid", REASON_MESSAGE);
    const context = { actor: holder.name, reason, requestId: request.id, seq: 0 };
    keepCaller(request, caller, context);
    const endpoint = endpointOf(request);
    if (endpoint !== undefined && !mayCall(request, endpoint)) {
      const needed = endpoint.roles.join(", ");
      const message = `the role ${holder.role} may not call this: it needs one of ${needed}`;
      return sendError(reply, "forbidden", message);
    }
    if (request.url.includes("?") && endpoint?.query === undefined) {
      return sendError(reply, "invalid", "this administrative request takes no query string");
    }
    done();
  });
  admin.addHook("preValidation", (request, reply, done) => {
    const isUnwanted = endpointOf(request)?.body === undefined && request.body !== undefined;
    if (isUnwanted) return sendError(reply, "invalid", "this administrative request takes no body");
    done();
  });
  admin.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof MalformedJson) return sendError(reply, error.code, error.message);
    const { code, message } = adminFault(error);
    if (code === "internal_error") {
      const { id: requestId, ip: clientIp, method, routeOptions } = request;
      const endpoint = `${method} ${routeOptions.url ?? ""}`;
      reportFault(error, { requestId, endpoint, clientIp });
    }
    return sendError(reply, code, message);
  });
  admin.setNotFoundHandler((_request, reply) => {
    sendError(reply, "not_found", "there is no such administrative route");
  });
}

/** The body is not JSON, or is JSON that the parser refuses. */
class MalformedJson extends Error {
  readonly code = "malformed_json" as const;
}

function refuseCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: CallerFault,
  { wrongTokens }: Pick<GuardParts, "wrongTokens">,
): void {
  if (fault === "foreign_page") {
    sendError(reply, "foreign_page", "no page of the exchange sent this request with a session");
  } else if (fault === "signed_out") {
    sendError(reply, "unauthorized", "the browser has no session, or it has ended: sign in");
  } else {
    refuseToken(reply, wrongTokens.add(request.ip));
  }
}

function refuseToken(reply: FastifyReply, waitSeconds: number): void {
  if (waitSeconds === 0) {
    reply.header("www-authenticate", "Bearer");
    sendError(reply, "unauthorized", "the admin token is missing, wrong or expired");
  } else {
    reply.header("retry-after", waitSeconds);
    sendError(reply, "too_many_wrong_tokens", "too many requests had a wrong admin token");
  }
}

function sendError(reply: FastifyReply, code: AdminErrorCode, message: string): void {
  reply.code(statusOf(code)).send({ error: { code, message } });
}
