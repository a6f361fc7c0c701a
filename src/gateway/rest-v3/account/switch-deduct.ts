import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";

export const switchDeduct = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/switch-deduct"],
  version: "v3",
  summary: "Keep fees in the coins that are traded",
  description: "off is what it is; on is refused: there is no platform coin that could pay fees.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({ deduct: enumeration(["on", "off"]) }),
  response: Type.Boolean(),
  handle: (_context, { deduct }) =>
    deduct === "off" ? true : wireError("40410", "a platform coin that pays fees"),
});
