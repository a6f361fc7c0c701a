import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { wireError } from "../../http/wire-error.ts";
import { P2P_READ } from "../../p2p/p2p-request.ts";
import { p2pStatisticsOf } from "../../p2p/p2p-statistics.ts";
import { userInfo, userInfoSchema } from "./user-info.ts";

export const getP2pUserInfo = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/user-info"],
  version: "v3",
  summary: "The user as a merchant, with statistics of the orders that are kept",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: userInfoSchema,
  async handle(context) {
    const { accounts } = context.exchange;
    const user = context.principal.userIndex;
    const merchant = accounts.p2p.merchant(user);
    if (merchant === undefined) throw wireError("60049");
    const statistics = await p2pStatisticsOf(context.exchange, [user]);
    return userInfo(accounts, { user, merchant }, statistics(user));
  },
});
