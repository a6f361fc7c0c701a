import { Type } from "typebox";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { fundContract, fundPeriodRow, fundPeriods, RISK_RESERVE_FIELDS } from "./fund-periods.ts";

export const getRiskReserve = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/risk-reserve"],
  version: "v3",
  summary: "Balance of the insurance fund behind a contract, and its last 30 days with movements",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(RISK_RESERVE_FIELDS),
  response: Type.Object({
    totalBalance: Type.String(),
    coin: Type.String(),
    riskReserveRecords: Type.Array(
      Type.Object({
        type: Type.String({ description: "in or out, on balance" }),
        ...fundPeriodRow,
      }),
    ),
  }),
  async handle(context, request) {
    const instrument = fundContract(context, request);
    const { accounts } = context.exchange;
    const { realm, settle } = instrument;
    const { coin: code, records } = await fundPeriods(context, instrument, 24);
    return {
      totalBalance: coinText(accounts.currencyAt(settle), accounts.fund(realm, settle)),
      coin: code,
      riskReserveRecords: records.map((row) => ({
        type: row.amount.startsWith("-") ? "out" : "in",
        ...row,
      })),
    };
  },
});
