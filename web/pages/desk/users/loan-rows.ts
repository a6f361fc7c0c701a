/** Loans of a user of all kinds, as rows of one table. */

import Big from "big.js";
import { spacedWords } from "../../../state/spaced-words.ts";

/** `GET /admin/v1/users/UID/loans`, as far as the desk shows it. */
export type Loans = {
  readonly margin: readonly {
    readonly wallet: string;
    /** Instrument of an isolated account; empty in crossed margin. */
    readonly symbol: string;
    readonly coin: string;
    readonly principal: string;
    readonly interest: string;
    /** Debts ÷ assets; empty while a price is missing. */
    readonly riskRate: string;
  }[];
  readonly unified: readonly {
    readonly coin: string;
    readonly debt: string;
    readonly dailyRate: string;
  }[];
  readonly pledged: readonly {
    readonly loanId: string;
    readonly coin: string;
    readonly debt: string;
    readonly principal: string;
    readonly pledge: string;
    readonly pledgeCoin: string;
    readonly rate: string;
    readonly forcedRate: string;
  }[];
  readonly institutional: readonly {
    readonly loanId: string;
    readonly coin: string;
    readonly principal: string;
    readonly interest: string;
  }[];
};

export type LoanRow = {
  readonly kind: string;
  readonly coin: string;
  readonly principal: string;
  /** Unpaid; empty where the kind of loan has none apart. */
  readonly interest: string;
  readonly risk: string;
};

/** Returns one row for each loan. */
export function loanRows({ institutional, margin, pledged, unified }: Loans): readonly LoanRow[] {
  return [
    ...margin.map(({ coin, interest, principal, riskRate, symbol, wallet }) => ({
      kind: `${spacedWords(wallet)}${symbol === "" ? "" : ` ${symbol}`}`,
      ...{ coin, principal, interest },
      risk: riskRate === "" ? "unknown: a price is missing" : `debts are ${riskRate} of assets`,
    })),
    ...unified.map(({ coin, dailyRate, debt }) => ({
      ...{ kind: "unified", coin, principal: debt, interest: "" },
      risk: `daily rate ${dailyRate}`,
    })),
    ...pledged.map(({ coin, debt, forcedRate, loanId, pledge, pledgeCoin, principal, rate }) => ({
      ...{ kind: `against a pledge, ${loanId}`, coin, principal },
      interest: new Big(debt).minus(principal).toFixed(),
      risk: `pledge ${pledge} ${pledgeCoin}; rate ${rate}, sold at ${forcedRate}`,
    })),
    ...institutional.map(({ coin, interest, loanId, principal }) => ({
      ...{ kind: `institutional, ${loanId}`, coin, principal, interest, risk: "" },
    })),
  ];
}
