import { Type } from "typebox";
import { REPAYMENT_COINS_MAX } from "../../../core/base/limits.ts";
import { ZERO_ATOMS } from "../../../core/money/units.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coinsWith, debtCoin, maxSelection } from "./debt-coins.ts";

export const getPaymentCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/payment-coins"],
  version: "v3",
  summary: "What could pay for debts in other coins",
  description:
    "Without what orders hold, what covers an unrealised loss of its coin, and practice coins.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({ paymentCoinList: Type.Array(debtCoin), maxSelection }),
  handle(context) {
    const paymentCoinList = coinsWith(context, ({ currency, unheld }) =>
      currency.isPractice ? ZERO_ATOMS : unheld,
    );
    return { paymentCoinList, maxSelection: String(REPAYMENT_COINS_MAX) };
  },
});
