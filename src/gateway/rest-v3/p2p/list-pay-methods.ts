import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { P2P_READ, wireMethod } from "../../p2p/p2p-request.ts";
import { methodName, payMethodFields, payMethodInfoSchema } from "../../p2p/p2p-rows.ts";

export const listP2pPayMethods = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/pay-method"],
  version: "v3",
  summary: "Own payment accounts",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: Type.Array(
    Type.Object({
      payMethodId: Type.String(),
      payMethodName: Type.String(),
      payMethodUserName: Type.String(),
      userPayMethodId: Type.String(),
      payMethodInfo: payMethodInfoSchema,
    }),
  ),
  handle(context) {
    const { accounts } = context.exchange;
    return accounts.p2p.accountsOf(context.principal.userIndex).map((account) => ({
      payMethodId: wireMethod(account.method),
      payMethodName: methodName(accounts, account.method),
      payMethodUserName: account.holder,
      userPayMethodId: wireId(account.id),
      payMethodInfo: payMethodFields(account),
    }));
  },
});
