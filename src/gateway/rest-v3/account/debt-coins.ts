import { Type } from "typebox";
import type { Atoms } from "../../../core/money/units.ts";
import type { DebtCoinRead } from "../../../core/reads/debt-reads.ts";
import { coinText, usdE8Text } from "../../../wire/texts.ts";
import type { PrivateContext } from "../../http/endpoint.ts";

export const debtCoin = Type.Object({
  coin: Type.String(),
  size: Type.String(),
  amount: Type.String({ description: "In US dollars at the index price" }),
});

export const maxSelection = Type.String({ description: "Coins that one repayment may name" });

/** Returns the coins for which the measure is above zero. */
export function coinsWith(context: PrivateContext, measure: (read: DebtCoinRead) => Atoms) {
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
