import { Type } from "typebox";
import { URGENT } from "../../../sequencer/port.ts";
import { categoryOfWire, FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { heldSideField } from "../../http/word-fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { instrumentOf } from "../instrument-scope.ts";
import { itemResults, orderResultSchema } from "./order-replies.ts";

export const closePositions = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/trade/close-positions"],
  version: "v3",
  summary: "Close positions of a category at market, one order each",
  access: { kind: "private", permission: "uta_trade_write" },
  limit: { perSecond: 5, per: "uid" },
  urgent: true,
  request: Type.Object({
    category: category(FUTURES_CATEGORIES),
    symbol: Type.Optional(symbol()),
    posSide: Type.Optional(heldSideField()),
  }),
  response: Type.Object({ list: Type.Array(orderResultSchema) }),
  handle(context, request) {
    const known = categoryOfWire(request.category);
    if (known === undefined) return wireError("40805");
    const { symbol: name, posSide } = request;
    const instrument =
      name === undefined ? 0 : instrumentOf(context, request.category, name).index + 1;
    const user = context.principal.userIndex;
    const scope = { user, category: known, instrument, positionSide: posSide ?? "net" } as const;
    const command = { kind: "close_positions", ...scope, source: "api" } as const;
    return submitted(context, command, URGENT).then(({ rejection, items }) =>
      rejection === undefined
        ? { list: itemResults(items ?? []) }
        : rejectionError(rejection, "v3"),
    );
  },
});
