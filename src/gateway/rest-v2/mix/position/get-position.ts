import { Type } from "typebox";
import { positionRowSchema } from "../../../../wire/v2/position-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin } from "../../../http/fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";
import { openPositionRows } from "./open-position-rows.ts";

export const getPosition = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/position/single-position"],
  version: "v2",
  summary: "Open positions of a contract: none, one, or two in hedge mode",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ ...CONTRACT_FIELDS, marginCoin: coin() }),
  response: Type.Array(positionRowSchema),
  handle(context, request) {
    const { index } = mixInstrument(context, request);
    return openPositionRows(context, ({ instrument }) => instrument.index === index);
  },
});
