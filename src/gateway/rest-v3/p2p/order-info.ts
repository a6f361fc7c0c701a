import { type Static, Type } from "typebox";
import type { P2pOrderRow } from "../../../projections/history/p2p-tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { wireId } from "../../../wire/ids.ts";
import { wireMethod } from "../../p2p/p2p-request.ts";
import {
  methodName,
  orderRow,
  orderRowSchema,
  p2pNameOf,
  payMethodFields,
  payMethodInfoSchema,
} from "../../p2p/p2p-rows.ts";

const partySchema = Type.Object({
  nickName: Type.String(),
  realName: Type.String({ description: "Holder of the payment account; empty if not known" }),
});

const { counterparty: _counterparty, ...ORDER_MEMBERS } = orderRowSchema.properties;

export const orderInfoSchema = Type.Object({
  ...ORDER_MEMBERS,
  advId: Type.String(),
  remark: Type.String(),
  orderCancelCountdown: Type.String({ description: "Milliseconds until an unpaid order ends" }),
  verifyCapital: Type.String({ description: "no" }),
  payMethodDetail: Type.Optional(
    Type.Object({
      payMethodId: Type.String(),
      payMethodName: Type.String(),
      payMethodUserName: Type.String(),
      postscript: Type.String({ description: "Id of the order, for the payment" }),
      payMethodInfo: payMethodInfoSchema,
    }),
  ),
  sellUserInfo: partySchema,
  buyUserInfo: partySchema,
});

/** Returns an order as a party sees it. */
export function orderInfo(
  accounts: LiveAccounts,
  row: P2pOrderRow,
  nowMs: number,
): Static<typeof orderInfoSchema> {
  const { counterparty: _name, ...members } = orderRow(accounts, row);
  const account = accounts.p2p.ordersOf(row.user).find(({ id }) => id === row.id)?.account;
  const leftMs = row.status === "pending_payment" ? Math.max(0, row.payByMs - nowMs) : 0;
  const [buyer, seller] = row.isBuyer ? [row.user, row.counterparty] : [row.counterparty, row.user];
  const detail =
    account === undefined
      ? {}
      : {
          payMethodDetail: {
            payMethodId: wireMethod(account.method),
            payMethodName: methodName(accounts, account.method),
            payMethodUserName: account.holder,
            postscript: wireId(row.id),
            payMethodInfo: payMethodFields(account),
          },
        };
  return {
    ...members,
    ...detail,
    advId: wireId(row.ad),
    remark: row.remark,
    orderCancelCountdown: String(leftMs),
    verifyCapital: "no",
    sellUserInfo: { nickName: p2pNameOf(accounts, seller), realName: account?.holder ?? "" },
    buyUserInfo: { nickName: p2pNameOf(accounts, buyer), realName: "" },
  };
}
