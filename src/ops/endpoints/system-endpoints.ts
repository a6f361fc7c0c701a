/** Endpoints of the exchange as a whole: rights, acts, effects, limits, time, audit. */
import { Type } from "typebox";
import { ADMIN_ROLES, CATEGORIES } from "../../core/base/vocabulary.ts";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import {
  ActRows,
  amount,
  Flag,
  IsoTime,
  Name,
  RealmName,
  rowsOf,
  SignedDecimal,
  strict,
  Text,
  TimeText,
  text,
  Uid,
} from "../admin-fields.ts";
import { PAGE_QUERY, pageOf } from "../admin-query.ts";

const Role = Type.Enum([...ADMIN_ROLES]);
const NamePath = Type.Object({ name: Name });

/** Schema of an effect, in responses and in refusals that ask for a confirmation. */
export const EffectSchema = Type.Object({
  users: rowsOf({
    ...{ uid: Text, name: Text },
    isAgent: Type.Boolean({ description: "whether it is one of the market's own agents" }),
    liquidatedUsd: amount("value of the liquidated positions, in US dollars"),
    lossUsd: amount("loss at present prices, in US dollars"),
  }),
  liquidatedUsers: Type.Integer(),
  liquidatedUsd: Text,
  deleveragedUsd: amount("value of positions of others that would be closed"),
  insuranceUsd: amount("change of the insurance funds, in US dollars: below zero when they pay"),
  poolLossUsd: Text,
  cancelledOrders: Type.Integer(),
});

export const TOKEN_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/tokens",
    summary: "Lists admin tokens, without secrets",
    response: rowsOf({
      ...{ name: Text, role: Role, issuedAt: IsoTime },
      expiresAt: text("ISO time from which it is refused; empty for never"),
      isExpired: Flag,
      issuers: Type.Array(Text, { description: "who issued it, and so on" }),
    }),
    run: (actions) => answered(actions.listTokens()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/tokens/:name",
    summary: "Issues an admin token, or replaces it",
    description:
      "The token is shown once; the exchange keeps its SHA-256. Without `expiresAt` it does not " +
      "expire. A replaced token is refused from then on.",
    params: NamePath,
    body: strict({ role: Role, expiresAt: Type.Optional(TimeText) }),
    response: Type.Object({ name: Text, role: Role, expiresAt: Text, token: Text }),
    example: { role: "support", expiresAt: "2099-12-31T00:00:00Z" },
    run: (actions, { body: { expiresAt, role }, params }) =>
      actions.issueToken({ name: params.name, role, expiresAt }),
  }),
  adminEndpoint({
    method: "DELETE",
    path: "/tokens/:name",
    summary: "Removes an admin token",
    params: NamePath,
    response: Type.Object({ name: Text }),
    run: (actions, { params }) => actions.removeToken(params.name),
  }),
];

export const ACT_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/acts",
    summary: "Lists the operator's acts, newest first",
    description:
      "One row per command: who (`actor`), when, why (`reason`, from the header `X-Reason`), " +
      "with which request, what it concerned, and its fields. `command` is the kind of the " +
      "command. A symbol needs its category; the realm is live when absent.",
    query: strict({
      actor: Type.Optional(Name),
      command: Type.Optional(Name),
      uid: Type.Optional(Uid),
      symbol: Type.Optional(Name),
      category: Type.Optional(Type.Enum([...CATEGORIES])),
      realm: Type.Optional(RealmName),
      requestId: Type.Optional(Name),
      since: Type.Optional(TimeText),
      until: Type.Optional(TimeText),
      ...PAGE_QUERY,
    }),
    response: ActRows,
    run: (actions, { query }) => {
      const { actor, category, command, realm, requestId, since, symbol, uid, until } = query;
      const narrowed = { actor, category, command, realm, requestId, since, symbol, uid, until };
      return actions.listActs({ ...narrowed, ...pageOf(query) });
    },
  }),
];

