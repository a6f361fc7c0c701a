import { Type } from "typebox";
import { clientIdOf } from "../../../../core/base/id-text.ts";
import { URGENT } from "../../../../sequencer/port.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType, symbol } from "../../../http/fields.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { categoryOf, mixInstrument } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { HELD_SIDE_OF, holdSideField } from "../hold-side.ts";

const placed = { orderId: Type.String(), clientOid: Type.String(), symbol: Type.String() };

export const closeMixPositions = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/close-positions"],
  version: "v2",
  summary: "Close positions at market",
  description: "One order for each position of the line, the symbol or the side.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 1, per: "uid" },
  urgent: true,
  request: Type.Object({
    productType: productType(),
    symbol: Type.Optional(symbol()),
    holdSide: Type.Optional(holdSideField()),
  }),
  response: Type.Object({
    successList: Type.Array(Type.Object(placed)),
    failureList: Type.Array(
      Type.Object({ ...placed, errorMsg: Type.String(), errorCode: Type.String() }),
    ),
  }),
  async handle(context, request) {
    const { productType: line, symbol: name, holdSide } = request;
    const { accounts } = context.exchange;
    const instrument =
      name === undefined
        ? 0
        : mixInstrument(context, { symbol: name, productType: line }).index + 1;
    const command = {
      kind: "close_positions",
      user: context.principal.userIndex,
      category: categoryOf(line),
      instrument,
      positionSide: holdSide === undefined ? "net" : HELD_SIDE_OF[holdSide],
      source: "api",
    } as const;
    const { items = [] } = await submitAccepted(context, command, "v2_mix", URGENT);
    const rows = items.map(({ orderId, clientOrderId, instrument: index, rejection }) => ({
      orderId: orderId === 0 ? "" : wireId(orderId),
      clientOid: orderId === 0 ? "" : clientIdOf(orderId, clientOrderId),
      symbol: accounts.instrumentAt(index)?.symbol ?? "",
      rejection,
    }));
    return {
      successList: rows.flatMap(({ rejection, ...row }) => (rejection === undefined ? [row] : [])),
      failureList: rows.flatMap(({ rejection, ...row }) => {
        if (rejection === undefined) return [];
        const { code: errorCode, message: errorMsg } = rejectionError(rejection, "v2_mix");
        return [{ ...row, errorMsg, errorCode }];
      }),
    };
  },
});
