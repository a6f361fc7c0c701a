import { Type } from "typebox";
import { KEYS_PER_USER_MAX } from "../../../core/base/limits.ts";
import { permissionsOf } from "../../auth/new-key.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { ANY_SESSION } from "../browser-sessions.ts";
import { ownKeyRow, ownKeySchema } from "./own-keys.ts";

export const listKeys = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/keys"],
  version: "v3",
  summary: "API keys of the user, oldest first",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    list: Type.Array(ownKeySchema),
    keysMax: Type.String({ description: "Most keys of a user" }),
    allPermissions: Type.Array(Type.String(), {
      description: "Permissions that a key of this kind of account can have",
    }),
  }),
  handle({ exchange, principal }) {
    const { accountKind, userIndex } = principal;
    const { accounts, terminal } = exchange;
    return {
      list: accounts.keysOf(userIndex).map((key) => ownKeyRow(key, accountKind, terminal.keyUses)),
      keysMax: String(KEYS_PER_USER_MAX),
      allPermissions: [...permissionsOf(accountKind)],
    };
  },
});
