import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { UNIT_READ_V3 } from "../../institutional/unit-endpoint.ts";
import { BINDING_FIELDS, bindUid } from "../../institutional/unit-parts.ts";

export const bindUnitUid = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/ins-loan/bind-uid"],
  version: "v3",
  summary: "Bind a user of the same main account to a risk unit, or end it",
  description: "The coins of the users are collateral of the unit's loans.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: UNIT_READ_V3.limit,
  request: Type.Object(BINDING_FIELDS),
  response: Type.Object({
    riskUnitId: Type.String(),
    uid: Type.String(),
    operate: Type.String({ description: "bind or unbind" }),
  }),
  handle: (context, request) => bindUid(context, request, "v3"),
});
