import { Type } from "typebox";
import { uidOf, userOfUid } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id, limit, yesNo } from "../../http/fields.ts";
import { p2pStatisticsOf } from "../../p2p/p2p-statistics.ts";
import { merchantMembers, merchantSchema } from "./merchant-row.ts";
import { P2P_READ_ACCESS } from "./p2p-filters.ts";

const ROWS_MAX = 100;

export const listMerchants = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/p2p/merchantList"],
  version: "v2",
  summary: "Merchants of peer-to-peer trading, newest user first",
  description: "A merchant is online while an ad of the merchant takes orders.",
  access: P2P_READ_ACCESS,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    online: Type.Optional(yesNo()),
    idLessThan: Type.Optional(id({ description: "minMerchantId of the page before" })),
    limit: limit({ default: ROWS_MAX, max: ROWS_MAX }),
  }),
  response: Type.Object({
    merchantList: Type.Array(
      Type.Object({ ...merchantSchema.properties, isOnline: Type.String() }),
    ),
    minMerchantId: Type.String(),
  }),
  async handle(context, request) {
    const { accounts } = context.exchange;
    const { idLessThan, online } = request;
    const below = idLessThan === undefined ? undefined : (userOfUid(idLessThan) ?? 0);
    const open = new Set(accounts.p2p.openAds().map(({ ad }) => ad.user));
    const wanted = accounts.p2p.merchants.filter(([user]) => {
      const isOnline = online === undefined || open.has(user) === online;
      return isOnline && (below === undefined || user < below);
    });
    const page = wanted.toReversed().slice(0, request.limit);
    const users = page.map(([user]) => user);
    const statistics = await p2pStatisticsOf(context.exchange, users);
    const last = users.at(-1);
    return {
      merchantList: page.map(([user, merchant]) => ({
        ...merchantMembers(accounts, { merchant, user }, statistics(user)),
        isOnline: open.has(user) ? "yes" : "no",
      })),
      minMerchantId: last === undefined ? "" : uidOf(last),
    };
  },
});
