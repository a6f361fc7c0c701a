import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { checkPassphrase, itemsOf, readAddresses } from "../../users/sub-account-keys.ts";
import {
  groupsOf,
  KEY_FIELDS,
  keyRow,
  keyRowSchema,
  ownSubAccountKey,
  readGroups,
  requireUnified,
  typeOf,
} from "./sub-account-row.ts";

export const updateSubAccountKey = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/user/update-sub-api"],
  version: "v3",
  summary: "Change an API key of a unified sub-account",
  description:
    "passphrase replaces that of the key. permissions needs type; what is not sent stays. " +
    "WebSocket sessions of the key end.",
  access: { kind: "private", permission: "uta_mgt_write" },
  confirmed: true,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    apiKey: Type.Optional(text()),
    apikey: Type.Optional(text({ description: "As apiKey" })),
    passphrase: text({ description: "8 to 32 English letters and digits" }),
    type: Type.Optional(KEY_FIELDS.type),
    permissions: Type.Optional(KEY_FIELDS.permissions),
    ips: Type.Optional(KEY_FIELDS.ips),
  }),
  response: keyRowSchema,
  async handle(context, request) {
    const { ips, passphrase, permissions, type } = request;
    const apiKey = request.apiKey ?? request.apikey;
    if (apiKey === undefined) throw context.errors.missing("apiKey");
    const { account, key } = ownSubAccountKey(context, apiKey);
    requireUnified(account);
    checkPassphrase(passphrase);
    if (permissions !== undefined && type === undefined) throw context.errors.missing("type");
    const isChanged = permissions !== undefined || type !== undefined;
    const words = isChanged
      ? readGroups(context, permissions ?? groupsOf(key), type ?? typeOf(key))
      : itemsOf(key.permissions);
    const addresses = ips === undefined ? itemsOf(key.ipList) : readAddresses(context, "ips", ips);
    const command = {
      kind: "modify_key",
      user: account.index,
      apiKey,
      passphraseHash: await context.exchange.keyIssuer.hashOf(passphrase),
      permissions: words.join(","),
      ipList: addresses.join(","),
      note: key.note,
    } as const;
    const { rejection } = await submitted(context, command);
    if (rejection !== undefined) throw rejectionError(rejection, "v3");
    return keyRow(command);
  },
});
