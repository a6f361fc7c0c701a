import { Type } from "typebox";
import { knownTimeText } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

export const getFundingTime = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/funding-time"],
  version: "v2",
  summary: "When a contract's next funding is",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(CONTRACT_FIELDS),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      nextFundingTime: Type.String({ description: "Empty for a dated contract" }),
      ratePeriod: Type.String({ description: "Hours" }),
    }),
  ),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    const { intervalHours, nextAtMs } = context.exchange.accounts.funding(instrument);
    return [
      {
        symbol: instrument.symbol,
        nextFundingTime: knownTimeText(nextAtMs),
        ratePeriod: String(intervalHours),
      },
    ];
  },
});
