import { Type } from "typebox";
import { rateE6Text } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

export const getPositionTiers = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/query-position-lever"],
  version: "v2",
  summary: "Position tiers of a contract: leverage and maintenance margin by value",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object(CONTRACT_FIELDS),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      level: Type.String(),
      startUnit: Type.String({ description: "Position value in quote coin" }),
      endUnit: Type.String(),
      leverage: Type.String(),
      keepMarginRate: Type.String(),
    }),
  ),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    return context.exchange.accounts.tiers(instrument).map((tier) => ({
      symbol: instrument.symbol,
      level: String(tier.tier),
      startUnit: String(tier.valueMin),
      endUnit: String(tier.valueMax),
      leverage: String(tier.leverageMax),
      keepMarginRate: rateE6Text(tier.maintenanceRate),
    }));
  },
});
