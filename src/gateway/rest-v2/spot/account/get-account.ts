import { Type } from "typebox";
import { uidOf } from "../../../auth/uid.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";

export const getSpotAccount = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/account/info"],
  version: "v2",
  summary: "The caller's account and what the key may do",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    userId: Type.String(),
    inviterId: Type.String(),
    ips: Type.String({ description: "Addresses the key may be used from, comma-separated" }),
    authorities: Type.Array(Type.String()),
    parentId: Type.Number({ description: "The main account; the account's own id when it is one" }),
    traderType: Type.String(),
    channelCode: Type.String(),
    channel: Type.String(),
    regisTime: Type.String(),
  }),
  handle(context) {
    const { exchange, principal } = context;
    const user = exchange.accounts.user(principal.userIndex);
    return {
      userId: principal.uid,
      inviterId: "",
      ips: exchange.accounts.key(principal.keyId)?.ipList ?? "",
      authorities: [...principal.permissions].sort(),
      parentId: Number(user === undefined ? principal.uid : uidOf(user.parent)),
      traderType: "not_trader",
      channelCode: "",
      channel: "",
      regisTime: String(user?.createdAtMs ?? 0),
    };
  },
});
