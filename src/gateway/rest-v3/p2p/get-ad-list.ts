import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, decimal, enumeration, integer, limit } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";

const PAGES_MAX = 1_000;
const ADS_MAX = 10;

export const getAdList = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/ad-list"],
  version: "v3",
  summary: "Peer-to-peer advertisements: not open",
  description: "Every well-formed request is answered with 40919.",
  access: { kind: "private", permission: "p2p_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    token: coin(),
    fiat: coin(),
    side: enumeration(["buy", "sell"]),
    amount: Type.Optional(decimal()),
    pageNum: integer({ min: 1, max: PAGES_MAX }),
    limit: limit({ default: ADS_MAX, max: ADS_MAX }),
  }),
  response: Type.Array(Type.Object({})),
  handle: () => wireError("40919"),
});
