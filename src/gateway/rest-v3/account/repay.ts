import { Type } from "typebox";
import { REPAYMENT_COINS_MAX } from "../../../core/base/limits.ts";
import { usdE8Text } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { names } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { coinOf } from "../coins.ts";

function coinsNamed(context: PrivateContext, codes: readonly string[]): number[] {
  return codes.map((code) => coinOf(context, code).index);
}

export const repay = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/repay"],
  version: "v3",
  summary: "Pay debts with other coins of the account, at index prices",
  description:
    "Debts are paid in the order of repayableCoinList, with the coins in the order of " +
    "paymentCoinList, as far as these go.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 5, per: "uid" },
  once: true,
  request: Type.Object({
    repayableCoinList: names({ itemsMax: REPAYMENT_COINS_MAX }),
    paymentCoinList: names({ itemsMax: REPAYMENT_COINS_MAX }),
  }),
  response: Type.Object({
    result: Type.String({ description: "YES" }),
    repayAmount: Type.String({ description: "What was repaid, in US dollars" }),
  }),
  handle(context, request) {
    const command = {
      kind: "repay_debts",
      user: context.principal.userIndex,
      debts: coinsNamed(context, request.repayableCoinList),
      payments: coinsNamed(context, request.paymentCoinList),
    } as const;
    return submitted(context, command).then(({ rejection, repaidUsd }) =>
      rejection === undefined
        ? { result: "YES", repayAmount: usdE8Text(repaidUsd) }
        : rejectionError(rejection, "v3"),
    );
  },
});
