import { Type } from "typebox";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { groupsOf, typeOf } from "../user/sub-account-row.ts";

export const getInfo = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/info"],
  version: "v3",
  summary: "Whose key this is, and what it may do",
  access: { kind: "private", permission: ["uta_mgt_read", "uta_trade_read", "withdraw"] },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    userId: Type.String(),
    inviterId: Type.String(),
    parentId: Type.String({ description: "Of a sub-account; empty for a main account" }),
    channelCode: Type.String(),
    channel: Type.String(),
    ips: Type.String({ description: "Addresses the key is bound to, separated by commas" }),
    permType: Type.String({ description: "read-only or read-and-write" }),
    permissions: Type.Array(Type.String({ description: "uta_mgt, uta_trade, withdraw or p2p" })),
    regisTime: Type.String(),
  }),
  handle(context) {
    const { accounts } = context.exchange;
    const { uid, userIndex, keyId, permissions } = context.principal;
    const user = accounts.user(userIndex);
    const isSub = user !== undefined && user.parent !== user.index;
    const key = { permissions: [...permissions].join(",") };
    return {
      userId: uid,
      inviterId: "",
      parentId: isSub ? uidOf(user.parent) : "",
      channelCode: "",
      channel: "",
      ips: accounts.key(keyId)?.ipList ?? "",
      permType: typeOf(key) === "read_only" ? "read-only" : "read-and-write",
      permissions: groupsOf(key),
      regisTime: String(user?.createdAtMs ?? ""),
    };
  },
});
