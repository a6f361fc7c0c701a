import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { names } from "../../../http/fields.ts";
import { batchResponse } from "../../shared/batch.ts";
import { cancelPlans } from "../../shared/cancel-plans.ts";
import { spotInstrument } from "../../shared/instruments.ts";

/** Most symbols of one request. */
const SYMBOLS_MAX = 50;

export const batchCancelSpotPlanOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/batch-cancel-plan-order"],
  version: "v2",
  summary: "Cancel all spot trigger orders, or those of some symbols",
  description: "Succeeds as well when there is none.",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 5, per: "uid" },
  urgent: true,
  request: Type.Object({
    symbolList: Type.Optional(names({ itemsMax: SYMBOLS_MAX })),
  }),
  response: batchResponse,
  async handle(context, request) {
    const user = context.principal.userIndex;
    const places = request.symbolList?.map((one) => spotInstrument(context, one).index + 1) ?? [0];
    const commands = places.map((instrument) => {
      const scope = { user, category: "spot", instrument, planKinds: [] } as const;
      return { kind: "cancel_plans", ...scope } as const;
    });
    const successList = await cancelPlans(context, commands, "v2_spot");
    return { successList, failureList: [] };
  },
});
