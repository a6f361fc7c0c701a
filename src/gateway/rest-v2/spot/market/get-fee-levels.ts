import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { feeLevels, feeLevelsOf } from "../../shared/fee-levels.ts";

export const getSpotFeeLevels = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/market/vip-fee-rate"],
  version: "v2",
  summary: "Spot fee rates by level",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({}),
  response: feeLevels,
  handle(context) {
    const { accounts } = context.exchange;
    return feeLevelsOf(context, accounts.instrumentsOf(context.realm, "spot"));
  },
});
