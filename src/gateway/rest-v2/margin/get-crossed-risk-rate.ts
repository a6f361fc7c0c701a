import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { CROSSED, marginPath, marginPlace } from "./margin-mode.ts";
import { riskText } from "./risk-rate.ts";

export const getCrossedRiskRate = defineEndpoint({
  method: "GET",
  paths: [marginPath(CROSSED, "account/risk-rate")],
  version: "v2",
  summary: "Risk rate of the crossed margin account",
  description: "Debts with maintenance, divided by assets: liquidation begins at 1.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({ riskRateRatio: Type.String(), riskRate: Type.String() }),
  handle(context) {
    const rate = riskText(context, marginPlace(context, CROSSED, undefined));
    return { riskRateRatio: rate, riskRate: rate };
  },
});
