/** Acts on funds of the exchange, with what each causes. */
import Big from "big.js";
import type { Act } from "../acts/asked-act.ts";
import type { Edit } from "../acts/edit-dialog.tsx";
import { fundText, type InsuranceFund, type NamedFund } from "./fund-rows.ts";

export type FundChange = {
  readonly isWithdrawal: boolean;
  readonly amount: string;
  readonly reference: string;
};

/** Returns what is wrong with an amount that a person wrote; undefined when it can be sent. */
export function amountFault(fund: NamedFund, change: FundChange): string | undefined {
  const { amount, isWithdrawal } = change;
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(amount)) return "Write an amount such as 250.5";
  const value = new Big(amount);
  if (value.lte(0)) return "Write an amount above zero";
  if (isWithdrawal && value.gt(fund.balance)) {
    return `The fund has ${fund.balance} ${fund.coin}: write at most that`;
  }
  return undefined;
}

/** Returns the act that endows a fund, or withdraws from it. */
export function fundChangeAct(fund: NamedFund, change: FundChange, onDone: () => void): Act {
  const { amount, isWithdrawal, reference } = change;
  const { balance, coin, realm } = fund;
  const after = isWithdrawal ? Big(balance).minus(amount) : Big(balance).plus(amount);
  return {
    title: `${isWithdrawal ? "Withdraw from" : "Endow"} the ${fundText(fund)}`,
    effects: [
      isWithdrawal
        ? `${amount} ${coin} leave the fund for the outside world.`
        : `${amount} ${coin} come into the fund from the outside world.`,
      `Its balance changes: ${balance} → ${after.toFixed()}.`,
      "Above the daily value of one person it waits for a second person.",
    ],
    method: "POST",
    path: isWithdrawal ? "/fund-withdrawals" : "/endowments",
    body: { realm, fund: fund.fund, coin, amount, reference },
    repeat: isWithdrawal ? `${amount} ${coin}` : undefined,
    done: (answer) =>
      answer["status"] === "waiting"
        ? "It waits for a second person: see Approvals"
        : `The ${fundText(fund)} changed by ${amount} ${coin}`,
    onDone,
  };
}

/** Returns the edit of the terms of an insurance fund. */
export function fundTermsEdit(fund: InsuranceFund, onDone: () => void): Edit {
  const { coin, drawMax, feeShare, realm } = fund;
  const title = `Terms of the ${fundText({ coin, realm, fund: "insurance_fund" })}`;
  return {
    title,
    explanation: "The share applies to fees from now on, the limit to the present hour too.",
    terms: [
      {
        ...{ name: "feeShare", label: "Share of trading fees", kind: "decimal" },
        ...{ value: feeShare, hint: "0.1 is a tenth" },
      },
      {
        ...{ name: "drawMax", label: "Largest payment in an hour", kind: "decimal" },
        ...{ value: drawMax, hint: `In ${coin}, for accounts without positions; 0: no limit` },
      },
    ],
    act: {
      title: "Change the terms of the fund",
      method: "PUT",
      path: "/insurance-funds",
      body: { realm, coin },
      done: () => `${title} changed`,
      onDone,
    },
  };
}
