import { Type } from "typebox";
import { REPAYMENT_COINS_MAX } from "../../../core/base/limits.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coinsWith, debtCoin, maxSelection } from "./debt-coins.ts";

export const getRepayableCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/repayable-coins"],
  version: "v3",
  summary: "What the account owes, by coin",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({ repayableCoinList: Type.Array(debtCoin), maxSelection }),
  handle(context) {
    const repayableCoinList = coinsWith(context, ({ owed }) => owed);
    return { repayableCoinList, maxSelection: String(REPAYMENT_COINS_MAX) };
  },
});
