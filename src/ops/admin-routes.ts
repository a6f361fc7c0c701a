import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { Type } from "typebox";
import { ACCOUNT_KINDS, ACCOUNT_LEVELS } from "../core/vocabulary.ts";
import {
  type AdminApp,
  Decimal,
  InstrumentBody,
  Name,
  RealmName,
  sendOutcome,
} from "./admin-app.ts";
import type { AdminActions } from "./admin-port.ts";
import type { AdminToken } from "./admin-token.ts";
import { registerLimitRoutes } from "./limit-routes.ts";
import { registerPriceRoutes } from "./price-routes.ts";
import { registerRiskRoutes } from "./risk-routes.ts";

/** Where the routes stand. */
export const ADMIN_PREFIX = "/admin/v1";

/** Wallets of users: what can be credited. The others belong to the exchange. */
const USER_WALLETS = [
  "spot",
  "funding",
  "usdt_futures",
  "usdc_futures",
  "coin_futures",
  "crossed_margin",
  "isolated_margin",
  "unified",
] as const;

const Uid = Type.String({ pattern: "^\\d{1,19}$" });

const NewUserBody = Type.Object(
  {
    kind: Type.Enum([...ACCOUNT_KINDS]),
    realm: Type.Optional(RealmName),
    name: Type.Optional(Name),
    parentUid: Type.Optional(Uid),
    level: Type.Optional(Type.Enum([...ACCOUNT_LEVELS])),
  },
  { additionalProperties: false },
);
const NewKeyBody = Type.Object(
  {
    passphrase: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9]{8,32}$" })),
    permissions: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 16 })),
    ipList: Type.Optional(Type.Array(Name, { maxItems: 30 })),
  },
  { additionalProperties: false },
);
const CreditBody = Type.Object(
  { wallet: Type.Enum([...USER_WALLETS]), coin: Name, amount: Decimal },
  { additionalProperties: false },
);
const RateLimitBody = Type.Object(
  {
    bucket: Type.String({ minLength: 1, maxLength: 128 }),
    count: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    perMs: Type.Integer({ minimum: 1, maximum: 3_600_000 }),
  },
  { additionalProperties: false },
);
const ModeBody = Type.Object(
  { mode: Type.Enum(["exact", "off"]) },
  { additionalProperties: false },
);
const UidPath = Type.Object({ uid: Uid });

/**
 * The administrative interface under `/admin/v1`, for the holder of the token alone. Answers are
 * plain JSON; an error is `{"error": {"code", "message"}}`.
 */
export function registerAdminRoutes(
  app: FastifyInstance,
  options: { readonly actions: AdminActions; readonly token: AdminToken },
): void {
  const { actions, token } = options;
  app.register(
    (plain, _options, done) => {
      const admin = plain.withTypeProvider<TypeBoxTypeProvider>();
      guard(admin, token);
      registerUserRoutes(admin, actions);
      registerInstrumentRoutes(admin, actions);
      registerPriceRoutes(admin, actions);
      registerRiskRoutes(admin, actions);
      registerLimitRoutes(admin, actions);
      registerRateLimitRoutes(admin, actions);
      admin.get("/audit", async () => await actions.audit());
      done();
    },
    { prefix: ADMIN_PREFIX },
  );
}

/** The token before anything is read, strict JSON, and errors in the shape of these routes. */
function guard(admin: AdminApp, token: AdminToken): void {
  admin.setValidatorCompiler(TypeBoxValidatorCompiler);
  admin.removeAllContentTypeParsers();
  const parse = admin.getDefaultJsonParser("error", "error");
  admin.addContentTypeParser("application/json", { parseAs: "string" }, parse);
  admin.addHook("onRequest", (request, reply, next) => {
    if (token.admits(request.headers.authorization)) next();
    else {
      reply.header("www-authenticate", "Bearer");
      sendError(reply, 401, "unauthorized", "the admin token is missing or wrong");
    }
  });
  admin.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) sendError(reply, 500, "internal_error", "the request failed");
    else sendError(reply, status, error.code.toLowerCase(), error.message);
  });
  admin.setNotFoundHandler((_request, reply) => {
    sendError(reply, 404, "not_found", "there is no such administrative route");
  });
}

function sendError(reply: FastifyReply, status: number, code: string, message: string): void {
  reply.code(status).send({ error: { code, message } });
}

function registerUserRoutes(admin: AdminApp, actions: AdminActions): void {
  admin.post("/users", { schema: { body: NewUserBody } }, async (request, reply) => {
    const body = request.body;
    const outcome = await actions.createUser({
      accountKind: body.kind,
      realm: body.realm ?? "live",
      name: body.name ?? "",
      parentUid: body.parentUid,
      level: body.level ?? "advanced",
    });
    return sendOutcome(reply, outcome, 201);
  });
  const keySchema = { params: UidPath, body: NewKeyBody };
  admin.post("/users/:uid/keys", { schema: keySchema }, async (request, reply) => {
    const { uid } = request.params;
    const body = request.body;
    const { passphrase, permissions, ipList = [] } = body;
    return sendOutcome(
      reply,
      await actions.createKey({ uid, passphrase, permissions, ipList }),
      201,
    );
  });
  const creditSchema = { params: UidPath, body: CreditBody };
  admin.post("/users/:uid/credits", { schema: creditSchema }, async (request, reply) => {
    const { uid } = request.params;
    const body = request.body;
    return sendOutcome(reply, await actions.credit({ uid, ...body }), 201);
  });
}

function registerInstrumentRoutes(admin: AdminApp, actions: AdminActions): void {
  const schema = { body: InstrumentBody };
  admin.post("/instruments/halt", { schema }, async (request, reply) => {
    const body = request.body;
    return sendOutcome(reply, await actions.haltInstrument({ realm: "live", ...body }));
  });
  admin.post("/instruments/resume", { schema }, async (request, reply) => {
    const body = request.body;
    return sendOutcome(reply, await actions.resumeInstrument({ realm: "live", ...body }));
  });
}

function registerRateLimitRoutes(admin: AdminApp, actions: AdminActions): void {
  admin.get("/rate-limits", (_request, reply) => reply.send(actions.listRateLimits()));
  admin.put("/rate-limits", { schema: { body: RateLimitBody } }, (request, reply) => {
    const body = request.body;
    return sendOutcome(reply, actions.changeRateLimit(body));
  });
  admin.put("/rate-limits/mode", { schema: { body: ModeBody } }, (request, reply) => {
    const { mode } = request.body;
    return reply.send(actions.setRateLimitMode(mode));
  });
}
