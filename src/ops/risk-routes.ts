import { Type } from "typebox";
import {
  type AdminApp,
  Decimal,
  InstrumentBody,
  Name,
  RealmName,
  sendOutcome,
} from "./admin-app.ts";
import { EXCHANGE_FUNDS, type RiskActions } from "./risk-port.ts";

/** More than any table of the core takes; the core says which of its own bounds is passed. */
const TIERS_MAX = 100;

const STRICT = { additionalProperties: false } as const;
const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
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
    tiers: tiersOf({ amountMax: Decimal, leverage: Whole, maintenanceRate: Decimal }),
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
    repaymentHourlyUsd: Whole,
    poolShare: Decimal,
    poolLossShare: Decimal,
  },
  STRICT,
);
const PositionTiersBody = Type.Object(
  {
    ...InstrumentBody.properties,
    tiers: tiersOf({ valueMax: Whole, leverageMax: Whole, maintenanceRate: Decimal }),
  },
  STRICT,
);
const CollateralBody = Type.Object(
  {
    coin: Name,
    isDollar: Type.Boolean(),
    isShared: Type.Boolean(),
    tiers: tiersOf({ from: Whole, rate: Decimal }),
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

/** Terms of lending, tiers of positions and of collateral, funds of the exchange. */
export function registerRiskRoutes(admin: AdminApp, actions: RiskActions): void {
  admin.get("/loan-terms", (_request, reply) => reply.send(actions.listLoanTerms()));
  admin.put("/loan-terms", { schema: { body: LoanTermsBody } }, async (request, reply) => {
    const absent = { realm: "live", symbol: "", pricedBy: "", interestFree: "0" } as const;
    return sendOutcome(reply, await actions.setLoanTerms({ ...absent, ...request.body }));
  });
  admin.get("/margin-rules", (_request, reply) => reply.send(actions.marginRules()));
  admin.put("/margin-rules", { schema: { body: MarginRulesBody } }, async (request, reply) =>
    sendOutcome(reply, await actions.setMarginRules(request.body)),
  );
  admin.get("/position-tiers", (_request, reply) => reply.send(actions.listPositionTiers()));
  admin.put("/position-tiers", { schema: { body: PositionTiersBody } }, async (request, reply) => {
    const terms = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.setPositionTiers(terms));
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
