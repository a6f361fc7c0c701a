import { Type } from "typebox";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, InstrumentBody, Name, RealmName } from "./admin-fields.ts";
import type { LossActions } from "./loss-port.ts";

const STRICT = { additionalProperties: false } as const;
const LossLimitsBody = Type.Object(
  {
    ...InstrumentBody.properties,
    fundDrawMax: Type.Optional(Decimal),
    openInterestFactor: Type.Optional(Decimal),
    positionFactor: Type.Optional(Decimal),
    openInterestFloor: Type.Optional(Decimal),
    positionFloor: Type.Optional(Decimal),
  },
  STRICT,
);
const FundTermsBody = Type.Object(
  {
    realm: Type.Optional(RealmName),
    coin: Name,
    feeShare: Type.Optional(Decimal),
    drawMax: Type.Optional(Decimal),
  },
  STRICT,
);

/** Registers the routes of loss limits, insurance funds and lending pools. */
export function registerLossRoutes(admin: AdminApp, actions: LossActions): void {
  admin.get("/loss-limits", (_request, reply) => reply.send(actions.listLossLimits()));
  admin.put("/loss-limits", { schema: { body: LossLimitsBody } }, async (request, reply) => {
    const change = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.setLossLimits(change));
  });
  admin.get("/insurance-funds", (_request, reply) => reply.send(actions.listInsuranceFunds()));
  admin.put("/insurance-funds", { schema: { body: FundTermsBody } }, async (request, reply) => {
    const change = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.setFundTerms(change));
  });
  admin.get("/lending-pools", (_request, reply) => reply.send(actions.listLendingPools()));
}
