import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, word } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { coinOf } from "../coins.ts";
import { DEPOSIT_WALLET_WORDS } from "./deposit-wallet-words.ts";

export const setDepositAccount = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/deposit-account"],
  version: "v3",
  summary: "Set the account that receives deposits of a coin",
  description: "The unified account, unless another is set.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({ coin: coin(), accountType: word(DEPOSIT_WALLET_WORDS) }),
  response: Type.String(),
  async handle(context, request) {
    const currency = coinOf(context, request.coin).index;
    const user = context.principal.userIndex;
    const command = { kind: "set_deposit_wallet", user, currency } as const;
    const outcome = await submitted(context, { ...command, wallet: request.accountType });
    if (outcome.rejection !== undefined) throw rejectionError(outcome.rejection, "v3");
    return "success";
  },
});
