/** What of a unified account is owed, and what could pay for it. */
import { Type } from "typebox";
import { REPAYMENT_COINS_MAX } from "../../../core/base/limits.ts";
import type { Atoms } from "../../../core/money/units.ts";
import type { DebtCoinRead } from "../../../core/reads/debt-reads.ts";
import { coinText, usdE8Text } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";

const coinSchema = Type.Object({
  coin: Type.String(),
  size: Type.String(),
  amount: Type.String({ description: "In US dollars at the index price" }),
});

const ACCESS = { kind: "private", permission: "uta_mgt_read" } as const;
const LIMIT = { perSecond: 10, per: "uid" } as const;
const maxSelection = Type.String({ description: "Coins that one repayment may name" });

/** The coins of which the measure is above zero. */
function coinsWith(context: PrivateContext, measure: (read: DebtCoinRead) => Atoms) {
  const { debts } = context.exchange.accounts;
  const { userIndex } = context.principal;
  return debts.coins(userIndex).flatMap((read) => {
    const size = measure(read);
    if (size === 0n) return [];
    const { currency } = read;
    const amount = usdE8Text(debts.usdOf(userIndex, currency, size));
    return [{ coin: currency.code, size: coinText(currency, size), amount }];
  });
}

export const getRepayableCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/repayable-coins"],
  version: "v3",
  summary: "What the account owes, by coin",
  access: ACCESS,
  limit: LIMIT,
  request: Type.Object({}),
  response: Type.Object({ repayableCoinList: Type.Array(coinSchema), maxSelection }),
  handle(context) {
    const repayableCoinList = coinsWith(context, ({ owed }) => owed);
    return { repayableCoinList, maxSelection: String(REPAYMENT_COINS_MAX) };
  },
});

export const getPaymentCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/payment-coins"],
  version: "v3",
  summary: "What could pay for debts in other coins",
  description: "What orders hold, and what covers an unrealised loss of its coin, is left out.",
  access: ACCESS,
  limit: LIMIT,
  request: Type.Object({}),
  response: Type.Object({ paymentCoinList: Type.Array(coinSchema), maxSelection }),
  handle(context) {
    const paymentCoinList = coinsWith(context, ({ unheld }) => unheld);
    return { paymentCoinList, maxSelection: String(REPAYMENT_COINS_MAX) };
  },
});
