import { Type } from "typebox";
import { ALERT_KINDS } from "../core/base/alert-kinds.ts";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { UidPath } from "./admin-fields.ts";
import { ADMIN_PAGE_ROWS, PAGE_QUERY, readQuery } from "./admin-query.ts";
import type { SurveillanceActions } from "./surveillance-port.ts";

const AlertsQuery = Type.Object(
  {
    kind: Type.Optional(Type.Enum([...ALERT_KINDS])),
    since: Type.Optional(Type.String({ maxLength: 32 })),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);
const FiguresBody = Type.Record(
  Type.String({ pattern: "^[a-zA-Z]{1,32}$" }),
  Type.Integer({ minimum: 0 }),
  { additionalProperties: false, minProperties: 1 },
);

/** Registers the routes of alerts, groups of accounts and thresholds of the detectors. */
export function registerSurveillanceRoutes(admin: AdminApp, actions: SurveillanceActions): void {
  const alerts = { schema: { querystring: AlertsQuery }, preValidation: readQuery };
  admin.get("/surveillance/alerts", alerts, (request, reply) => {
    const { cursor = "", kind, limit = String(ADMIN_PAGE_ROWS), since = "" } = request.query;
    return sendOutcome(reply, actions.listAlerts({ kind, since, cursor, limit: Number(limit) }));
  });
  admin.get("/surveillance/groups/:uid", { schema: { params: UidPath } }, (request, reply) =>
    sendOutcome(reply, actions.accountGroup(request.params.uid)),
  );
  admin.get("/surveillance/figures", (_request, reply) =>
    reply.send(actions.surveillanceFigures()),
  );
  admin.put("/surveillance/figures", { schema: { body: FiguresBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.setSurveillanceFigures(request.body)),
  );
}
