import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { limit, text } from "../../http/fields.ts";
import { ownSubAccount } from "../../users/sub-accounts.ts";
import { keyRow, listedKeyRowSchema } from "./sub-account-row.ts";

export const getSubAccountKeys = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/user/sub-api-list"],
  version: "v3",
  summary: "API keys of a sub-account, oldest first",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    subUid: text(),
    limit: limit({ default: 100, max: 100, clamp: true }),
    cursor: Type.Optional(text({ description: "The cursor of the page before" })),
  }),
  response: Type.Object({
    items: Type.Array(listedKeyRowSchema),
    hasNext: Type.Boolean(),
    cursor: Type.String(),
  }),
  handle(context, request) {
    const account = ownSubAccount(context, request.subUid);
    const keys = context.exchange.accounts.keysOf(account.index);
    const after = keys.findIndex(({ apiKey }) => apiKey === request.cursor);
    if (request.cursor !== undefined && after < 0) throw context.errors.wrong("cursor");
    const rest = keys.slice(after + 1);
    const page = rest.slice(0, request.limit);
    const hasNext = page.length < rest.length;
    const items = page.map((key) => ({ ...keyRow(key), ts: String(key.createdAtMs) }));
    return { items, hasNext, cursor: hasNext ? (page.at(-1)?.apiKey ?? "") : "" };
  },
});
