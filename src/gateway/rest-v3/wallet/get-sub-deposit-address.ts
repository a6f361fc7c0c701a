import { Type } from "typebox";
import {
  ADDRESS_FIELDS,
  addressReply,
  addressReplySchema,
} from "../../custody/deposit-addresses.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { ownSubAccount } from "../../users/sub-accounts.ts";

export const getSubDepositAddress = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/sub-deposit-address"],
  version: "v3",
  summary: "A sub-account's address for deposits of a coin",
  access: { kind: "private", permission: "uta_mgt_read", realm: "live" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ subUid: text(), ...ADDRESS_FIELDS }),
  response: addressReplySchema,
  handle(context, request) {
    const user = ownSubAccount(context, request.subUid).index;
    return addressReply(context, request, { user, dialect: "v3" });
  },
});
