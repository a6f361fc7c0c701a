/**
 * HOW TO WRITE AN ENDPOINT. Each endpoint has a file of its own in `rest-v2/<area>/` or
 * `rest-v3/<area>/`, named after the endpoint; `tools/tidy` checks that a module makes one. Add its
 * export to that area's list in `endpoints-<area>.ts` beside it, and a new area's list to
 * `endpoints-v2.ts` or `endpoints-v3.ts`. Router, limits, documentation and tests follow. Common
 * parts of several endpoints are in a named file that they import. What only the terminal has is in
 * `terminal-reads/`, below `/terminal/v1/`, with the errors of v3.
 *
 *     export const getOrderInfo = defineEndpoint({
 *       method: "GET",
 *       paths: ["/api/v3/trade/order-info"],
 *       version: "v3",
 *       summary: "One order by its id or client id",
 *       access: { kind: "private", permission: "uta_trade_read" },
 *       limit: { perSecond: 20, per: "uid" },
 *       request: Type.Object({
 *         orderId: Type.Optional(id()),
 *         clientOid: Type.Optional(clientOidV3()),
 *       }),
 *       response: Type.Object({ orderId: Type.String(), … }),
 *       handle(context, request) {
 *         if (request.orderId === undefined && request.clientOid === undefined) {
 *           throw context.errors.needsOneOf(["orderId", "clientOid"]);
 *         }
 *         const order = context.exchange.live.…(context.principal.userIndex, …);
 *         if (order === undefined) return wireError("25204");
 *         return { … };
 *       },
 *     });
 *
 * - `request` is a `Type.Object` (or a `batchOf` for v3 bodies that are bare arrays) of fields from
 *   `fields.ts`: they are checked and converted before `handle` runs, and parameters the client
 *   did not send are absent. An optional field with `default` needs no `Type.Optional`.
 * - `handle` returns the payload of the success envelope, a promise of it, a `JsonText` that is
 *   JSON already, an `OpenAnswer` that is a stream (`isStream`), or a `WireError`; it may also
 *   throw a `WireError`. A plain return is fastest: write `async` only where something is awaited.
 * - Faulty parameters are reported by `context.errors`, so that all endpoints return the same
 *   codes; time ranges are read by `time-range.ts`, rejections of core mapped by
 *   `rejection-codes.ts`.
 * - New wire codes are added to `wire-codes.ts` first.
 * - Identity comes from `context.principal`, never from a parameter. The response to an id of
 *   another user is exactly the response to an id that does not exist.
 * - `defineTradeEndpoint` defines an endpoint that WebSocket serves as a trade operation: the
 *   operation calls its `run` and applies its permission, limit and bucket.
 */
import type { Writable } from "node:stream";
import type { Static, TSchema } from "typebox";
import type { Permission } from "../auth/permissions.ts";
import type { Principal, Realm } from "../auth/principal.ts";
import type { ExchangeAccess, TradeExchange } from "../exchange-access.ts";
import { requireCode } from "../terminal/require-code.ts";
import type { BrowserRequest } from "./browser-request.ts";
import { type ApiVersion, PARAMETER_ERRORS, type ParameterErrors } from "./parameter-errors.ts";
import { PendingReply } from "./pending-reply.ts";
import { compileReader } from "./request-reader.ts";
import type { RequestTrace } from "./request-trace.ts";
import type { WireValue } from "./strict-json.ts";
import type { WireError } from "./wire-error.ts";

export type Access =
  | {
      readonly kind: "public";
      /** `page`: only a page of the exchange may send it, because it opens or ends sessions. */
      readonly sender?: "any" | "page";
    }
  | {
      readonly kind: "private";
      /** Permissions of which the key must hold at least one. */
      readonly permission: Permission | readonly Permission[];
      /**
       * Account kinds whose keys are served. By default the version decides: classic keys on v2,
       * unified keys on v3; `any` marks the few endpoints that serve both.
       */
      readonly accounts?: "of_version" | "any";
      /** Realm whose keys are served; by default both. */
      readonly realm?: "live";
      /** `session`: sessions of browsers alone, no API keys; by default both. */
      readonly sender?: "any" | "session";
    };

