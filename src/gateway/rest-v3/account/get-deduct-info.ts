import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";

export const getDeductInfo = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/deduct-info"],
  version: "v3",
  summary: "Whether a platform coin pays the fees",
  description: "Always off: there is no platform coin.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({ deduct: Type.Literal("off") }),
  handle: () => ({ deduct: "off" as const }),
});
