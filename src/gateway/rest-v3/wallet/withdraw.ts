import { Type } from "typebox";
import {
  submitWithdrawal,
  WITHDRAWAL_FIELDS,
  withdrawalReplySchema,
} from "../../custody/withdrawal-request.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { word } from "../../http/fields.ts";
import { DEPOSIT_WALLET_WORDS } from "./deposit-wallet-words.ts";

export const withdraw = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/withdraw", "/api/v3/account/withdrawal"],
  version: "v3",
  summary: "Withdraw a coin on a chain or to another user",
  description:
    "From the unified account unless accountType is funding. The address must be in the address " +
    "book. The fee is deducted from the size, except on chains whose " +
    "addresses are invoices.",
  access: { kind: "private", permission: "withdraw", realm: "live" },
  confirmed: true,
  limit: { perSecond: 5, per: "uid" },
  once: true,
  request: Type.Object({
    ...WITHDRAWAL_FIELDS,
    accountType: word(DEPOSIT_WALLET_WORDS, { default: "unified" }),
  }),
  response: withdrawalReplySchema,
  handle(context, { accountType, ...request }) {
    return submitWithdrawal(context, request, { wallet: accountType, dialect: "v3" });
  },
});
