import { Type } from "typebox";
import type { MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import { wireId } from "../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { submit } from "../shared/submit.ts";
import { flashRepayOf, ITEMS_MAX } from "./flash-repayment.ts";
import { ISOLATED, marginPath, marginPlace } from "./margin-mode.ts";
import { placesAsked } from "./requested-accounts.ts";

/** Returns the named isolated accounts, or all with debt. */
function placesToRepay(
  context: PrivateContext,
  symbols: readonly string[] | undefined,
): readonly MarginAccountKey[] {
  if (symbols !== undefined) return symbols.map((name) => marginPlace(context, ISOLATED, name));
  const { lending } = context.exchange.accounts;
  return placesAsked(context, ISOLATED, undefined).filter((place) =>
    lending.coins(place).some(({ interest, principal }) => interest + principal > 0n),
  );
}

export const flashRepayIsolated = defineEndpoint({
  method: "POST",
  paths: [marginPath(ISOLATED, "account/flash-repay")],
  version: "v2",
  summary: "Repay isolated margin accounts by selling collateral",
  description: "Done step by step; query-flash-repay-status tells the outcome.",
  access: { kind: "private", permission: "margin_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    symbolList: Type.Optional(Type.Array(symbol(), { maxItems: ITEMS_MAX })),
  }),
  response: Type.Array(
    Type.Object({
      repayId: Type.String(),
      symbol: Type.String(),
      result: Type.String({ description: "success when it has begun, else failure" }),
    }),
  ),
  async handle(context, request) {
    const places = placesToRepay(context, request.symbolList);
    if (places.length === 0) throw rejectionError("loan_not_found", "margin");
    return Promise.all(
      places.map(async (place) => {
        const outcome = await submit(context, flashRepayOf(place, undefined));
        const hasBegun = outcome.rejection === undefined;
        return {
          repayId: hasBegun ? wireId(outcome.id) : "",
          symbol: place.instrument?.symbol ?? "",
          result: hasBegun ? "success" : "failure",
        };
      }),
    );
  },
});
