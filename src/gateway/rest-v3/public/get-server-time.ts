import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";

export const getServerTime = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/public/time"],
  version: "v3",
  summary: "Server time",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({}),
  response: Type.Object({
    serverTime: Type.String({ description: "Unix milliseconds" }),
  }),
  handle(context) {
    return { serverTime: String(context.requestTimeMs) };
  },
});
