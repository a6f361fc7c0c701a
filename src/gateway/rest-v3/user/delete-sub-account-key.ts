import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { submitted } from "../../orders/submitted.ts";
import { ownSubAccountKey } from "./sub-account-row.ts";

export const deleteSubAccountKey = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/user/delete-sub-api"],
  version: "v3",
  summary: "Delete an API key of a sub-account",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    apiKey: Type.Optional(text()),
    apikey: Type.Optional(text({ description: "As apiKey" })),
  }),
  response: Type.Object({}),
  async handle(context, request) {
    const apiKey = request.apiKey ?? request.apikey;
    if (apiKey === undefined) throw context.errors.missing("apiKey");
    const { account } = ownSubAccountKey(context, apiKey);
    const command = { kind: "delete_key", user: account.index, apiKey } as const;
    const { rejection } = await submitted(context, command);
    // Only a parallel request can have deleted it.
    return rejection === undefined ? {} : wireError("40065");
  },
});
