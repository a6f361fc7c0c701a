/** Debts of unified accounts (v3), which orders and transfers take by themselves. */
import { get, post } from "../../../wire/rest.ts";

/** A coin with its value in US dollars. */
export type ValuedCoin = { readonly coin: string; readonly size: string; readonly amount: string };

export type DebtCoin = {
  readonly coin: string;
  readonly debt: string;
  /** What of the debt costs nothing now. */
  readonly interestFreeAmount: string;
  readonly interestRateNextHour: string;
};

export type Debts = {
  /** All debts, in US dollars. */
  readonly total: string;
  /** When interest falls due next, in Unix ms. */
  readonly interestAtMs: number;
  readonly coins: readonly DebtCoin[];
  readonly repayable: readonly ValuedCoin[];
  readonly payments: readonly ValuedCoin[];
  /** Coins that one repayment may name on each side. */
  readonly coinsMax: number;
};

type Loans = {
  readonly currentLoans: string;
  readonly interestPaymentTime: string;
  readonly debtCoinList: readonly DebtCoin[];
};

/** Returns the debts of the account, and with what it could pay. Rejects with `WireFailure`. */
export async function loadDebts(): Promise<Debts> {
  const [loans, repayable, payment] = await Promise.all([
    get<Loans>("/api/v3/trade/loan-data"),
    get<{ readonly repayableCoinList: readonly ValuedCoin[]; readonly maxSelection: string }>(
      "/api/v3/account/repayable-coins",
    ),
    get<{ readonly paymentCoinList: readonly ValuedCoin[] }>("/api/v3/account/payment-coins"),
  ]);
  return {
    total: loans.currentLoans,
    interestAtMs: Number(loans.interestPaymentTime),
    coins: loans.debtCoinList,
    repayable: repayable.repayableCoinList,
    payments: payment.paymentCoinList,
    coinsMax: Number(repayable.maxSelection),
  };
}

/** Pays debts with other coins, in the order of the lists; returns what was repaid, in dollars. */
export async function repayDebts(
  repayableCoinList: readonly string[],
  paymentCoinList: readonly string[],
): Promise<string> {
  const answer = await post<{ readonly repayAmount: string }>("/api/v3/account/repay", {
    repayableCoinList,
    paymentCoinList,
  });
  return answer.repayAmount;
}
