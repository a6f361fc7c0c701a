import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { checkNote, checkPassphrase, readAddresses } from "../../users/sub-account-keys.ts";
import { ownSubAccount } from "../../users/sub-accounts.ts";
import {
  KEY_FIELDS,
  keyRow,
  newKeyRowSchema,
  readGroups,
  requireUnified,
} from "./sub-account-row.ts";

export const createSubAccountKey = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/user/create-sub-api"],
  version: "v3",
  summary: "Create an API key of a unified sub-account",
  description:
    "A key may do no more than the key that creates it. A read-only key cannot withdraw.",
  access: { kind: "private", permission: "uta_mgt_write" },
  confirmed: true,
  limit: { perSecond: 10, per: "uid" },
  once: true,
  isSecret: true,
  request: Type.Object({
    subUid: text(),
    note: text({ description: "At most 20 characters" }),
    passphrase: text({ description: "8 to 32 English letters and digits" }),
    ...KEY_FIELDS,
  }),
  response: newKeyRowSchema,
  async handle(context, request) {
    const account = ownSubAccount(context, request.subUid);
    requireUnified(account);
    checkNote(request.note);
    checkPassphrase(request.passphrase);
    const permissions = readGroups(context, request.permissions, request.type);
    const ipList = readAddresses(context, "ips", request.ips);
    const { keyIssuer } = context.exchange;
    const passphraseHash = await keyIssuer.hashOf(request.passphrase);
    const terms = { user: account.index, note: request.note, permissions, ipList };
    const key = keyIssuer.newKey({ ...terms, passphraseHash });
    const { rejection } = await submitted(context, key.command);
    if (rejection !== undefined) throw rejectionError(rejection, "v3");
    return { ...keyRow(key.command), secret: key.secret };
  },
});
