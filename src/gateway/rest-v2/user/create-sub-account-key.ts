import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { checkNote, checkPassphrase } from "../../users/sub-account-keys.ts";
import { ownVirtualSubAccount } from "../../users/sub-accounts.ts";
import { issueSubAccountKey } from "./issue-sub-account-key.ts";
import {
  KEY_FIELDS,
  keyWithSecretSchema,
  readIpList,
  readKeyWords,
} from "./virtual-sub-account.ts";

export const createSubAccountKey = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/user/create-virtual-subaccount-apikey"],
  version: "v2",
  summary: "Create an API key of a virtual sub-account",
  description: "A key may do no more than the key that creates it.",
  access: { kind: "private", permission: "transfer" },
  confirmed: true,
  limit: { perSecond: 5, per: "uid" },
  once: true,
  isSecret: true,
  request: Type.Object({
    subAccountUid: text(),
    passphrase: text({ description: "8 to 32 English letters and digits" }),
    label: text({ description: "At most 20 characters" }),
    ipList: Type.Optional(KEY_FIELDS.ipList),
    permList: Type.Optional(KEY_FIELDS.permList),
  }),
  response: keyWithSecretSchema,
  async handle(context, request) {
    const account = ownVirtualSubAccount(context, request.subAccountUid);
    checkPassphrase(request.passphrase);
    checkNote(request.label);
    const permissions = readKeyWords(context, request.permList);
    const ipList = readIpList(context, request.ipList);
    const passphraseHash = await context.exchange.keyIssuer.hashOf(request.passphrase);
    const terms = { note: request.label, permissions, ipList, passphraseHash };
    return issueSubAccountKey(context, account, terms);
  },
});
