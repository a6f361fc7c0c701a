/** Administrative endpoints as values: routes, rights and documents are made from them. */
import { type Static, type TObject, type TSchema, Type } from "typebox";
import { ADMIN_ROLES, type AdminRole } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";
import type { AdminActions } from "./admin-port.ts";

export type AdminMethod = "GET" | "POST" | "PUT" | "DELETE";

/** What a request gives, checked against the schemas of its endpoint. */
export type AdminRequest<P extends TObject, Q extends TObject, B extends TSchema> = {
  readonly params: Static<P>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
};

type MaybePromise<T> = T | Promise<T>;

/**
 * What an action may return for a schema: nothing in it is written to, and optional members may be
 * undefined.
 */
type Readable<T> = T extends readonly (infer Item)[]
  ? readonly Readable<Item>[]
  : T extends object
    ? {
        readonly [Name in keyof T]: T extends Record<Name, T[Name]>
          ? Readable<T[Name]>
          : Readable<T[Name]> | undefined;
      }
    : T;

/**
 * When a request must be confirmed after its effect was shown: `always`, if it would liquidate
 * accounts, or never.
 */
export type ConfirmationRule = "always" | "if_liquidating" | "never";

/** Description of a route, with the types that follow from its schemas. */
interface AdminRouteTerms<
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
> {
  readonly method: AdminMethod;
  /** Path below the prefix; `:name` is a parameter of it. */
  readonly path: string;
  /** Roles that may call it besides `all`; absent: every role for GET, none for others. */
  readonly roles?: readonly AdminRole[];
  /** One line: what it does. */
  readonly summary: string;
  /** Units, bounds and side effects, where the summary and the schemas do not say them. */
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly response: R;
  /** Absent: it never asks back. Only for endpoints with a body. */
  readonly confirm?: (actions: AdminActions, request: AdminRequest<P, Q, B>) => ConfirmationRule;
  /** Whether it answers 201 instead of 200. */
  readonly isCreating?: boolean;
  /** Body of the example in the documents. */
  readonly example?: Static<B>;
}

/** Description of an endpoint that runs actions. */
export interface AdminEndpointTerms<
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
> extends AdminRouteTerms<P, Q, B, R> {
  run(
    actions: AdminActions,
    request: AdminRequest<P, Q, B>,
  ): MaybePromise<AdminOutcome<Readable<Static<R>>>>;
}

/** A route of any types, as guard and documents use it. */
export interface AdminRoute {
  readonly method: AdminMethod;
  readonly path: string;
  readonly roles: readonly AdminRole[];
  readonly summary: string;
  readonly description: string | undefined;
  readonly params: TObject | undefined;
  readonly query: TObject | undefined;
  readonly body: TSchema | undefined;
  readonly response: TSchema;
  readonly status: 200 | 201;
  readonly example: unknown;
  readonly confirm:
    | ((actions: AdminActions, request: AnyAdminRequest) => ConfirmationRule)
    | undefined;
}

/** An endpoint of any types. */
export interface AdminEndpoint extends AdminRoute {
  run(actions: AdminActions, request: AnyAdminRequest): MaybePromise<AdminOutcome<unknown>>;
}

export type AnyAdminRequest = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
};

/** Describes an endpoint; the result can be kept in a list with others. */
export function adminEndpoint<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
>(terms: AdminEndpointTerms<P, Q, B, R>): AdminEndpoint {
  return {
    ...adminRoute(terms),
    run: (actions, request) => terms.run(actions, request as AdminRequest<P, Q, B>),
  };
}

/** Describes a route whose handler is registered apart from its description. */
export function adminRoute<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
>(terms: AdminRouteTerms<P, Q, B, R>): AdminRoute {
  const { confirm, description, example, method, params, path, query, response, summary } = terms;
  const byDefault = method === "GET" ? ADMIN_ROLES : (["all"] as const);
  return {
    ...{ method, path, summary, description, params, query, response, example },
    body: confirm === undefined ? terms.body : confirmedBody(terms.body),
    confirm: confirm && ((actions, request) => confirm(actions, request as AdminRequest<P, Q, B>)),
    roles: ADMIN_ROLES.filter(
      (role) => role === "all" || (terms.roles ?? byDefault).includes(role),
    ),
    status: terms.isCreating === true ? 201 : 200,
  };
}

/** Longest text by which a request is confirmed. */
const CONFIRMATION_LENGTH_MAX = 128;

/** Adds the member `confirm` to the schema of a body. */
function confirmedBody(body: TSchema | undefined): TSchema {
  const { properties = {} } = (body ?? {}) as Partial<TObject>;
  const confirm = Type.Optional(
    Type.String({
      maxLength: CONFIRMATION_LENGTH_MAX,
      description: "the text of the refusal that asked for it",
    }),
  );
  return Type.Object({ ...properties, confirm }, { additionalProperties: false });
}

/** The outcome of a read that cannot be refused. */
export function answered<T>(done: T): AdminOutcome<T> {
  return { done };
}
