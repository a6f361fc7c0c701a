import { Type } from "typebox";
import { P2P_ORDER_STATUSES } from "../core/base/vocabulary.ts";
import { type AdminApp, sendOutcome } from "./admin-app.ts";
import { Uid, UidPath } from "./admin-fields.ts";
import { ADMIN_PAGE_ROWS, PAGE_QUERY, readQuery } from "./admin-query.ts";
import {
  OPEN_P2P_ORDER_STATUSES,
  type P2pReads,
  PRESENT_P2P_AD_STATUSES,
} from "./p2p-read-port.ts";

const STRICT = { additionalProperties: false } as const;
const UidQuery = Type.Optional(Uid);
const AdStatus = Type.Optional(Type.Enum([...PRESENT_P2P_AD_STATUSES]));
const OpenStatus = Type.Optional(Type.Enum([...OPEN_P2P_ORDER_STATUSES]));
const OrderStatus = Type.Optional(Type.Enum([...P2P_ORDER_STATUSES]));
const MerchantsQuery = Type.Object(PAGE_QUERY, STRICT);
const AdsQuery = Type.Object({ ...PAGE_QUERY, uid: UidQuery, status: AdStatus }, STRICT);
const OrdersQuery = Type.Object({ ...PAGE_QUERY, uid: UidQuery, status: OpenStatus }, STRICT);
const UserOrdersQuery = Type.Object({ ...PAGE_QUERY, status: OrderStatus }, STRICT);

function pageOf({ cursor = "", limit }: { readonly cursor?: string; readonly limit?: string }) {
  return { cursor, limit: limit === undefined ? ADMIN_PAGE_ROWS : Number(limit) };
}

/** Registers the reads of peer-to-peer trading. */
export function registerP2pReadRoutes(admin: AdminApp, reads: P2pReads): void {
  const preValidation = readQuery;
  admin.get("/p2p/terms", (_request, reply) => reply.send(reads.p2pTerms()));
  admin.get("/p2p/summary", (_request, reply) => reply.send(reads.p2pSummary()));
  const merchants = { schema: { querystring: MerchantsQuery }, preValidation };
  admin.get("/p2p/merchants", merchants, async (request, reply) =>
    sendOutcome(reply, await reads.listP2pMerchants(pageOf(request.query))),
  );
  const ads = { schema: { querystring: AdsQuery }, preValidation };
  admin.get("/p2p/ads", ads, (request, reply) => {
    const { status, uid } = request.query;
    return sendOutcome(reply, reads.listP2pAds({ uid, status, ...pageOf(request.query) }));
  });
  const orders = { schema: { querystring: OrdersQuery }, preValidation };
  admin.get("/p2p/orders", orders, (request, reply) => {
    const { status, uid } = request.query;
    return sendOutcome(reply, reads.listP2pOrders({ uid, status, ...pageOf(request.query) }));
  });
  const own = { schema: { params: UidPath, querystring: UserOrdersQuery }, preValidation };
  admin.get("/users/:uid/p2p-orders", own, async (request, reply) => {
    const { uid } = request.params;
    const search = { uid, status: request.query.status, ...pageOf(request.query) };
    return sendOutcome(reply, await reads.listUserP2pOrders(search));
  });
}
