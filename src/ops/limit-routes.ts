import { Type } from "typebox";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, InstrumentBody } from "./admin-fields.ts";
import type { LimitActions } from "./limit-port.ts";

const Count = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const OpeningBody = Type.Object(
  {
    ...InstrumentBody.properties,
    feeUpRatio: Type.Optional(Decimal),
    costUpRatio: Type.Optional(Decimal),
    positionShare: Type.Optional(Decimal),
    symbolOrdersMax: Type.Optional(Count),
    productOrdersMax: Type.Optional(Count),
    positionsMax: Type.Optional(Count),
    opensUntil: Type.Optional(Type.String({ maxLength: 32 })),
  },
  { additionalProperties: false },
);

/** Registers the route of opening limits. */
export function registerLimitRoutes(admin: AdminApp, actions: LimitActions): void {
  admin.put("/opening-limits", { schema: { body: OpeningBody } }, async (request, reply) => {
    const { realm = "live", ...body } = request.body;
    return sendOutcome(reply, await actions.setOpeningLimits({ ...body, realm }));
  });
}
