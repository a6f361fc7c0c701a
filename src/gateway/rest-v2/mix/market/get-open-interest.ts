import { Type } from "typebox";
import { quantityText } from "../../../../wire/sizes.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

export const getOpenInterest = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/open-interest"],
  version: "v2",
  summary: "Size of all long positions of a contract",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(CONTRACT_FIELDS),
  response: Type.Object({
    openInterestList: Type.Array(Type.Object({ symbol: Type.String(), size: Type.String() })),
    ts: Type.String(),
  }),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    const { live } = context.exchange;
    const ticker = live.ticker(instrument.index);
    const size = quantityText(instrument, ticker?.openInterest ?? 0, ticker?.mark ?? 0);
    return {
      openInterestList: [{ symbol: instrument.symbol, size }],
      ts: String(live.timeMs),
    };
  },
});