/** Rate limit of one endpoint, counted per user or per address. */
export type EndpointLimit = {
  readonly per: "uid" | "ip";
  /** Endpoints and WebSocket operations with the same bucket share one count. */
  readonly bucket?: string;
} & ({ readonly perSecond: number } | { readonly perMinute: number });

/** Input of every handler besides the request. */
export interface EndpointContext {
  readonly exchange: ExchangeAccess;
  readonly errors: ParameterErrors;
  /** Realm of the key; on public endpoints that of the header `paptrading`. */
  readonly realm: Realm;
  readonly clientIp: string;
  /** Returns the request as its browser sent it. */
  readonly browser: () => BrowserRequest;
  /** Time at which the gateway accepted the request, Unix milliseconds. */
  readonly requestTimeMs: number;
  /**
   * End of the window of the request in exchange time: its commands are durable by then, or never.
   */
  readonly expiresAtMs: number;
  /** Id of the request, which its commands carry, and their seq. */
  readonly trace: RequestTrace;
  /** Sender of the request; undefined on public endpoints. */
  readonly principal: Principal | undefined;
  /**
   * Throws if the key of the request was deleted or changed since it was verified. Absent where
   * nothing is awaited in between: on public endpoints and WebSocket.
   */
  readonly requireUnchanged?: (() => void) | undefined;
}

export interface PrivateContext extends EndpointContext {
  readonly principal: Principal;
}

/**
 * Context of a trade endpoint: without history, which would have to be awaited, and without
 * address and headers, because a connection has one instead of the request.
 */
export interface TradeContext extends Omit<PrivateContext, "browser" | "clientIp" | "exchange"> {
  readonly exchange: TradeExchange;
}

type ContextOf<A extends Access> = A extends { kind: "private" } ? PrivateContext : EndpointContext;

