import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";

export const getDeductInfo = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/account/deduct-info"],
  version: "v2",
  summary: "Whether fees are paid in a platform coin: off, as there is none",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({ deduct: Type.String() }),
  handle: () => ({ deduct: "off" }),
});
