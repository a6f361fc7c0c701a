/** Administrative actions on institutional loans: products, risk units, loans and repayments. */
import { formatTrimmed, parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../core/money/units.ts";
import {
  readLoanProducts,
  readUnit,
  readUnitAccounts,
  type UnitRead,
} from "../../core/reads/unit-reads.ts";
import { currencyAt, instrumentAt, type State } from "../../core/state.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type {
  LoanProductTerms,
  RiskUnitState,
  UnitActions,
  UnitLoanIssue,
} from "../../ops/unit-port.ts";
import { idOfWire, wireId } from "../../wire/ids.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { incrementsOf, RATE_E6_DECIMALS, rateE6Of } from "./decimal-units.ts";

const RATE_DECIMALS = 8;
const USD_DECIMALS = 8;

function share(value: number): string {
  return formatTrimmed(BigInt(value), RATE_E6_DECIMALS);
}

function productsOf(state: State): LoanProductTerms[] {
  return readLoanProducts(state).map((product) => ({
    ...{ realm: product.realm, product: product.id, leverage: product.leverage },
    dailyRate: formatTrimmed(BigInt(product.dailyRate), RATE_DECIMALS),
    transferLine: share(product.transferLine),
    buyLine: share(product.buyLine),
    openLine: share(product.openLine),
    liquidationLine: share(product.liquidationLine),
    stopLine: share(product.stopLine),
    coins: product.coins.map(({ currency, ratio, valueMaxUsd }) => ({
      coin: currencyAt(state, currency).code,
      ratio: share(ratio),
      valueMaxUsd,
    })),
    instruments: product.instruments.map((index) => {
      const { category, symbol } = instrumentAt(state, index);
      return { symbol, category };
    }),
  }));
}

function unitState(state: State, read: UnitRead): RiskUnitState {
  const { collateral, debt, isFresh, isLiquidating, product, ratioE6 } = read;
  return {
    ...{ uid: uidOf(read.unit), product, users: read.users.map(uidOf), isLiquidating, isFresh },
    ratio: share(ratioE6),
    debtUsd: formatTrimmed(debt, USD_DECIMALS),
    collateralUsd: formatTrimmed(collateral, USD_DECIMALS),
    loans: read.loans.map((loan) => {
      const { code, decimals } = currencyAt(state, loan.currency);
      return {
        id: wireId(loan.id),
        coin: code,
        principal: formatTrimmed(loan.principal, decimals),
        interest: formatTrimmed(loan.interest, decimals),
      };
    }),
  };
}

/** Numbers of a list with the position of each; `undefined` where one is missing. */
function sortedBy<T>(
  list: readonly T[],
  keyOf: (item: T) => number | undefined,
): readonly { readonly key: number; readonly item: T }[] | undefined {
  const entries = list.flatMap((item) => {
    const key = keyOf(item);
    return key === undefined ? [] : [{ key, item }];
  });
  return entries.length < list.length
    ? undefined
    : entries.sort((one, other) => one.key - other.key);
}

/** Returns the terms in the units of the command, or what cannot be read. */
function productFields({ accounts }: ActingEngine, terms: LoanProductTerms) {
  const coins = sortedBy(terms.coins, ({ coin }) => accounts.currency(coin)?.index);
  if (coins === undefined) return "coins names a coin that is not listed";
  const instruments = sortedBy(terms.instruments, ({ category, symbol }) => {
    return accounts.instrument(terms.realm, category, symbol)?.index;
  });
  if (instruments === undefined) return "instruments names an instrument that is not listed";
  const { buyLine, liquidationLine, openLine, stopLine, transferLine } = terms;
  const [transferLineE6, buyLineE6, openLineE6, liquidationLineE6, stopLineE6] = [
    ...[transferLine, buyLine, openLine, liquidationLine, stopLine],
  ].map(rateE6Of);
  const dailyRateE8 = incrementsOf(terms.dailyRate, RATE_DECIMALS, 1);
  const ratios = coins.map(({ item }) => rateE6Of(item.ratio) ?? -1);
  const isMissing =
    transferLineE6 === undefined ||
    buyLineE6 === undefined ||
    openLineE6 === undefined ||
    liquidationLineE6 === undefined ||
    stopLineE6 === undefined ||
    dailyRateE8 === undefined ||
    ratios.includes(-1);
  if (isMissing)
    return `lines and ratios have ${RATE_E6_DECIMALS} decimals, rates ${RATE_DECIMALS}`;
  return {
    ...{ transferLineE6, buyLineE6, openLineE6, liquidationLineE6, stopLineE6, dailyRateE8 },
    currencies: coins.map(({ key }) => key),
    ratiosE6: ratios,
    valuesMaxUsd: coins.map(({ item }) => item.valueMaxUsd),
    instruments: instruments.map(({ key }) => key),
  };
}

