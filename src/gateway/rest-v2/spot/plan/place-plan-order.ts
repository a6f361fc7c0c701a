import { Type } from "typebox";
import { clientIdOf } from "../../../../core/base/id-text.ts";
import type { PlacePlan } from "../../../../core/commands/commands.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { clientOidV2, decimal, enumeration, symbol } from "../../../http/fields.ts";
import {
  orderTypeField,
  sideField,
  spotTriggerFieldV2,
  stpModeField,
  timeInForceField,
} from "../../../http/word-fields.ts";
import { priceTicks } from "../../../orders/order-units.ts";
import { SPOT_UNITS } from "../../../orders/v2-orders.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { planIdsSchema, planOrderTerms } from "./plan-order-terms.ts";

export const placeSpotPlanOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/place-plan-order"],
  version: "v2",
  summary: "Place a spot trigger order",
  description:
    "The order is sent when the price reaches triggerPrice; nothing is held until then. A market " +
    "buy is sized in quote coin (planType total).",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    symbol: symbol(),
    side: sideField(),
    triggerPrice: decimal(),
    orderType: orderTypeField(),
    executePrice: Type.Optional(decimal({ description: "Needed for limit orders" })),
    planType: Type.Optional(enumeration(["amount", "total"])),
    size: decimal(),
    triggerType: spotTriggerFieldV2(),
    clientOid: Type.Optional(clientOidV2()),
    stpMode: stpModeField("none"),
    force: timeInForceField(),
  }),
  response: planIdsSchema,
  async handle(context, request) {
    const instrument = spotInstrument(context, request.symbol);
    const { clientOid = "", planType, side } = request;
    const terms = planOrderTerms(context, instrument, side, request);
    const isByQuote = terms.quoteAmount > 0n;
    if (planType !== undefined && (planType === "total") !== isByQuote) {
      throw context.errors.wrong("planType");
    }
    const command: PlacePlan = {
      kind: "place_plan",
      planKind: "normal",
      triggerBy: request.triggerType,
      triggerPrice: priceTicks(request.triggerPrice, instrument, SPOT_UNITS),
      callbackE4: 0,
      user: context.principal.userIndex,
      instrument: instrument.index,
      side,
      timeInForce: request.force,
      positionSide: "net",
      reduceOnly: false,
      stpMode: request.stpMode,
      ...terms,
      clientOrderId: clientOid,
      source: "api",
      exits: undefined,
      margin: undefined,
      opening: undefined,
    };
    const { id } = await submitAccepted(context, command, "v2_spot");
    return { orderId: wireId(id), clientOid: clientIdOf(id, clientOid) };
  },
});
