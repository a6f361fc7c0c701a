import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { ANY_SESSION } from "../browser-sessions.ts";
import { ownKey } from "./own-keys.ts";

export const deleteKey = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/delete-key"],
  version: "v3",
  summary: "Delete an API key of the user",
  description: "Its requests are refused from then on, and its WebSocket connections end.",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({ apiKey: text() }),
  response: Type.Object({}),
  async handle(context, request) {
    const { apiKey } = ownKey(context, request.apiKey);
    const user = context.principal.userIndex;
    const { rejection } = await submitted(context, { kind: "delete_key", user, apiKey });
    // Only a parallel request can have deleted it.
    if (rejection !== undefined) throw rejectionError(rejection, "v3");
    return {};
  },
});
