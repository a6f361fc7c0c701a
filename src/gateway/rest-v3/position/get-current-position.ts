import { Type } from "typebox";
import { positionRow, positionRowSchema } from "../../../wire/v3/position-rows.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { heldSideField } from "../../http/word-fields.ts";
import { instrumentsOf } from "../instrument-scope.ts";

export const getCurrentPosition = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/position/current-position"],
  version: "v3",
  summary: "Open positions of a category",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    category: category(FUTURES_CATEGORIES),
    symbol: Type.Optional(symbol()),
    posSide: Type.Optional(heldSideField()),
  }),
  response: Type.Object({ list: Type.Array(positionRowSchema) }),
  handle(context, request) {
    const { accounts, live } = context.exchange;
    const wanted = instrumentsOf(context, request.category, request.symbol);
    const { posSide } = request;
    const user = context.principal.userIndex;
    const positions = accounts
      .positions(user)
      .filter(
        ({ instrument, positionSide }) =>
          wanted.includes(instrument) && (posSide === undefined || positionSide === posSide),
      );
    return {
      list: positions.map((position) => positionRow(accounts, user, position, live.timeMs)),
    };
  },
});
