import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { P2P_WRITE, p2pId, submitP2p } from "../../p2p/p2p-request.ts";

export const removeP2pPayMethod = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/pay-method-remove"],
  version: "v3",
  summary: "Remove a payment account that no ad names. Of this exchange",
  access: P2P_WRITE,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ userPayMethodId: id() }),
  response: Type.String(),
  async handle(context, request) {
    const { userIndex: user } = context.principal;
    const account = p2pId(request.userPayMethodId);
    await submitP2p(context, { kind: "remove_p2p_account", user, account });
    return request.userPayMethodId;
  },
});
