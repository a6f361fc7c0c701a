/** Endpoints of users, their balances, keys, freezes and orders. */
import { Type } from "typebox";
import {
  ACCOUNT_KINDS,
  ACCOUNT_LEVELS,
  CATEGORIES,
  KEY_KINDS,
  WALLETS,
} from "../../core/base/vocabulary.ts";
import { SIGNED_KEY_KINDS } from "../../core/base/word-traits.ts";
import { adminEndpoint } from "../admin-endpoint.ts";
import { Flag, Name, RealmName, strict, Text, text, Uid, UidPath } from "../admin-fields.ts";
import { TEXT_FORMATS } from "../text-formats.ts";
import { UserPage } from "../user-rows.ts";

const STRICT = { additionalProperties: false } as const;
const KeyPath = Type.Object({ uid: Uid, apiKey: Type.String({ minLength: 1, maxLength: 64 }) });
const IsoTime = Type.String({ description: "ISO time" });

const FREEZES = { trading: Flag, transfersOut: Flag, withdrawals: Flag, login: Flag };
const BalanceRow = Type.Object({
  wallet: Type.Enum([...WALLETS]),
  coin: Type.String(),
  balance: Type.String(),
  hold: Type.String({ description: "reserved for open orders, part of the balance" }),
  available: Type.String({ description: "what can be spent or moved out now" }),
});
const KeyRow = Type.Object({
  apiKey: Type.String(),
  kind: Type.Enum([...KEY_KINDS]),
  permissions: Type.Array(Type.String()),
  ipList: Type.Array(Type.String()),
  createdAt: IsoTime,
  lastUse: Type.Union([
    Type.Object({
      time: IsoTime,
      address: text("of the client, behind trusted proxies"),
      call: Type.Enum(["rest", "websocket_login", "websocket_trade"]),
      request: text("method and path of a REST request, without its query; empty for others"),
    }),
    Type.Null({ description: "not used since the start of the exchange" }),
  ]),
});
/** The lists of `gateway/auth/permissions.ts`, to which a test holds this text. */
const PERMISSION_WORDS =
  "of a classic user: read, spot_trade, contract_trade, contract_position, margin_trade, " +
  "transfer, withdraw; of a unified user: uta_mgt_read, uta_mgt_write, uta_trade_read, " +
  "uta_trade_write, withdraw, p2p_read, p2p_write";
