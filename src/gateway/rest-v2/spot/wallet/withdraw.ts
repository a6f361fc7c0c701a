import { Type } from "typebox";
import {
  submitWithdrawal,
  WITHDRAWAL_FIELDS,
  withdrawalReplySchema,
} from "../../../custody/withdrawal-request.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";

export const withdraw = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/wallet/withdrawal"],
  version: "v2",
  summary: "Withdraw a coin from the spot wallet, on a chain or to another user",
  description:
    "The address must be in the address book. The fee is deducted from " +
    "the size, except on chains whose addresses are invoices. Internal transfers by uid are free " +
    "and done at once.",
  access: { kind: "private", permission: "withdraw", realm: "live" },
  confirmed: true,
  limit: { perSecond: 5, per: "uid" },
  once: true,
  request: Type.Object(WITHDRAWAL_FIELDS),
  response: withdrawalReplySchema,
  handle(context, request) {
    return submitWithdrawal(context, request, { wallet: "spot", dialect: "v2_spot" });
  },
});