export const EFFECT_ENDPOINTS = [
  adminEndpoint({
    method: "POST",
    path: "/what-if",
    roles: ["read", "support", "risk", "treasury"],
    summary: "Computes what a movement of index prices would liquidate and cost",
    description:
      "On a copy of the state: the prices move by `percent` at once, all coins when `coin` is " +
      "absent, and 30 seconds pass. Nothing happens on the exchange.",
    body: strict({
      moves: Type.Array(strict({ coin: Type.Optional(Name), percent: SignedDecimal }), {
        minItems: 1,
        maxItems: 64,
      }),
    }),
    response: EffectSchema,
    example: { moves: [{ percent: "-5" }] },
    run: (actions, { body }) =>
      actions.effectOfMoves(body.moves.map(({ coin, percent }) => ({ coin, percent }))),
  }),
];

const RULE = {
  bucket: Text,
  per: Type.Enum(["uid", "ip", "all"]),
  count: Type.Integer(),
  perMs: Type.Integer(),
};
const Limits = Type.Object({ mode: Type.Enum(["exact", "off"]), limits: rowsOf(RULE) });

export const RATE_LIMIT_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/rate-limits",
    summary: "Lists rate limits",
    response: Limits,
    run: (actions) => answered(actions.listRateLimits()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/rate-limits",
    summary: "Changes a rate limit",
    description: "Effective at once and after each start.",
    body: strict({
      bucket: Type.String({ minLength: 1, maxLength: 116 }),
      count: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      perMs: Type.Integer({ minimum: 1, maximum: 3_600_000 }),
    }),
    response: Type.Object(RULE),
    example: { bucket: "overall of a user", count: 6_000, perMs: 60_000 },
    run: (actions, { body }) => actions.changeRateLimit(body),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/rate-limits/mode",
    summary: "Switches rate limits",
    description: "`configured` is the mode of `--rate-limits`.",
    body: strict({ mode: Type.Enum(["exact", "off", "configured"]) }),
    response: Limits,
    example: { mode: "configured" },
    run: (actions, { body }) => actions.setRateLimitMode(body.mode),
  }),
];

const DIFFERENCE_MS_MAX = Number.MAX_SAFE_INTEGER;

export const TIME_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/time",
    summary: "Shows exchange time, the wall clock, and whether a jump of the clock is held",
    response: Type.Object({
      ...{ exchangeTime: IsoTime, wallClock: IsoTime },
      differenceMs: Type.Number({ description: "wall clock minus exchange time" }),
      mode: Type.Enum(["following", "held", "converging"]),
      cause: text("`jump`, or `start` for a difference from the journal; empty when not held"),
      heldSince: Text,
      heldForMs: Type.Number(),
      jumpMs: Type.Number({ description: "a larger difference is a jump" }),
      unattendedMs: Type.Number({ description: "downtime that needs no confirmation" }),
    }),
    run: (actions) => answered(actions.time()),
  }),
  adminEndpoint({
    method: "POST",
    path: "/time/accept",
    summary: "Accepts the wall clock after a jump",
    description: "`differenceMs` as it was shown.",
    body: strict({
      differenceMs: Type.Integer({ minimum: -DIFFERENCE_MS_MAX, maximum: DIFFERENCE_MS_MAX }),
    }),
    response: Type.Object({
      result: Type.Enum(["stepped", "converging"]),
      ...{ from: IsoTime, to: IsoTime, takesMs: Type.Number() },
    }),
    example: { differenceMs: 3_600_000 },
    run: (actions, { body }) => actions.acceptTime(body.differenceMs),
  }),
];

export const AUDIT_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/audit",
    summary: "Runs the audit",
    description: "The verdict of each invariant, and conservation of each currency.",
    response: Type.Object({
      ...{ seq: Type.Integer(), holds: Flag },
      invariants: rowsOf({
        ...{ invariant: Type.Integer(), statement: Text, holds: Flag },
        findings: Type.Array(Text),
      }),
      conservation: rowsOf({
        ...{ coin: Text, users: Text, exchange: Text, outsideWorld: Text },
        sum: amount("zero when nothing is lost"),
      }),
    }),
    run: async (actions) => answered(await actions.audit()),
  }),
];
