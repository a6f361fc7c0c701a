import { Type } from "typebox";
import { defineEndpoint, type Endpoint } from "../http/endpoint.ts";
import type { ApiVersion } from "../http/parameter-errors.ts";

/** The endpoint of a version that returns exchange time. */
export function serverTimeEndpoint(version: ApiVersion): Endpoint {
  return defineEndpoint({
    method: "GET",
    paths: [`/api/${version}/public/time`],
    version,
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
}
