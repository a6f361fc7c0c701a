import { Type } from "typebox";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, InstrumentBody } from "./admin-fields.ts";
import type { GuardActions } from "./guard-port.ts";

const GuardBody = Type.Object(
  {
    ...InstrumentBody.properties,
    markCap: Type.Optional(Decimal),
    markStep: Type.Optional(Decimal),
    impactUnits: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    referenceStep: Type.Optional(Decimal),
  },
  { additionalProperties: false },
);

/** Registers the routes of price guards. */
export function registerGuardRoutes(admin: AdminApp, actions: GuardActions): void {
  admin.get("/price-guards", (_request, reply) => reply.send(actions.listPriceGuards()));
  admin.put("/price-guards", { schema: { body: GuardBody } }, async (request, reply) => {
    const { realm = "live", ...body } = request.body;
    return sendOutcome(reply, await actions.setPriceGuards({ ...body, realm }));
  });
}
