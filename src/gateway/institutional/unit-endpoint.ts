/** What the endpoints of institutional loans have in common on v2 and v3. */
import type { Static, TSchema } from "typebox";
import type { Payload, PrivateContext } from "../http/endpoint.ts";

/** Part of the definition of an endpoint that is the same in both dialects. */
interface SharedPart<Q extends TSchema, R extends TSchema> {
  readonly summary: string;
  readonly description: string;
  readonly request: Q;
  readonly response: R;
  handle(context: PrivateContext, request: Static<Q>): Payload<R> | Promise<Payload<R>>;
}

/** Returns the shared part of an endpoint, with the types of its request and response. */
export function sharedPart<Q extends TSchema, R extends TSchema>(
  part: SharedPart<Q, R>,
): SharedPart<Q, R> {
  return part;
}

/** Version, access and limit of the reads (rest-v2.md and rest-v3.md, institutional loan). */
export const UNIT_READ_V2 = {
  method: "GET",
  version: "v2",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 5, per: "uid" },
} as const;
export const UNIT_READ_V3 = {
  method: "GET",
  version: "v3",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 3, per: "uid" },
} as const;
