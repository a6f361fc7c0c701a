import { Type } from "typebox";
import { P2P_FIAT_DECIMALS_MAX } from "../../../core/base/limits.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { decimal, id } from "../../http/fields.ts";
import { P2P_WRITE, p2pAtoms, p2pId, submitP2p } from "../../p2p/p2p-request.ts";

export const createP2pOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/order-create"],
  version: "v3",
  summary: "Order from an ad. Of this exchange",
  description: "At the present price of the ad; 60016 if that is worse than the sent one.",
  access: P2P_WRITE,
  limit: { perSecond: 10, per: "uid" },
  once: true,
  request: Type.Object({
    advId: id(),
    price: decimal({ description: "Worst price that the taker accepts" }),
    amount: decimal({ description: "What the buyer pays, in fiat" }),
    userPayMethodId: Type.Optional(
      id({ description: "Payment account of the seller; required for buy ads" }),
    ),
  }),
  response: Type.Object({ orderId: Type.String() }),
  async handle(context, request) {
    const { p2p } = context.exchange.accounts;
    const adId = p2pId(request.advId);
    const open = p2p.openAds().find(({ ad }) => ad.id === adId);
    const decimals = p2p.fiatAt(open?.ad.fiat ?? -1)?.decimals ?? P2P_FIAT_DECIMALS_MAX;
    const { userPayMethodId } = request;
    if (open?.ad.side === "buy" && userPayMethodId === undefined) {
      throw context.errors.missing("userPayMethodId");
    }
    const orderId = await submitP2p(context, {
      ...{ kind: "place_p2p_order", user: context.principal.userIndex, ad: adId },
      price: p2pAtoms(context, { name: "price", value: request.price }, decimals),
      amount: p2pAtoms(context, { name: "amount", value: request.amount }, decimals),
      account: userPayMethodId === undefined ? 0 : p2pId(userPayMethodId),
    });
    return { orderId };
  },
});
