import { Type } from "typebox";
import { P2P_NAME_LENGTH_MAX, P2P_TEXT_LENGTH_MAX } from "../../../core/base/limits.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { methodOfWire, P2P_WRITE, submitP2p } from "../../p2p/p2p-request.ts";

export const addP2pPayMethod = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/pay-method-add"],
  version: "v3",
  summary: "Add a payment account. Of this exchange",
  access: P2P_WRITE,
  limit: { perSecond: 10, per: "uid" },
  once: true,
  request: Type.Object({
    payMethodId: text({ lengthMax: 8 }),
    payMethodUserName: text({ lengthMax: P2P_NAME_LENGTH_MAX }),
    account: text({ lengthMax: P2P_TEXT_LENGTH_MAX, description: "What payers need to know" }),
  }),
  response: Type.Object({ userPayMethodId: Type.String() }),
  async handle(context, request) {
    const { payMethodId, payMethodUserName: holder } = request;
    const account = { method: methodOfWire(payMethodId), holder, details: request.account };
    const { userIndex: user } = context.principal;
    const userPayMethodId = await submitP2p(context, { kind: "add_p2p_account", user, ...account });
    return { userPayMethodId };
  },
});
