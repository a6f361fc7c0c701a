import { Type } from "typebox";
import { P2P_AD_STATUS_WORDS } from "../../../wire/words/p2p-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id, word } from "../../http/fields.ts";
import { P2P_WRITE, p2pId, submitP2p } from "../../p2p/p2p-request.ts";

export const operateP2pAd = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/ad-operate"],
  version: "v3",
  summary: "Publish, delist or remove an ad",
  description: "What a delisted or removed sell ad has left returns to the funding account.",
  access: P2P_WRITE,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ advId: id(), operation: word(P2P_AD_STATUS_WORDS) }),
  response: Type.String(),
  handle(context, request) {
    const { userIndex: user } = context.principal;
    const change = { user, ad: p2pId(request.advId), status: request.operation };
    return submitP2p(context, { kind: "set_p2p_ad_status", ...change });
  },
});
