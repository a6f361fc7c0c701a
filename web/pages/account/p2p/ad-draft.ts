/** An ad while it is written. */
import Big from "big.js";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import type { AdTerms, Payment } from "./ads-wire.ts";
import type { Fiat, PayAccount, Side } from "./p2p-wire.ts";

/** The terms of an ad that has none yet. */
export function emptyTerms(fiat: Fiat | undefined): AdTerms {
  return {
    ...{ priceType: "fixed", price: "", premium: "1", quantity: "" },
    ...{ minAmount: fiat?.adMinLimit ?? "", maxAmount: "", payMethodIds: [] },
    ...{ payTimeLimit: String(fiat?.payTimeLimit[0] ?? 15), remark: "", tradeTerms: "" },
  };
}

/** What an ad can be paid by: methods where it buys, own accounts where it sells. */
export type Choice = { readonly text: string; readonly payment: Payment };

export function paymentChoices(
  side: Side,
  { payMethods }: Pick<Fiat, "payMethods">,
  accounts: readonly PayAccount[],
): readonly Choice[] {
  if (side === "buy") {
    return payMethods.map(({ payMethodId, payMethodName }) => ({
      text: payMethodName,
      payment: { payMethodId },
    }));
  }
  const methods = payMethods.map(({ payMethodId }) => payMethodId);
  return accounts
    .filter(({ payMethodId }) => methods.includes(payMethodId))
    .map(({ payMethodId, payMethodInfo, payMethodName, userPayMethodId }) => ({
      text: `${payMethodName} · ${payMethodInfo.map(({ value }) => value).join(" ")}`,
      payment: { payMethodId, userPayMethodId },
    }));
}

export function isSamePayment(one: Payment, other: Payment): boolean {
  return one.payMethodId === other.payMethodId && one.userPayMethodId === other.userPayMethodId;
}

/** Returns the payments with one of them added, or taken out. */
export function withPayment(
  payments: readonly Payment[],
  payment: Payment,
  isTaken: boolean,
): readonly Payment[] {
  const others = payments.filter((one) => !isSamePayment(one, payment));
  return isTaken ? [...others, payment] : others;
}

/** Returns the bounds of the price or premium in words; shorter while the rate is not known. */
export function priceHint(
  { premium, priceType }: Pick<AdTerms, "premium" | "priceType">,
  fiat: Fiat,
  rate: string | undefined,
): string {
  const times = (ratio: string): string =>
    new Big(rate ?? "0").times(ratio).round(Number(fiat.precision), Big.roundDown).toFixed();
  if (priceType === "floating") {
    const bounds = `${fiat.floatRateMin} to ${fiat.floatRateMax} times the exchange rate`;
    return rate === undefined || !isDecimal(premium)
      ? bounds
      : `${bounds}; now ${times(premium)} ${fiat.fiat}`;
  }
  if (rate === undefined) return "";
  const bounds = `from ${times(fiat.fixedRateMin)} to ${times(fiat.fixedRateMax)}`;
  return `The exchange rate is ${rate}: ${bounds} ${fiat.fiat}`;
}

/** Whether all that an ad needs is written. */
export function isComplete(terms: AdTerms): boolean {
  const price = terms.priceType === "fixed" ? terms.price : terms.premium;
  const numbers = [price, terms.minAmount, terms.maxAmount, terms.quantity];
  return numbers.every(isDecimal) && terms.payMethodIds.length > 0;
}
