import { Type } from "typebox";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Decimal, Name, RealmName } from "./admin-fields.ts";
import type { ConversionActions } from "./conversion-port.ts";

const STRICT = { additionalProperties: false } as const;
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));
const TermsBody = Type.Object(
  {
    realm: Type.Optional(RealmName),
    coin: Name,
    amountMin: Type.Optional(Decimal),
    amountMax: Type.Optional(Decimal),
    spread: Type.Optional(Decimal),
    netMax: Type.Optional(Decimal),
  },
  STRICT,
);
const RulesBody = Type.Object(
  {
    realm: Type.Optional(RealmName),
    quotesMax: Count,
    accountQuotesMax: Count,
    accountDayUsdMax: Count,
    dayLossUsdMax: Count,
  },
  STRICT,
);

/** Registers the routes of conversions between coins. */
export function registerConversionRoutes(admin: AdminApp, actions: ConversionActions): void {
  admin.get("/conversion-terms", (_request, reply) => reply.send(actions.listConversionTerms()));
  admin.put("/conversion-terms", { schema: { body: TermsBody } }, async (request, reply) => {
    const change = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.setConversionTerms(change));
  });
  admin.get("/conversion-rules", (_request, reply) => reply.send(actions.listConversionRules()));
  admin.put("/conversion-rules", { schema: { body: RulesBody } }, async (request, reply) => {
    const change = { realm: "live", ...request.body } as const;
    return sendOutcome(reply, await actions.setConversionRules(change));
  });
}
