import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";

export const setHoldMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/set-hold-mode"],
  version: "v3",
  summary: "Set the position mode of the whole account",
  description: "Refused while a position or an open futures order exists.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ holdMode: enumeration(["one_way_mode", "hedge_mode"]) }),
  response: Type.String(),
  async handle(context, { holdMode }) {
    const { rejection } = await submitted(context, {
      kind: "set_position_mode",
      user: context.principal.userIndex,
      category: "usdt_futures",
      isHedge: holdMode === "hedge_mode",
    });
    return rejection === undefined ? "success" : rejectionError(rejection, "v3");
  },
});