/** Payload that is JSON text already: encoded once, served many times. */
export class JsonText {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Answer that stays open: `open` gets the response after its head was sent, as an event stream. */
export class OpenAnswer {
  readonly open: (response: Writable) => void;
  constructor(open: (response: Writable) => void) {
    this.open = open;
  }
}

/** Payload whose answer also stores or removes cookies. */
export class CookieAnswer<P> {
  readonly payload: P;
  /** Values of `Set-Cookie`. */
  readonly cookies: string[];
  constructor(payload: P, cookies: string[]) {
    this.payload = payload;
    this.cookies = cookies;
  }
}

export type Payload<R extends TSchema> =
  | Static<R>
  | JsonText
  | OpenAnswer
  | CookieAnswer<Static<R>>
  | WireError;

export interface EndpointDefinition<A extends Access, Q extends TSchema, R extends TSchema> {
  readonly method: "GET" | "POST";
  /** All paths under which the endpoint is served; the first names it. */
  readonly paths: readonly [string, ...string[]];
  readonly version: ApiVersion;
  /** One line for the reference page. */
  readonly summary: string;
  /** Details for the reference page that a user must know. */
  readonly description?: string;
  readonly access: A;
  readonly limit: EndpointLimit;
  /** Whether the body is a batch, which may be four times as large. */
  readonly batch?: boolean;
  /** Whether a POST also takes parameters from its query string. */
  readonly readsQuery?: boolean;
  /**
   * Whether the endpoint looks up earlier actions of the user and waits until their outcomes are
   * known.
   */
  readonly settles?: boolean;
  /**
   * Whether the endpoint cancels or reduces risk: it counts in a limit that no other request uses
   * up.
   */
  readonly urgent?: boolean;
  /**
   * Whether a request that is received again with the same signature has no further effect and the
   * answer of the first.
   */
  readonly once?: boolean;
  /** Whether a private request under a `clientOid` that its user has used has no further effect. */
  readonly oncePerClientId?: boolean;
  /**
   * Whether the answer holds a secret, which is shown once: with `once`, a repetition is refused
   * instead.
   */
  readonly isSecret?: boolean;
  /** Whether its answer is an `OpenAnswer`. */
  readonly isStream?: boolean;
  /**
   * Whether the endpoint moves money out or makes credentials: a session of a user with one-time
   * codes needs a code in the header `x-bourse-code`. API keys need none.
   */
  readonly confirmed?: boolean;
  readonly request: Q;
  readonly response: R;
  handle(context: ContextOf<A>, request: Static<Q>): Payload<R> | Promise<Payload<R>>;
}

/** An endpoint as the server, the documentation and the tests see it. */
export interface Endpoint {
  readonly method: "GET" | "POST";
  readonly paths: readonly [string, ...string[]];
  readonly version: ApiVersion;
  readonly summary: string;
  readonly description: string | undefined;
  readonly access: Access;
  readonly limit: EndpointLimit;
  /** Name of the limit's bucket; the first path unless the definition names one. */
  readonly bucket: string;
  readonly batch: boolean;
  readonly readsQuery: boolean;
  readonly settles: boolean;
  readonly urgent: boolean;
  readonly once: boolean;
  readonly oncePerClientId: boolean;
  readonly isSecret: boolean;
  readonly isStream: boolean;
  readonly confirmed: boolean;
  readonly request: TSchema;
  readonly response: TSchema;
  /**
   * Reads the sent values and runs the handler. Throws `WireError` for a faulty parameter. On a
   * private endpoint the context must carry a principal.
   */
  run(context: EndpointContext, sent: WireValue): unknown;
}

/** Defines an endpoint; throws while the module is loaded if the definition contradicts itself. */
export function defineEndpoint<const A extends Access, Q extends TSchema, R extends TSchema>(
  definition: EndpointDefinition<A, Q, R>,
): Endpoint {
  const { method, paths, version, access, limit, request, response } = definition;
  const name = `${method} ${paths[0]}`;
  if (access.kind === "public" && limit.per === "uid") {
    throw new TypeError(`${name}: a public endpoint is limited per ip`);
  }
  const { confirmed = false } = definition;
  const read = compileReader(request, PARAMETER_ERRORS[version]);
  return {
    method,
    paths,
    version,
    summary: definition.summary,
    description: definition.description,
    access,
    limit,
    bucket: limit.bucket ?? name,
    batch: definition.batch ?? false,
    readsQuery: definition.readsQuery ?? false,
    settles: definition.settles ?? false,
    urgent: definition.urgent ?? false,
    once: definition.once ?? false,
    oncePerClientId: definition.oncePerClientId ?? false,
    isSecret: definition.isSecret ?? false,
    isStream: definition.isStream ?? false,
    confirmed,
    request,
    response,
    run(context, sent) {
      const asked = read(sent) as Static<Q>;
      // After the parameters are read: a faulty request uses up no code.
      if (confirmed) requireCode(context);
      return definition.handle(context as ContextOf<A>, asked);
    },
  };
}

type PrivateAccess = Extract<Access, { readonly kind: "private" }>;

/** Result of a trade endpoint: its reply, or the error that refuses the request. */
export type TradePayload<R extends TSchema> = Static<R> | WireError;

/** Result of a trade endpoint, now or later. */
export type TradeResult<R extends TSchema> =
  | TradePayload<R>
  | Promise<TradePayload<R>>
  | PendingReply<TradePayload<R>>;

/** Trade endpoint; WebSocket runs it as a trade operation. */
export type TradeEndpoint<R extends TSchema = TSchema> = Endpoint & {
  readonly access: PrivateAccess;
  run(context: TradeContext, sent: WireValue): TradePayload<R> | Promise<TradePayload<R>>;
  /** Runs the endpoint as `run` does, without a promise where the handler needs none. */
  begin(context: TradeContext, sent: WireValue): TradeResult<R>;
};

/**
 * Defines an endpoint that trade operations of WebSocket also run; otherwise as `defineEndpoint`.
 */
export function defineTradeEndpoint<Q extends TSchema, R extends TSchema>(
  definition: Omit<EndpointDefinition<PrivateAccess, Q, R>, "confirmed" | "handle"> & {
    handle(context: TradeContext, request: Static<Q>): TradeResult<R>;
  },
): TradeEndpoint<R> {
  const { access, handle, request, version } = definition;
  const read = compileReader(request, PARAMETER_ERRORS[version]);
  const endpoint: Endpoint = defineEndpoint({
    ...definition,
    handle(context: TradeContext, asked) {
      const result = handle(context, asked);
      return result instanceof PendingReply ? result.promise() : result;
    },
  });
  const begin = (context: TradeContext, sent: WireValue): TradeResult<R> =>
    handle(context, read(sent) as Static<Q>);
  return { ...endpoint, access, begin } as TradeEndpoint<R>;
}
