import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration, productType } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";

export const setAssetMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-asset-mode"],
  version: "v2",
  summary: "Set the asset mode of futures: single is the only one",
  description: "Margin of several coins together is what a unified account is for: code 40919.",
  access: { kind: "private", permission: "contract_position" },
  limit: { perSecond: 2, per: "uid" },
  request: Type.Object({
    productType: productType(),
    assetMode: enumeration(["single", "union"]),
  }),
  response: Type.String(),
  handle(_context, request) {
    return request.assetMode === "union" ? wireError("40919") : "success";
  },
});
