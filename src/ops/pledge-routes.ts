import { Type } from "typebox";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, Name, RealmName } from "./admin-fields.ts";
import type { PledgeActions } from "./pledge-port.ts";

const STRICT = { additionalProperties: false } as const;
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));
const Amount = Type.Optional(Decimal);
const OF_COIN = {
  realm: Type.Optional(RealmName),
  coin: Name,
  amountMin: Amount,
  amountMax: Amount,
};
const LoanTermsBody = Type.Object(
  {
    ...OF_COIN,
    ...{ flexibleRate: Amount, shortRate: Amount, longRate: Amount },
    ...{ shortHours: Count, longHours: Count, accountLoansMax: Count },
  },
  STRICT,
);
const PledgeTermsBody = Type.Object(
  { ...OF_COIN, initial: Amount, supplement: Amount, forced: Amount, heldMax: Amount },
  STRICT,
);

/** Registers the routes of loans against pledges. */
export function registerPledgeRoutes(admin: AdminApp, actions: PledgeActions): void {
  admin.get("/pledged-loan-terms", (_request, reply) => reply.send(actions.listPledgedLoanTerms()));
  admin.put("/pledged-loan-terms", { schema: { body: LoanTermsBody } }, async (request, reply) => {
    const change = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.setPledgedLoanTerms(change));
  });
  admin.get("/pledge-terms", (_request, reply) => reply.send(actions.listPledgeTerms()));
  admin.put("/pledge-terms", { schema: { body: PledgeTermsBody } }, async (request, reply) => {
    const change = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.setPledgeTerms(change));
  });
  admin.get("/called-loans", (_request, reply) => reply.send(actions.listCalledLoans()));
}
