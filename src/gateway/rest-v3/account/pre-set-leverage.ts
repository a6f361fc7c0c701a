import { Type } from "typebox";
import { assert } from "../../../core/base/assert.ts";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, enumeration } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { LEVERAGE_FIELDS, LEVERAGED, leverageField, leverageTarget } from "./leverage-request.ts";

export const preSetLeverage = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/pre-set-leverage"],
  version: "v3",
  summary: "What another leverage would require, without setting it",
  description:
    "Refuses what set-leverage refuses, except a lack of margin, which the figures show.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    category: category(LEVERAGED),
    marginMode: enumeration(["cross", "crossed", "isolated"]),
    leverage: Type.Optional(leverageField()),
    ...LEVERAGE_FIELDS,
  }),
  response: Type.Object({
    requiredMargin: Type.String({
      description: "Of positions and orders of the symbol, in settle coin; MARGIN: of the debt",
    }),
    marginChange: Type.String({
      description: "More than at the present leverage; may be negative",
    }),
  }),
  handle(context, request) {
    const { accounts } = context.exchange;
    const isIsolated = request.marginMode === "isolated";
    const target = leverageTarget(context, { ...request, isIsolated });
    const { leverage } = request;
    if (leverage === undefined) throw context.errors.missing("leverage");
    const user = context.principal.userIndex;
    const { eligibility } = accounts;
    const isCoin = target.kind === "coin";
    const coin = isCoin ? target.currency : accounts.currencyAt(target.instrument.settle);
    assert(coin !== undefined, "an instrument's currencies are listed");
    const outlook = isCoin
      ? eligibility.atCoinLeverage(user, target.currency, leverage)
      : eligibility.atLeverage(user, target.instrument, leverage);
    if (typeof outlook === "string") return rejectionError(outlook, "v3");
    return {
      requiredMargin: coinText(coin, outlook.required),
      marginChange: coinText(coin, outlook.change),
    };
  },
});
