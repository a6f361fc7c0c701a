import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { submitAccepted } from "../shared/submit.ts";
import { flashRepayOf } from "./flash-repayment.ts";
import { CROSSED, currencyFilter, marginPath, marginPlace } from "./margin-mode.ts";

export const flashRepayCrossed = defineEndpoint({
  method: "POST",
  paths: [marginPath(CROSSED, "account/flash-repay")],
  version: "v2",
  summary: "Repay the crossed margin account by selling collateral",
  description: "Done step by step; query-flash-repay-status tells the outcome.",
  access: { kind: "private", permission: "margin_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ coin: Type.Optional(coin({ description: "Only this debt" })) }),
  response: Type.Object({ repayId: Type.String(), coin: Type.String() }),
  async handle(context, request) {
    const place = marginPlace(context, CROSSED, undefined);
    const command = flashRepayOf(place, currencyFilter(context, request.coin));
    const outcome = await submitAccepted(context, command, "margin");
    return { repayId: wireId(outcome.id), coin: request.coin ?? "" };
  },
});
