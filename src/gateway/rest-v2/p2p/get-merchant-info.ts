import { Type } from "typebox";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { wireError } from "../../http/wire-error.ts";
import { p2pStatisticsOf } from "../../p2p/p2p-statistics.ts";
import { merchantMembers, merchantSchema } from "./merchant-row.ts";
import { P2P_READ_ACCESS } from "./p2p-filters.ts";

export const getMerchantInfo = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/p2p/merchantInfo"],
  version: "v2",
  summary: "The user as a merchant of peer-to-peer trading",
  description: "Users have no e-mail address, phone number or identity check here.",
  access: P2P_READ_ACCESS,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    ...merchantSchema.properties,
    merchantId: Type.String(),
    kycStatus: Type.Boolean(),
    emailBindStatus: Type.Boolean(),
    mobileBindStatus: Type.Boolean(),
    email: Type.String(),
    mobile: Type.String(),
  }),
  async handle(context) {
    const { accounts } = context.exchange;
    const user = context.principal.userIndex;
    const merchant = accounts.p2p.merchant(user);
    if (merchant === undefined) throw wireError("60049");
    const statistics = await p2pStatisticsOf(context.exchange, [user]);
    return {
      ...merchantMembers(accounts, { merchant, user }, statistics(user)),
      merchantId: uidOf(user),
      ...{ kycStatus: false, emailBindStatus: false, mobileBindStatus: false },
      ...{ email: "", mobile: "" },
    };
  },
});
