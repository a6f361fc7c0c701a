import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { ALERT_KINDS } from "../core/base/alert-kinds.ts";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { UidPath } from "./admin-fields.ts";
import type { SurveillanceActions } from "./surveillance-port.ts";

const ALERTS_PER_PAGE = 100;

const AlertsQuery = Type.Object(
  {
    kind: Type.Optional(Type.Enum([...ALERT_KINDS])),
    since: Type.Optional(Type.String({ maxLength: 32 })),
    cursor: Type.Optional(Type.String({ pattern: "^\\d{1,15}$" })),
    limit: Type.Optional(Type.String({ pattern: "^([1-9]\\d?|100)$" })),
  },
  { additionalProperties: false },
);
const FiguresBody = Type.Record(
  Type.String({ pattern: "^[a-zA-Z]{1,32}$" }),
  Type.Integer({ minimum: 0 }),
  { additionalProperties: false, minProperties: 1 },
);

/** Returns the query parameters of a URL; an array for a name that occurs more than once. */
function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf("?");
  const parameters = new URLSearchParams(start === -1 ? "" : url.slice(start));
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/** Parses the query before validation: the server leaves queries to the routes. */
function readQuery(request: FastifyRequest, _reply: FastifyReply, next: () => void): void {
  request.query = queryOf(request.raw.url ?? "");
  next();
}

/** Registers the routes of alerts, groups of accounts and thresholds of the detectors. */
export function registerSurveillanceRoutes(admin: AdminApp, actions: SurveillanceActions): void {
  const alerts = { schema: { querystring: AlertsQuery }, preValidation: readQuery };
  admin.get("/surveillance/alerts", alerts, (request, reply) => {
    const { cursor = "", kind, limit = String(ALERTS_PER_PAGE), since = "" } = request.query;
    return sendOutcome(reply, actions.listAlerts({ kind, since, cursor, limit: Number(limit) }));
  });
  admin.get("/surveillance/groups/:uid", { schema: { params: UidPath } }, (request, reply) =>
    sendOutcome(reply, actions.accountGroup(request.params.uid)),
  );
  admin.get("/surveillance/figures", (_request, reply) =>
    reply.send(actions.surveillanceFigures()),
  );
  admin.put("/surveillance/figures", { schema: { body: FiguresBody } }, (request, reply) =>
    sendOutcome(reply, actions.setSurveillanceFigures(request.body)),
  );
}
