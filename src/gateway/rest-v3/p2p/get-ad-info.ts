import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { P2P_READ, p2pId } from "../../p2p/p2p-request.ts";
import { p2pStatisticsOf } from "../../p2p/p2p-statistics.ts";
import { adInfo, adInfoSchema } from "./ad-info.ts";

export const getP2pAdInfo = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/ad-info"],
  version: "v3",
  summary: "One own ad that is not removed",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ advId: id() }),
  response: adInfoSchema,
  async handle(context, request) {
    const { accounts } = context.exchange;
    const user = context.principal.userIndex;
    const ad = accounts.p2p.ad(user, p2pId(request.advId));
    if (ad === undefined) throw wireError("60004");
    const statistics = await p2pStatisticsOf(context.exchange, [user]);
    return adInfo(accounts, ad, statistics(user));
  },
});
