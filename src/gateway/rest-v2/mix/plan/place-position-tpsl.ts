import { Type } from "typebox";
import { clientIdOf } from "../../../../core/base/id-text.ts";
import type { PlaceExits } from "../../../../core/commands/commands.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { NO_PRICE } from "../../../../core/money/units.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, decimal } from "../../../http/fields.ts";
import { stpModeField, triggerFieldV2 } from "../../../http/word-fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { HELD_SIDE_OF, holdSideField } from "../hold-side.ts";
import { exitSize, positionExits, requestedExits, TPSL_FIELDS } from "./tpsl-requests.ts";

const pairRequest = Type.Object({
  ...TPSL_FIELDS,
  stopSurplusTriggerPrice: Type.Optional(decimal()),
  stopSurplusSize: Type.Optional(decimal({ description: "Absent: the whole position" })),
  stopSurplusTriggerType: Type.Optional(triggerFieldV2()),
  stopSurplusExecutePrice: Type.Optional(decimal()),
  stopLossTriggerPrice: Type.Optional(decimal()),
  stopLossSize: Type.Optional(decimal({ description: "Absent: the whole position" })),
  stopLossTriggerType: Type.Optional(triggerFieldV2()),
  stopLossExecutePrice: Type.Optional(decimal()),
  holdSide: holdSideField(),
  stpMode: stpModeField("none"),
  stopSurplusClientOid: Type.Optional(clientOidV2()),
  stopLossClientOid: Type.Optional(clientOidV2()),
});

type PairRequest = Type.Static<typeof pairRequest>;

function pairOf(context: PrivateContext, instrument: Instrument, sent: PairRequest): PlaceExits {
  const side = HELD_SIDE_OF[sent.holdSide];
  const profit = exitSize(context, instrument, {
    text: sent.stopSurplusSize,
    side,
    trigger: sent.stopSurplusTriggerPrice,
  });
  const loss = exitSize(context, instrument, {
    text: sent.stopLossSize,
    side,
    trigger: sent.stopLossTriggerPrice,
  });
  const sizing = profit.sizing ?? loss.sizing;
  return {
    ...positionExits(context, instrument, sent, requestedExits(sent)),
    profitSize: profit.size,
    profitClientOrderId: sent.stopSurplusClientOid ?? "",
    lossSize: loss.size,
    lossClientOrderId: sent.stopLossClientOid ?? "",
    ...(sizing === undefined ? {} : { sizing }),
  };
}

export const placeMixPositionTpsl = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/place-pos-tpsl"],
  version: "v2",
  summary: "Place take-profit and stop-loss of a position at once",
  description: "Of the two, the one that executes cancels the other.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: pairRequest,
  response: Type.Array(
    Type.Object({
      orderId: Type.String(),
      stopSurplusClientOid: Type.String(),
      stopLossClientOid: Type.String(),
    }),
  ),
  async handle(context, sent) {
    const command = pairOf(context, mixInstrument(context, sent), sent);
    const { items = [] } = await submitAccepted(context, command, "v2_mix");
    return items.map(({ clientOrderId, orderId }, at) => {
      const clientOid = clientIdOf(orderId, clientOrderId);
      const isProfit = at === 0 && command.profitTrigger !== NO_PRICE;
      return {
        orderId: wireId(orderId),
        stopSurplusClientOid: isProfit ? clientOid : "",
        stopLossClientOid: isProfit ? "" : clientOid,
      };
    });
  },
});
