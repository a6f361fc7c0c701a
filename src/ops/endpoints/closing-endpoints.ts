/** Endpoints that close users and limit keys. */
import { Type } from "typebox";
import { adminEndpoint } from "../admin-endpoint.ts";
import { Name, strict, Text, Uid, UidPath } from "../admin-fields.ts";

const KeyPath = Type.Object({ uid: Uid, apiKey: Type.String({ minLength: 1, maxLength: 64 }) });
const Words = Type.Array(Text);

export const CLOSING_ENDPOINTS = [
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/close",
    roles: ["support"],
    summary: "Closes a user who holds nothing",
    description:
      "Revokes all keys and sets all four freezes. A user with a balance, an order, a plan, a " +
      "position, a loan, a withdrawal, an open peer-to-peer order, a published ad or an open " +
      "sub-account is refused. To open the user again, end the freezes and create a key.",
    params: UidPath,
    body: strict({}),
    response: Type.Object({ uid: Text, revokedKeys: Type.Integer() }),
    example: {},
    run: (actions, { params }) => actions.closeUser(params.uid),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/users/:uid/keys/:apiKey",
    roles: ["support", "risk"],
    summary: "Takes permissions or addresses from a key",
    description:
      "Absent members stay. The key never gets more than it has: each permission is one of its " +
      "permissions, and each address or CIDR range lies within one entry of its list. A key " +
      "without a list can get any; a list cannot become empty again. A wider key is a new one: " +
      "create it and revoke this one.",
    params: KeyPath,
    body: strict({
      permissions: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 16 })),
      ipList: Type.Optional(Type.Array(Name, { maxItems: 30 })),
    }),
    response: Type.Object({ uid: Text, apiKey: Text, permissions: Words, ipList: Words }),
    example: { ipList: ["127.0.0.1"] },
    run: (actions, { body: { ipList, permissions }, params }) =>
      actions.limitKey({ ...params, permissions, ipList }),
  }),
];
