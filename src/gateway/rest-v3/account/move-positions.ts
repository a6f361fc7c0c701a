import { Type } from "typebox";
import type { CommandDraft } from "../../../core/commands/commands.ts";
import { NO_PRICE } from "../../../core/money/units.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { batchOf, category, decimal, symbol, text } from "../../http/fields.ts";
import { WireError } from "../../http/wire-error.ts";
import { sideField } from "../../http/word-fields.ts";
import { orderSize } from "../../orders/order-sizes.ts";
import { submitted } from "../../orders/submitted.ts";
import { UNIT_ERRORS_V3 } from "../../orders/v3-orders.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { ownMember } from "../../users/sub-accounts.ts";
import { instrumentOf } from "../instrument-scope.ts";
import {
  failedResult,
  itemResults,
  type OrderResult,
  orderContextOf,
  orderResultSchema,
} from "../trade/order-replies.ts";

/** Positions in one request. */
const POSITIONS_MAX = 10;

const itemSchema = Type.Object({
  symbol: symbol(),
  side: sideField({ description: "Of the order that closes: sell moves a long position" }),
  qty: decimal({ description: "At most the position without what open orders would close" }),
});

type Item = { readonly symbol: string; readonly side: "buy" | "sell"; readonly qty: string };

interface Accounts {
  readonly fromUser: number;
  readonly toUser: number;
}

function commandOf(
  context: PrivateContext,
  accounts: Accounts,
  item: Item & { readonly category: (typeof FUTURES_CATEGORIES)[number] },
): CommandDraft {
  const { qty, side } = item;
  const instrument = instrumentOf(context, item.category, item.symbol);
  const orders = orderContextOf(context);
  // A size in the base coin is a share of the position that the giving account holds.
  const principal = { ...orders.principal, userIndex: accounts.fromUser };
  const units = { context: { ...orders, principal }, instrument, errors: UNIT_ERRORS_V3 };
  const closing = { positionSide: "net", reduceOnly: true, orderType: "market" } as const;
  const { size } = orderSize(units, qty, { ...closing, side, price: NO_PRICE });
  const positionSide = side === "sell" ? "long" : "short";
  return { kind: "move_position", ...accounts, instrument: instrument.index, positionSide, size };
}

/** Moves one position; resolves with the results of the closing and of the opening order. */
async function moved(context: PrivateContext, command: CommandDraft): Promise<OrderResult[]> {
  const { items = [], rejection } = await submitted(context, command);
  if (rejection !== undefined) throw rejectionError(rejection, "v3");
  return itemResults(items);
}

/** The same refusal of both orders. */
function refused(thrown: unknown): OrderResult[] {
  if (!(thrown instanceof WireError)) throw thrown;
  const result = failedResult({ orderId: "", clientOid: "" }, thrown);
  return [result, result];
}

export const movePositions = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/move-positions"],
  version: "v3",
  summary: "Move positions between the main account and its sub-accounts",
  description:
    "By the main account's key; both accounts are unified accounts. Each position is closed and " +
    "opened at the mark price, outside the order book and without fees, wholly or not at all. " +
    "The receiving account needs the margin that an order at that price would need, and in " +
    "one-way mode must not hold the opposite position. closePosition and openPosition list the " +
    "results in the order of positionList; a refused position has its error in both.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 1, per: "uid" },
  once: true,
  request: Type.Object({
    fromUid: text(),
    toUid: text(),
    category: category(FUTURES_CATEGORIES),
    positionList: batchOf(itemSchema, { itemsMax: POSITIONS_MAX, tooMany: "40306" }),
  }),
  response: Type.Object({
    closePosition: Type.Array(orderResultSchema),
    openPosition: Type.Array(orderResultSchema),
  }),
  async handle(context, request) {
    const from = ownMember(context, request.fromUid);
    const to = ownMember(context, request.toUid);
    if (from === to) throw context.errors.wrong("toUid");
    const accounts = { fromUser: from.index, toUser: to.index };
    const results = request.positionList.map(async (item) => {
      try {
        if (item.error !== undefined) return refused(item.error);
        const { category } = request;
        return await moved(context, commandOf(context, accounts, { ...item.value, category }));
      } catch (thrown) {
        return refused(thrown);
      }
    });
    const closePosition: OrderResult[] = [];
    const openPosition: OrderResult[] = [];
    for (const [closing, opening] of await Promise.all(results)) {
      if (closing !== undefined) closePosition.push(closing);
      if (opening !== undefined) openPosition.push(opening);
    }
    return { closePosition, openPosition };
  },
});
