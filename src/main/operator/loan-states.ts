/** Debts of a user of each kind as the operator reads them. */
import type { UserRead } from "../../core/reads/account-reads.ts";
import type { MarginAccountKey } from "../../core/reads/loan-reads.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type { LoanStates } from "../../ops/user-read-rows.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { wireId } from "../../wire/ids.ts";
import { currencyCode } from "../../wire/listings.ts";
import { amountText, coinText, rateE6Text, rateE8Text } from "../../wire/texts.ts";
import { timeText } from "./times.ts";

/** Returns the crossed account and all isolated accounts of a user. */
function marginAccounts(accounts: LiveAccounts, { index, realm }: UserRead): MarginAccountKey[] {
  const crossed = { user: index, wallet: "crossed_margin", instrument: undefined } as const;
  const isolated = accounts
    .instrumentsOf(realm, "spot")
    .map((instrument) => ({ user: index, wallet: "isolated_margin", instrument }) as const);
  return [crossed, ...isolated];
}

function marginLoans(accounts: LiveAccounts, user: UserRead): LoanStates["margin"] {
  return marginAccounts(accounts, user).flatMap((account) => {
    const owing = accounts.lending
      .coins(account)
      .filter(({ interest, principal }) => principal > 0n || interest > 0n);
    if (owing.length === 0) return [];
    const terms = accounts.lending.terms(user.realm, account.instrument);
    const risk = accounts.lending.risk(account);
    return owing.map(({ currency, interest, principal }) => ({
      ...{ wallet: account.wallet, symbol: account.instrument?.symbol ?? "", coin: currency.code },
      principal: coinText(currency, principal),
      interest: coinText(currency, interest),
      dailyRate: rateE8Text(terms.find((one) => one.currency === currency.index)?.dailyRate ?? 0),
      riskRate: risk === undefined ? "" : rateE6Text(risk.riskE6),
    }));
  });
}

function unifiedDebts(accounts: LiveAccounts, user: UserRead): LoanStates["unified"] {
  if (!user.isUnified) return [];
  return accounts.debts
    .coins(user.index)
    .filter(({ debt, owed }) => debt > 0n || owed > 0n)
    .map(({ currency, dailyRate, debt, interestFree, owed }) => ({
      coin: currency.code,
      debt: coinText(currency, debt),
      owed: coinText(currency, owed),
      interestFree: coinText(currency, interestFree),
      dailyRate: rateE8Text(dailyRate),
    }));
}

function pledgedLoans(accounts: LiveAccounts, user: UserRead): LoanStates["pledged"] {
  return accounts.pledgedLoans(user.index).map(({ debt, loan, rateE6 }) => {
    const { currency, expiresAtMs, id, lines, period, pledge, pledgeCurrency, takenAtMs } = loan;
    return {
      loanId: wireId(id),
      coin: currencyCode(accounts, currency),
      debt: amountText(accounts, currency, debt),
      principal: amountText(accounts, currency, loan.principal),
      pledgeCoin: currencyCode(accounts, pledgeCurrency),
      pledge: amountText(accounts, pledgeCurrency, pledge),
      rate: rateE6Text(rateE6),
      forcedRate: rateE6Text(lines.forced),
      ...{ period, takenAt: timeText(takenAtMs) },
      expiresAt: expiresAtMs === 0 ? "" : timeText(expiresAtMs),
    };
  });
}

function unitLoans(accounts: LiveAccounts, user: UserRead): LoanStates["institutional"] {
  const account = accounts.units.unitOf(user.index);
  const unit = account === undefined ? undefined : accounts.units.unit(account);
  if (unit === undefined) return [];
  return unit.loans.map(({ currency, id, interest, principal }) => ({
    ...{ loanId: wireId(id), unitUid: uidOf(unit.unit) },
    coin: currencyCode(accounts, currency),
    principal: amountText(accounts, currency, principal),
    interest: amountText(accounts, currency, interest),
  }));
}

/** Returns the debts of a user; without prices rates are empty or 0. */
export function loanStates(accounts: LiveAccounts, user: UserRead): LoanStates {
  return {
    margin: marginLoans(accounts, user),
    unified: unifiedDebts(accounts, user),
    pledged: pledgedLoans(accounts, user),
    institutional: unitLoans(accounts, user),
  };
}