const NewUserBody = Type.Object(
  {
    kind: Type.Enum([...ACCOUNT_KINDS]),
    realm: Type.Optional(RealmName),
    name: Type.Optional(Name),
    parentUid: Type.Optional(Uid),
    level: Type.Optional(Type.Enum([...ACCOUNT_LEVELS])),
  },
  STRICT,
);
const NewKeyBody = Type.Object(
  {
    passphrase: Type.Optional(Type.String({ pattern: TEXT_FORMATS.passphrase.pattern })),
    permissions: Type.Optional(
      Type.Array(Name, { minItems: 1, maxItems: 16, description: PERMISSION_WORDS }),
    ),
    ipList: Type.Optional(Type.Array(Name, { maxItems: 30 })),
    publicKey: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  STRICT,
);
export const USER_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/users",
    summary: "Lists the first 100 users",
    response: UserPage,
    run: (actions) => actions.listUsers(undefined),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/after/:uid",
    summary: "Lists the next 100 users",
    params: UidPath,
    response: UserPage,
    run: (actions, { params }) => actions.listUsers(params.uid),
  }),
  adminEndpoint({
    method: "POST",
    path: "/users",
    roles: ["support"],
    summary: "Creates a user",
    description:
      "`level` is that of a unified user, `advanced` when absent; a classic user has none. With " +
      "`parentUid` the user is a sub-account. A classic main account of the live realm receives " +
      "practice coins. `name` is a label, which several users may have: only the uid identifies " +
      "a user. It must not begin with `agent-` or `replay-`: these mark users of the generated " +
      "market, whose rows the history does not keep.",
    body: NewUserBody,
    response: Type.Object({
      uid: Type.String(),
      accountKind: Type.Enum([...ACCOUNT_KINDS]),
      realm: RealmName,
      name: Type.String(),
    }),
    isCreating: true,
    example: { kind: "unified", realm: "live", name: "desk" },
    run: (actions, { body }) =>
      actions.createUser({
        accountKind: body.kind,
        realm: body.realm ?? "live",
        name: body.name ?? "",
        parentUid: body.parentUid,
        level: body.level,
      }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/balances",
    summary: "Lists a user's balances",
    params: UidPath,
    response: Type.Array(BalanceRow),
    run: (actions, { params }) => actions.balancesOf(params.uid),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/keys",
    summary: "Lists a user's keys with their last use, without secrets",
    description: "The last use is kept in memory: `null` until the key is used after a start.",
    params: UidPath,
    response: Type.Array(KeyRow),
    run: (actions, { params }) => actions.listKeys(params.uid),
  }),
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/keys",
    roles: ["support"],
    summary: "Creates a key",
    description:
      "Secret and passphrase are shown once. `permissions` are all of the account kind when " +
      "absent; `ipList` holds addresses and CIDR ranges. With `publicKey`, PEM of a public key, " +
      "the user signs with the private one, and there is no secret.",
    params: UidPath,
    body: NewKeyBody,
    response: Type.Object({
      uid: Type.String(),
      apiKey: Type.String(),
      kind: Type.Enum([...SIGNED_KEY_KINDS]),
      secret: Type.Optional(Type.String()),
      passphrase: Type.String(),
      permissions: Type.Array(Type.String()),
    }),
    isCreating: true,
    example: { ipList: ["203.0.113.0/24"] },
    run: (actions, { body, params }) => {
      const { ipList = [], passphrase, permissions, publicKey } = body;
      return actions.createKey({ uid: params.uid, passphrase, permissions, ipList, publicKey });
    },
  }),
  adminEndpoint({
    method: "DELETE",
    path: "/users/:uid/keys/:apiKey",
    roles: ["support", "risk"],
    summary: "Revokes a key",
    description: "The key is unknown from the next request on, and its WebSocket sessions end.",
    params: KeyPath,
    response: KeyPath,
    run: (actions, { params }) => actions.revokeKey(params),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/users/:uid/freeze",
    roles: ["support", "risk"],
    summary: "Freezes login, transfers out and withdrawals of a user, or ends these freezes",
    description: "A freeze of trading stays as it is. WebSocket sessions end.",
    params: UidPath,
    body: strict({ isFrozen: Flag }),
    response: Type.Object({ uid: Text, isFrozen: Flag }),
    example: { isFrozen: true },
    run: (actions, { body, params }) => actions.setFreeze({ ...params, ...body }),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/users/:uid/freezes",
    roles: ["support", "risk"],
    summary: "Sets each freeze of a user",
    description:
      "`trading`: nothing that opens or increases a risk is accepted, and what could open is " +
      "cancelled; closing, repaying and cancelling go on. `transfersOut`: nothing moves to " +
      "another user. `withdrawals`: none is requested or signed. `login`: all keys are refused, " +
      "and WebSocket sessions end. A main account's own freeze of a sub-account is another one.",
    params: UidPath,
    body: strict({
      ...FREEZES,
      includesSubAccounts: Type.Optional(
        Type.Boolean({ description: "whether sub-accounts get the same freezes" }),
      ),
    }),
    response: Type.Object({ uids: Type.Array(Text), ...FREEZES }),
    example: { trading: true, transfersOut: true, withdrawals: true, login: false },
    run: (actions, { body: { includesSubAccounts = false, ...freezes }, params }) =>
      actions.setFreezes({ uid: params.uid, ...freezes, includesSubAccounts }),
  }),
  adminEndpoint({
    method: "DELETE",
    path: "/users/:uid/one-time-codes",
    roles: ["support", "risk"],
    summary: "Disables the one-time codes of a user whose device is lost",
    description:
      "From then on the password alone signs in and withdraws: be sure who asks, or freeze " +
      "withdrawals first. Sessions stay open.",
    params: UidPath,
    response: UidPath,
    run: (actions, { params }) => actions.disableCodes(params),
  }),
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/cancel-orders",
    roles: ["support", "risk"],
    summary: "Cancels open orders and plans of a category, or of all categories",
    description: "Includes orders on margin.",
    params: UidPath,
    body: Type.Object({ category: Type.Optional(Type.Enum([...CATEGORIES])) }, STRICT),
    response: Type.Object({
      uid: Type.String(),
      orders: Type.Integer({ description: "number of cancelled orders" }),
      plans: Type.Integer({ description: "number of cancelled plans" }),
    }),
    example: { category: "spot" },
    run: (actions, { body, params }) =>
      actions.cancelOrders({ uid: params.uid, category: body.category }),
  }),
];
