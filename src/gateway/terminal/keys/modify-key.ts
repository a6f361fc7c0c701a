import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text, yesNo } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { checkNote, itemsOf, readAddresses } from "../../users/sub-account-keys.ts";
import { ANY_SESSION } from "../browser-sessions.ts";
import { OWN_KEY_FIELDS, ownKey, readPermissions } from "./own-keys.ts";

export const modifyKey = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/modify-key"],
  version: "v3",
  summary: "Change label, permissions or addresses of an API key of the user",
  description:
    "What is not sent stays, as do secret and passphrase. WebSocket connections of the key end.",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 5, per: "uid" },
  confirmed: true,
  request: Type.Object({
    apiKey: text(),
    label: Type.Optional(OWN_KEY_FIELDS.label),
    permissions: Type.Optional(OWN_KEY_FIELDS.permissions),
    ipList: Type.Optional(OWN_KEY_FIELDS.ipList),
    isForAllAddresses: yesNo({ default: false, description: "Removes all addresses of ipList" }),
  }),
  response: Type.Object({}),
  async handle(context, request) {
    const { ipList, isForAllAddresses, label } = request;
    if (ipList !== undefined && isForAllAddresses) throw context.errors.wrong("isForAllAddresses");
    const key = ownKey(context, request.apiKey);
    const note = label ?? key.note;
    checkNote(note);
    const permissions =
      request.permissions === undefined
        ? itemsOf(key.permissions)
        : readPermissions(context, request.permissions);
    const kept = isForAllAddresses ? [] : itemsOf(key.ipList);
    const addresses = ipList === undefined ? kept : readAddresses(context, "ipList", ipList);
    const { rejection } = await submitted(context, {
      kind: "modify_key",
      user: context.principal.userIndex,
      apiKey: key.apiKey,
      // The core keeps the passphrase where a command has none.
      passphraseHash: "",
      permissions: permissions.join(","),
      ipList: addresses.join(","),
      note,
    });
    if (rejection !== undefined) throw rejectionError(rejection, "v3");
    return {};
  },
});
