import { Type } from "typebox";
import { POSITION_MODE_WORDS } from "../../../../wire/words/order-words.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType } from "../../../http/fields.ts";
import { positionModeField } from "../../../http/word-fields.ts";
import { categoryOf } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";

export const setPositionMode = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/account/set-position-mode"],
  version: "v2",
  summary: "Set one-way or hedge mode of a product line",
  description: "Refused while the line has positions or open orders.",
  access: { kind: "private", permission: "contract_position" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    productType: productType(),
    posMode: positionModeField(),
  }),
  response: Type.Object({ posMode: Type.String() }),
  async handle(context, request) {
    const command = {
      kind: "set_position_mode",
      user: context.principal.userIndex,
      category: categoryOf(request.productType),
      isHedge: request.posMode === POSITION_MODE_WORDS.hedge,
    } as const;
    await submitAccepted(context, command, "v2_mix");
    return { posMode: request.posMode };
  },
});
