import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { quantityText } from "../../../wire/sizes.ts";
import { priceText } from "../../../wire/texts.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentsOf } from "../instrument-scope.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

export const getMovePositionHistory = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/move-position-history"],
  version: "v3",
  summary: "Positions that moved between the main account and its sub-accounts, newest first",
  description:
    "By the main account, those of all its accounts; by a sub-account, its own. Of the last 90 " +
    "days; at most 30 days per query. orderId is that of the closing order. A position that " +
    "could not move is not listed.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    category: category(FUTURES_CATEGORIES),
    symbol: Type.Optional(symbol()),
    ...PAGING_FIELDS,
  }),
  response: Type.Object({
    list: Type.Array(
      Type.Object({
        category: Type.String(),
        fromUid: Type.String(),
        toUid: Type.String(),
        orderId: Type.String(),
        openExecId: Type.String(),
        closeExecId: Type.String(),
        symbol: Type.String(),
        posSide: Type.String(),
        qty: Type.String(),
        price: Type.String(),
        status: Type.String({ description: "completed" }),
        createdTime: Type.String(),
        updatedTime: Type.String(),
      }),
    ),
    cursor: Type.String(),
  }),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const { userIndex } = context.principal;
    const listed = instrumentsOf(context, request.category, request.symbol);
    const byIndex = new Map(listed.map((instrument) => [instrument.index, instrument]));
    const main = accounts.user(userIndex)?.parent ?? userIndex;
    const { hasMore, rows } = await history.positionMoves({
      ...historyPage(context, request),
      user: main,
      instruments: [...byIndex.keys()],
      account: main === userIndex ? undefined : userIndex,
    });
    const list = rows.flatMap((row) => {
      const instrument = byIndex.get(row.instrument);
      if (instrument === undefined) return [];
      const time = String(row.createdAtMs);
      return {
        category: request.category,
        fromUid: uidOf(row.fromUser),
        toUid: uidOf(row.toUser),
        orderId: wireId(row.id),
        openExecId: wireId(row.openingFillId),
        closeExecId: wireId(row.closingFillId),
        symbol: instrument.symbol,
        posSide: row.positionSide,
        qty: quantityText(instrument, row.size, row.price),
        price: priceText(instrument, row.price),
        status: "completed",
        createdTime: time,
        updatedTime: time,
      };
    });
    return { list, cursor: nextCursor(rows, hasMore) };
  },
});
