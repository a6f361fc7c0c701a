import { Type } from "typebox";
import { CATEGORIES } from "../core/base/vocabulary.ts";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, Name, RealmName, UidPath } from "./admin-fields.ts";
import type { UnitActions } from "./unit-port.ts";

const STRICT = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const ProductBody = Type.Object(
  {
    realm: Type.Optional(RealmName),
    product: Count,
    leverage: Count,
    dailyRate: Decimal,
    transferLine: Decimal,
    buyLine: Decimal,
    openLine: Decimal,
    liquidationLine: Decimal,
    stopLine: Decimal,
    coins: Type.Array(Type.Object({ coin: Name, ratio: Decimal, valueMaxUsd: Count }, STRICT), {
      maxItems: 64,
    }),
    instruments: Type.Array(
      Type.Object({ symbol: Name, category: Type.Enum([...CATEGORIES]) }, STRICT),
      { maxItems: 256 },
    ),
  },
  STRICT,
);
const UnitBody = Type.Object({ product: Count }, STRICT);
const BindingBody = Type.Object({ user: UidPath.properties.uid, isBound: Type.Boolean() }, STRICT);
const LoanBody = Type.Object({ coin: Name, amount: Decimal }, STRICT);
const RepaymentBody = Type.Object(
  { loan: Type.String({ pattern: "^[0-9]{1,20}$" }), amount: Decimal },
  STRICT,
);

/** Registers the routes of institutional loans. */
export function registerUnitRoutes(admin: AdminApp, actions: UnitActions): void {
  admin.get("/loan-products", (_request, reply) => reply.send(actions.listLoanProducts()));
  admin.put("/loan-products", { schema: { body: ProductBody } }, async (request, reply) => {
    const terms = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.setLoanProduct(terms));
  });
  admin.get("/risk-units", (_request, reply) => reply.send(actions.listRiskUnits()));
  admin.put(
    "/users/:uid/risk-unit",
    { schema: { params: UidPath, body: UnitBody } },
    async (request, reply) => {
      const change = { ...request.params, ...request.body };
      return sendOutcome(reply, await actions.setRiskUnit(change));
    },
  );
  admin.put(
    "/users/:uid/unit-users",
    { schema: { params: UidPath, body: BindingBody } },
    async (request, reply) => {
      const binding = { ...request.params, ...request.body };
      return sendOutcome(reply, await actions.bindUnitUser(binding));
    },
  );
  admin.post(
    "/users/:uid/unit-loans",
    { schema: { params: UidPath, body: LoanBody } },
    async (request, reply) => {
      const issue = { ...request.params, ...request.body };
      return sendOutcome(reply, await actions.issueUnitLoan(issue));
    },
  );
  admin.post(
    "/users/:uid/unit-repayments",
    { schema: { params: UidPath, body: RepaymentBody } },
    async (request, reply) => {
      const repayment = { ...request.params, ...request.body };
      return sendOutcome(reply, await actions.repayUnitLoan(repayment));
    },
  );
}
