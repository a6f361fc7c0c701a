import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { UNIT_READ_V2 } from "../../../institutional/unit-endpoint.ts";
import { BINDING_FIELDS, bindUid } from "../../../institutional/unit-parts.ts";

export const bindUnitUid = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/ins-loan/bind-uid"],
  version: "v2",
  summary: "Bind a user of the same main account to a risk unit, or end it",
  description: "The coins of the users are collateral of the unit's loans. Returns the user's uid.",
  access: { kind: "private", permission: "transfer" },
  limit: UNIT_READ_V2.limit,
  request: Type.Object(BINDING_FIELDS),
  response: Type.String(),
  async handle(context, request) {
    return (await bindUid(context, request, "v2_spot")).uid;
  },
});