function parsedAmount(text: string, decimals: number): Atoms | undefined {
  const units = parseUnits(text, decimals);
  return units === undefined || units > ATOMS_MAX ? undefined : atoms(units);
}

async function issue(engine: ActingEngine, { amount: text, coin, uid }: UnitLoanIssue) {
  const unit = ordinaryUserOf({ engine }, uid);
  const currency = engine.accounts.currency(coin);
  if ("refused" in unit) return unit;
  if (currency === undefined) return refuse("not_found", `no coin is called ${coin}`);
  const amount = parsedAmount(text, currency.decimals);
  if (amount === undefined) return refuse("invalid", `${currency.decimals} decimals of ${coin}`);
  const loan = { unit: unit.index, currency: currency.index, amount };
  const outcome = await submit(engine, { kind: "issue_unit_loan", ...loan });
  if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
  return { done: { id: wireId(outcome.id) } };
}

/** Returns all administrative actions on institutional loans. */
export function unitActions({ engine }: { readonly engine: ActingEngine }): UnitActions {
  const { state } = engine;
  return {
    listLoanProducts: () => productsOf(state),
    async setLoanProduct(terms) {
      const fields = productFields(engine, terms);
      if (typeof fields === "string") return refuse("invalid", fields);
      const { leverage, product, realm } = terms;
      const command = { kind: "set_loan_product", realm, product, leverage, ...fields } as const;
      const { rejection } = await submit(engine, command);
      return rejection === undefined ? { done: terms } : refusalOf(rejection);
    },
    listRiskUnits: () =>
      readUnitAccounts(state, {}).flatMap((account) => {
        const read = readUnit(state, account);
        return read === undefined ? [] : [unitState(state, read)];
      }),
    async setRiskUnit(change) {
      const user = ordinaryUserOf({ engine }, change.uid);
      if ("refused" in user) return user;
      const unit = { user: user.index, product: change.product };
      const { rejection } = await submit(engine, { kind: "set_risk_unit", ...unit });
      return rejection === undefined ? { done: change } : refusalOf(rejection);
    },
    async bindUnitUser(binding) {
      const unit = ordinaryUserOf({ engine }, binding.uid);
      if ("refused" in unit) return unit;
      const bound = ordinaryUserOf({ engine }, binding.user);
      if ("refused" in bound) return bound;
      const users = { user: unit.index, unit: unit.index, bound: bound.index };
      const command = { kind: "bind_unit_user", ...users, isBound: binding.isBound } as const;
      const { rejection } = await submit(engine, command);
      return rejection === undefined ? { done: binding } : refusalOf(rejection);
    },
    issueUnitLoan: (issued) => issue(engine, issued),
    async repayUnitLoan({ amount: text, loan: loanId, uid }) {
      const user = ordinaryUserOf({ engine }, uid);
      if ("refused" in user) return user;
      const id = idOfWire(loanId);
      const loan = readUnitAccounts(state, {})
        .flatMap((account) => readUnit(state, account)?.loans ?? [])
        .find((one) => one.id === id);
      if (loan === undefined) return refuse("not_found", `there is no loan ${loanId}`);
      const amount = parsedAmount(text, currencyAt(state, loan.currency).decimals);
      if (amount === undefined) return refuse("invalid", "an amount in decimals of the coin");
      const repayment = { user: user.index, loan: loan.id, amount };
      const outcome = await submit(engine, { kind: "repay_unit_loan", ...repayment });
      if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
      return { done: { id: wireId(outcome.id) } };
    },
  };
}
