import { Type } from "typebox";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, InstrumentBody, Name, RealmName } from "./admin-fields.ts";
import { EXCHANGE_FUNDS, type RiskActions } from "./risk-port.ts";

/** Exceeds the limits of the core, which reports its own limit precisely. */
const TIERS_MAX = 100;

const STRICT = { additionalProperties: false } as const;
const WholeNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const tiersOf = <T extends Parameters<typeof Type.Object>[0]>(fields: T) =>
  Type.Array(Type.Object(fields, STRICT), { maxItems: TIERS_MAX });

const LoanTermsBody = Type.Object(
  {
    realm: Type.Optional(RealmName),
    symbol: Type.Optional(Name),
    coin: Name,
    pricedBy: Type.Optional(Name),
    dailyRate: Decimal,
    amountMin: Decimal,
    interestFree: Type.Optional(Decimal),
    tiers: tiersOf({ amountMax: Decimal, leverage: WholeNumber, maintenanceRate: Decimal }),
  },
  STRICT,
);
const MarginRulesBody = Type.Object(
  {
    warningRisk: Decimal,
    liquidationRisk: Decimal,
    liquidationFee: Decimal,
    haircut: Decimal,
    repaymentSpread: Decimal,
    repaymentHourlyUsd: WholeNumber,
    poolShare: Decimal,
    poolLossShare: Decimal,
  },
  STRICT,
);
const PositionTiersBody = Type.Object(
  {
    ...InstrumentBody.properties,
    tiers: tiersOf({ valueMax: WholeNumber, leverageMax: WholeNumber, maintenanceRate: Decimal }),
  },
  STRICT,
);
const CollateralBody = Type.Object(
  {
    coin: Name,
    isDollar: Type.Boolean(),
    isShared: Type.Boolean(),
    tiers: tiersOf({ from: WholeNumber, rate: Decimal }),
  },
  STRICT,
);
const EndowmentBody = Type.Object(
  {
    realm: Type.Optional(RealmName),
    fund: Type.Enum([...EXCHANGE_FUNDS]),
    coin: Name,
    amount: Decimal,
  },
  STRICT,
);

/** Registers the routes of lending terms, position tiers, collateral and funds of the exchange. */
export function registerRiskRoutes(admin: AdminApp, actions: RiskActions): void {
  admin.get("/loan-terms", (_request, reply) => reply.send(actions.listLoanTerms()));
  admin.put("/loan-terms", { schema: { body: LoanTermsBody } }, async (request, reply) => {
    const defaults = { realm: "live", symbol: "", pricedBy: "", interestFree: "0" } as const;
    return sendOutcome(reply, await actions.setLoanTerms({ ...defaults, ...request.body }));
  });
  admin.get("/margin-rules", (_request, reply) => reply.send(actions.marginRules()));
  admin.put("/margin-rules", { schema: { body: MarginRulesBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.setMarginRules(request.body)),
  );
  admin.get("/position-tiers", (_request, reply) => reply.send(actions.listPositionTiers()));
  admin.put("/position-tiers", { schema: { body: PositionTiersBody } }, async (request, reply) => {
    const change = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.setPositionTiers(change));
  });
  admin.get("/collateral", (_request, reply) => reply.send(actions.listCollateral()));
  admin.put("/collateral", { schema: { body: CollateralBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.setCollateral(request.body)),
  );
  admin.post("/endowments", { schema: { body: EndowmentBody } }, async (request, reply) => {
    const endowment = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.endow(endowment), 201);
  });
}
