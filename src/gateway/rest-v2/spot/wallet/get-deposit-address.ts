import { Type } from "typebox";
import {
  ADDRESS_FIELDS,
  addressReply,
  addressReplySchema,
} from "../../../custody/deposit-addresses.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";

export const getDepositAddress = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/wallet/deposit-address"],
  version: "v2",
  summary: "The account's address for deposits of a coin",
  access: { kind: "private", permission: "read", realm: "live" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object(ADDRESS_FIELDS),
  response: addressReplySchema,
  handle(context, request) {
    const { userIndex: user } = context.principal;
    return addressReply(context, request, { user, dialect: "v2_spot" });
  },
});
