import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { ACCOUNT_KINDS, ACCOUNT_LEVELS } from "../core/base/vocabulary.ts";
import { registerAccountRoutes } from "./account-routes.ts";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, InstrumentBody, Name, RealmName, Uid, UidPath } from "./admin-fields.ts";
import { type GuardParts, guardAdmin } from "./admin-guard.ts";
import type { AdminActions } from "./admin-port.ts";
import { ADMIN_SUMMARIES } from "./admin-summaries.ts";
import { registerChainRoutes } from "./chain-routes.ts";
import { registerConversionRoutes } from "./conversion-routes.ts";
import { registerCustodyRoutes } from "./custody-routes.ts";
import { registerGuardRoutes } from "./guard-routes.ts";
import { registerLimitRoutes } from "./limit-routes.ts";
import { registerLossRoutes } from "./loss-routes.ts";
import { registerP2pReadRoutes } from "./p2p-read-routes.ts";
import { registerP2pRoutes } from "./p2p-routes.ts";
import { registerPledgeRoutes } from "./pledge-routes.ts";
import { registerPriceRoutes } from "./price-routes.ts";
import { registerReviewRoutes } from "./review-routes.ts";
import { registerRiskRoutes } from "./risk-routes.ts";
import { registerSurveillanceRoutes } from "./surveillance-routes.ts";
import { TEXT_FORMATS } from "./text-formats.ts";
import { registerTimeRoutes } from "./time-routes.ts";
import { registerUnitRoutes } from "./unit-routes.ts";

/** Path prefix of the administrative routes. */
export const ADMIN_PREFIX = "/admin/v1";

/** Wallets of users, which can be credited. All other wallets belong to the exchange. */
export const USER_WALLETS = [
  "spot",
  "funding",
  "usdt_futures",
  "usdc_futures",
  "coin_futures",
  "crossed_margin",
  "isolated_margin",
  "unified",
] as const;

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
    passphrase: Type.Optional(Type.String({ pattern: TEXT_FORMATS.passphrase.pattern })),
    permissions: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 16 })),
    ipList: Type.Optional(Type.Array(Name, { maxItems: 30 })),
    publicKey: Type.Optional(Type.String({ maxLength: 2_000 })),
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
  { mode: Type.Enum(["exact", "off", "configured"]) },
  { additionalProperties: false },
);

/**
 * Registers the administrative interface under `/admin/v1`, for the holder of the token only.
 * Responses are plain JSON; an error is `{"error": {"code", "message"}}`.
 */
export function registerAdminRoutes(
  app: FastifyInstance,
  options: GuardParts & { readonly actions: AdminActions },
): void {
  const { actions } = options;
  app.register(
    (plain, _options, done) => {
      const admin = plain.withTypeProvider<TypeBoxTypeProvider>();
      guardAdmin(admin, options);
      listRoutes(admin);
      registerUserRoutes(admin, actions);
      registerAccountRoutes(admin, actions);
      registerInstrumentRoutes(admin, actions);
      registerPriceRoutes(admin, actions);
      registerRiskRoutes(admin, actions);
      registerLimitRoutes(admin, actions);
      registerReviewRoutes(admin, actions);
      registerLossRoutes(admin, actions);
      registerGuardRoutes(admin, actions);
      registerChainRoutes(admin, actions);
      registerConversionRoutes(admin, actions);
      registerUnitRoutes(admin, actions);
      registerP2pRoutes(admin, actions);
      registerP2pReadRoutes(admin, actions);
      registerPledgeRoutes(admin, actions);
      registerCustodyRoutes(admin, actions);
      registerSurveillanceRoutes(admin, actions);
      registerRateLimitRoutes(admin, actions);
      registerTimeRoutes(admin, actions);
      admin.get("/audit", async () => await actions.audit());
      done();
    },
    { prefix: ADMIN_PREFIX },
  );
}

/** Registers `GET /admin/v1`, which lists itself and every route registered after this call. */
function listRoutes(admin: AdminApp): void {
  const routes: { method: string; path: string; summary: string }[] = [];
  admin.addHook("onRoute", ({ method, routePath }) => {
    for (const httpMethod of [method].flat()) {
      // Fastify may add a HEAD route for each GET route.
      if (httpMethod === "HEAD") continue;
      const path = routePath === "" ? "/" : routePath;
      const summary = ADMIN_SUMMARIES[`${httpMethod} ${path}`] ?? "";
      routes.push({ method: httpMethod, path: `${ADMIN_PREFIX}${routePath}`, summary });
    }
  });
  admin.get("", (_request, reply) => reply.send(routes));
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
    const { passphrase, permissions, ipList = [], publicKey } = body;
    const newKey = { uid, passphrase, permissions, ipList, publicKey };
    return sendOutcome(reply, await actions.createKey(newKey), 201);
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
  admin.put("/rate-limits", { schema: { body: RateLimitBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.changeRateLimit(request.body)),
  );
  admin.put("/rate-limits/mode", { schema: { body: ModeBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.setRateLimitMode(request.body.mode)),
  );
}
