import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { fundContract, fundPeriodRow, fundPeriods, RISK_RESERVE_FIELDS } from "./fund-periods.ts";

export const getRiskReserveHour = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/risk-reserve-hour"],
  version: "v3",
  summary: "The last 24 hours with movements of the insurance fund behind a contract",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(RISK_RESERVE_FIELDS),
  response: Type.Object({
    coin: Type.String(),
    riskReserveRecords: Type.Array(Type.Object(fundPeriodRow)),
  }),
  async handle(context, request) {
    const { coin: code, records } = await fundPeriods(context, fundContract(context, request), 1);
    return { coin: code, riskReserveRecords: records };
  },
});
