import { Type } from "typebox";
import type { PlacePlan } from "../../../../core/commands/commands.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../../../core/money/units.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, decimal, enumeration, symbol } from "../../../http/fields.ts";
import { amountAtoms, priceTicks, sizeLots } from "../../../orders/order-units.ts";
import { SPOT_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import {
  PLAN_ID_FIELDS,
  pendingPlan,
  planIds,
  sourceOf,
  unchangedPlan,
} from "../../shared/plan-requests.ts";
import { submitAccepted } from "../../shared/submit.ts";

const ORDER_TYPES = ["limit", "market"] as const;

const response = Type.Object({ orderId: Type.String(), clientOid: Type.String() });

interface Terms {
  readonly orderType: (typeof ORDER_TYPES)[number];
  readonly executePrice?: string;
  readonly size: string;
}

/** Price, size and amount of the order that a plan places; a market buy is given by its amount. */
function orderTerms(
  context: PrivateContext,
  instrument: Instrument,
  side: "buy" | "sell",
  terms: Terms,
) {
  const isMarket = terms.orderType === "market";
  if (!isMarket && terms.executePrice === undefined) throw context.errors.missing("executePrice");
  const isByQuote = isMarket && side === "buy";
  const decimals = context.exchange.accounts.currencyAt(instrument.quote)?.decimals ?? 0;
  const size = isByQuote ? ZERO_LOTS : sizeLots(terms.size, instrument, SPOT_UNITS);
  const quoteAmount = isByQuote ? amountAtoms(terms.size, decimals, SPOT_UNITS) : ZERO_ATOMS;
  if (size === ZERO_LOTS && quoteAmount === ZERO_ATOMS) {
    throw rejectionError("size_below_minimum", "v2_spot");
  }
  return {
    orderType: terms.orderType,
    price: isMarket ? NO_PRICE : priceTicks(terms.executePrice ?? "", instrument, SPOT_UNITS),
    size,
    quoteAmount,
  };
}

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
    side: enumeration(["buy", "sell"]),
    triggerPrice: decimal(),
    orderType: enumeration(ORDER_TYPES),
    executePrice: Type.Optional(decimal({ description: "Needed for limit orders" })),
    planType: Type.Optional(enumeration(["amount", "total"])),
    size: decimal(),
    triggerType: enumeration(["fill_price", "mark_price"]),
    clientOid: Type.Optional(clientOidV2()),
    stpMode: enumeration(["none", "cancel_taker", "cancel_maker", "cancel_both"], {
      default: "none",
    }),
    force: enumeration(["gtc", "post_only", "fok", "ioc"], { default: "gtc" }),
  }),
  response,
  async handle(context, request) {
    const instrument = spotInstrument(context, request.symbol);
    const { clientOid = "", planType, side } = request;
    const terms = orderTerms(context, instrument, side, request);
    const isByQuote = terms.quoteAmount > 0n;
    if (planType !== undefined && (planType === "total") !== isByQuote) {
      throw context.errors.wrong("planType");
    }
    const command: PlacePlan = {
      kind: "place_plan",
      planKind: "normal",
      triggerBy: sourceOf(request.triggerType),
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
    };
    const { id } = await submitAccepted(context, command, "v2_spot");
    return { orderId: wireId(id), clientOid };
  },
});

export const modifySpotPlanOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/modify-plan-order"],
  version: "v2",
  summary: "Change a pending spot trigger order, which keeps its id",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    ...PLAN_ID_FIELDS,
    triggerPrice: decimal(),
    orderType: enumeration(ORDER_TYPES),
    executePrice: Type.Optional(decimal()),
    size: decimal(),
  }),
  response,
  async handle(context, request) {
    const plan = pendingPlan(context, planIds(context, request, "v2_spot"), "v2_spot");
    const instrument = context.exchange.accounts.instrumentAt(plan.instrument);
    if (instrument === undefined || instrument.isFutures) {
      throw rejectionError("plan_not_found", "v2_spot");
    }
    const { clientOrderId } = plan;
    const { id } = await submitAccepted(
      context,
      {
        ...unchangedPlan(context, plan.planId),
        triggerPrice: priceTicks(request.triggerPrice, instrument, SPOT_UNITS),
        ...orderTerms(context, instrument, plan.side, request),
      },
      "v2_spot",
    );
    return { orderId: wireId(id), clientOid: clientOrderId };
  },
});
