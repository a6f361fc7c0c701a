import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { checkNote, checkPassphrase, itemsOf, keyOfAccount } from "../../users/sub-account-keys.ts";
import { ownVirtualSubAccount } from "../../users/sub-accounts.ts";
import { submitAccepted } from "../shared/submit.ts";
import {
  KEY_FIELDS,
  keyRow,
  keyWithSecretSchema,
  readIpList,
  readKeyWords,
} from "./virtual-sub-account.ts";

export const modifySubAccountKey = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/user/modify-virtual-subaccount-apikey"],
  version: "v2",
  summary: "Change an API key of a virtual sub-account",
  description:
    "passphrase and label replace those of the key; ipList and permList stay when they are not " +
    "sent. WebSocket sessions of the key end. secretKey is empty: it is shown once, when the key " +
    "is created.",
  access: { kind: "private", permission: "transfer" },
  confirmed: true,
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    subAccountUid: text(),
    subAccountApiKey: text(),
    passphrase: text({ description: "8 to 32 English letters and digits" }),
    label: text({ description: "At most 20 characters" }),
    ipList: Type.Optional(KEY_FIELDS.ipList),
    permList: Type.Optional(KEY_FIELDS.permList),
  }),
  response: keyWithSecretSchema,
  async handle(context, request) {
    const { ipList, label, passphrase, permList, subAccountApiKey } = request;
    const account = ownVirtualSubAccount(context, request.subAccountUid);
    const key = keyOfAccount(context, account.index, subAccountApiKey);
    checkPassphrase(passphrase);
    checkNote(label);
    const words =
      permList === undefined ? itemsOf(key.permissions) : readKeyWords(context, permList);
    const addresses = ipList === undefined ? itemsOf(key.ipList) : readIpList(context, ipList);
    const command = {
      kind: "modify_key",
      user: account.index,
      apiKey: key.apiKey,
      passphraseHash: await context.exchange.keyIssuer.hashOf(passphrase),
      permissions: words.join(","),
      ipList: addresses.join(","),
      note: label,
    } as const;
    await submitAccepted(context, command, "v2_spot");
    return { ...keyRow(account, command), secretKey: "" };
  },
});
