import { Type } from "typebox";
import { POSITION_MODE_WORDS } from "../../../wire/words/order-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { positionModeField } from "../../http/word-fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";

export const setHoldMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/set-hold-mode"],
  version: "v3",
  summary: "Set the position mode of the whole account",
  description: "Refused while a position or an open order of any category exists.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ holdMode: positionModeField() }),
  response: Type.String(),
  async handle(context, { holdMode }) {
    const { rejection } = await submitted(context, {
      kind: "set_position_mode",
      user: context.principal.userIndex,
      category: "usdt_futures",
      isHedge: holdMode === POSITION_MODE_WORDS.hedge,
    });
    return rejection === undefined ? "success" : rejectionError(rejection, "v3");
  },
});
