/** Routes of the administrative endpoints. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from "fastify";
import type { AdminCaller } from "./admin-caller.ts";
import type { AdminEndpoint, AdminRoute, AnyAdminRequest } from "./admin-endpoint.ts";
import { statusOf } from "./admin-errors.ts";
import type { ActContext } from "./admin-identity.ts";
import type { AdminOutcome, AdminRefusal } from "./admin-outcome.ts";
import type { AdminActions } from "./admin-port.ts";
import { readQuery } from "./admin-query.ts";
import type { Confirmations } from "./confirmations.ts";
import type { EffectState } from "./what-if-port.ts";

/** Server instance of the administrative routes. */
export type AdminApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What a route keeps for the checks before it. */
export interface AdminRouteConfig {
  readonly endpoint: AdminRoute;
}

/** One request as the log records it. */
export interface AdminAct {
  /** Method and path of the endpoint, as it is listed. */
  readonly endpoint: string;
  readonly actor: string;
  readonly method: string;
  /** Path with its parameters, without the prefix. */
  readonly path: string;
  readonly status: number;
  readonly reason: string;
  readonly requestId: string;
  /** Seq of its last command; 0 for none. */
  readonly seq: number;
}

export interface AdminRouteOptions {
  /** Returns the actions that journal their commands with the context. */
  readonly actionsOf: (context: ActContext) => AdminActions;
  /** Returns what an action would cause, or its refusal, without doing it. */
  readonly effectOf: (
    context: ActContext,
    action: (actions: AdminActions) => Promise<AdminOutcome<unknown>>,
  ) => Promise<AdminOutcome<EffectState>>;
  readonly confirmations: Confirmations;
  /** Receives each request that may change something, after its response. */
  readonly onAct: (act: AdminAct) => void;
}

/** Header with the seq of the last command that a request submitted. */
export const SEQ_HEADER = "x-bourse-seq";

const CALLER = "caller";
const CONTEXT = "context";

/** Keeps who called and why, for the handler of the route. */
export function keepCaller(
  request: FastifyRequest,
  caller: AdminCaller,
  context: ActContext,
): void {
  request.setDecorator(CALLER, caller);
  request.setDecorator(CONTEXT, context);
}

/** Returns who called, as `keepCaller` kept it. */
export function callerOf(request: FastifyRequest): AdminCaller {
  return request.getDecorator<AdminCaller>(CALLER);
}

/** Returns the endpoint of a request; `undefined` when no route matches. */
export function endpointOf(request: FastifyRequest): AdminRoute | undefined {
  return (request.routeOptions.config as Partial<AdminRouteConfig>).endpoint;
}

/** Whether the caller's role may call the endpoint. */
export function mayCall(request: FastifyRequest, endpoint: AdminRoute): boolean {
  return endpoint.roles.includes(callerOf(request).holder.role);
}

/** Prepares the server for `registerEndpoint`. */
export function prepareAdminApp(admin: AdminApp): void {
  admin.decorateRequest(CALLER, null);
  admin.decorateRequest(CONTEXT, null);
}

/** Answers a request that the guard admitted. */
export type AdminHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

/** Registers a route with its handler. */
export function registerRoute(
  admin: AdminApp,
  endpoint: AdminRoute,
  handler: AdminHandler,
  { onAct }: Pick<AdminRouteOptions, "onAct">,
): void {
  const { body, method, params, path, query } = endpoint;
  const schema = {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
  };
  const config: AdminRouteConfig = { endpoint };
  admin.route({
    ...{ method, url: path === "/" ? "" : path, schema, config, exposeHeadRoute: false },
    ...(query === undefined ? {} : { preValidation: readQuery }),
    handler: (request, reply) => handler(request, reply),
    ...(method === "GET" ? {} : { onResponse: reporter(path, onAct) }),
  });
}

/** Registers the route of an endpoint that runs actions. */
export function registerEndpoint(
  admin: AdminApp,
  endpoint: AdminEndpoint,
  options: AdminRouteOptions,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = request.getDecorator<ActContext>(CONTEXT);
    const given = { params: request.params, query: request.query, body: request.body };
    const asked = await askBack(endpoint, { context, request, given }, options);
    if (asked !== undefined) return reply.code(asked.status).send(asked.body);
    const outcome = await endpoint.run(options.actionsOf(context), unconfirmed(given));
    if (context.seq !== 0) reply.header(SEQ_HEADER, context.seq);
    return sendOutcome(reply, outcome, endpoint.status);
  };
  registerRoute(admin, endpoint, answer, options);
}

/** Returns the request without its confirmation. */
function unconfirmed(given: AnyAdminRequest): AnyAdminRequest {
  const { body } = given;
  if (typeof body !== "object" || body === null || !("confirm" in body)) return given;
  const { confirm: _confirm, ...rest } = body;
  return { ...given, body: rest };
}

/**
 * Returns the refusal that asks for a confirmation and shows the effect, or the refusal of the
 * action itself; `undefined` when the request may be executed.
 */
async function askBack(
  endpoint: AdminEndpoint,
  asked: {
    readonly context: ActContext;
    readonly request: FastifyRequest;
    readonly given: AnyAdminRequest;
  },
  { actionsOf, confirmations, effectOf }: AdminRouteOptions,
): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
  const { context, given, request } = asked;
  const plain = unconfirmed(given);
  const rule = endpoint.confirm?.(actionsOf(context), plain) ?? "never";
  if (rule === "never") return undefined;
  const { method, url } = request;
  const confirmed = { actor: context.actor, method, url, body: plain.body };
  const text = (given.body as { readonly confirm?: string } | undefined)?.confirm;
  if (text !== undefined && confirmations.confirms(text, confirmed)) return undefined;
  const effect = await effectOf(context, async (actions) => endpoint.run(actions, plain));
  if ("refused" in effect) return refusalBody(effect);
  if (rule === "if_liquidating" && effect.done.liquidatedUsers === 0) return undefined;
  const message =
    text === undefined
      ? "look at the effect, and repeat the request with the member confirm to have it"
      : "the confirmation is of another request or too old: look at the effect again";
  const confirm = confirmations.textFor(confirmed);
  const code = "confirmation_needed";
  const error = { code, message, effect: effect.done, confirm };
  return { status: statusOf(code), body: { error } };
}

function reporter(path: string, onAct: AdminRouteOptions["onAct"]) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const context = request.getDecorator<ActContext | null>(CONTEXT);
    if (context === null) return;
    const { actor, reason, requestId, seq } = context;
    const params = (request.params ?? {}) as Readonly<Record<string, string>>;
    const shown = path.replace(/:(\w+)/g, (name, key: string) => params[key] ?? name);
    const { statusCode: status } = reply;
    const { method } = request;
    const endpoint = `${method} ${path}`;
    onAct({ endpoint, actor, method, path: shown, status, reason, requestId, seq });
  };
}

/** Errors have one shape; `reason` is the rejection where the core rejected the command. */
function refusalBody({ message, reason, refused }: AdminRefusal) {
  const rejection = reason === undefined ? {} : { reason };
  return { status: statusOf(refused), body: { error: { code: refused, message, ...rejection } } };
}

/** Sends the outcome of a request. */
export function sendOutcome(
  reply: FastifyReply,
  outcome: AdminOutcome<unknown>,
  status: number,
): FastifyReply {
  if ("done" in outcome) return reply.code(status).send(outcome.done);
  const refusal = refusalBody(outcome);
  return reply.code(refusal.status).send(refusal.body);
}
