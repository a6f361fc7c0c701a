import { Type } from "typebox";
import type { Wallet } from "../../../../core/base/vocabulary.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, word } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { currenciesIn } from "../../shared/wallets.ts";

const ACCOUNT_WORDS = {
  spot: "spot",
  funding: "funding",
  coin_futures: "coin-futures",
  usdt_futures: "usdt-futures",
  usdc_futures: "usdc-futures",
} as const satisfies Partial<Readonly<Record<Wallet, string>>>;

export const modifyDepositAccount = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/wallet/modify-deposit-account"],
  version: "v2",
  summary: "Set the wallet that receives deposits of a coin",
  access: { kind: "private", permission: "transfer" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ accountType: word(ACCOUNT_WORDS), coin: coin() }),
  response: Type.String(),
  async handle(context, request) {
    const currency = context.exchange.accounts.currency(request.coin);
    if (currency === undefined) throw context.errors.unknown("coin");
    const wallet = request.accountType;
    if (!currenciesIn(context, wallet).has(currency.index)) throw wireError("40077");
    const user = context.principal.userIndex;
    const command = { kind: "set_deposit_wallet", user, currency: currency.index, wallet } as const;
    await submitAccepted(context, command, "v2_spot");
    return "success";
  },
});
