/** Bugs of borrowing in unified accounts. */
import type { PlantedBug } from "./planted-bug.ts";

export const DEBT_BUGS: readonly PlantedBug[] = [
  {
    name: "a debt is recorded only while it grows",
    file: "core/debts/record-debt.ts",
    find: "if (debt === before) return;",
    replace: "if (debt <= before) return;",
  },
  {
    name: "what orders will borrow needs no margin",
    file: "core/debts/borrowed.ts",
    find: "const borrowed = plus(lacking, toCome);",
    replace: "const borrowed = lacking;",
  },
  {
    name: "the leverage of the tier does not bound that of the user",
    file: "core/debts/borrowed.ts",
    find: "return Math.min(chosen, most);",
    replace: "return Math.max(chosen, most);",
  },
  {
    name: "what is bought on margin counts in full",
    file: "core/debts/borrowed.ts",
    find: "feeRoundedUp(toCome, (WHOLE_E6 - share) as RateE6)",
    replace: "feeRoundedUp(toCome, ((WHOLE_E6 - share) * 0) as RateE6)",
  },
  {
    name: "an account borrows beyond the last tier of its coin",
    file: "core/borrowing/debt-refusal.ts",
    find: 'if (borrowed > principalMaxOf(terms)) return "loan_limit_reached";',
    replace: "void principalMaxOf;",
  },
  {
    name: "the pool is drawn on without regard to the debts of others",
    file: "core/borrowing/debt-refusal.ts",
    profile: "brink",
    find: "const left = minus(ledger.balance(pool), debts.table.sum(user.realm, currency));",
    replace: "void debts;\n  const left = minus(ledger.balance(pool), ZERO_ATOMS);",
  },
  {
    name: "a market order on margin takes any price",
    file: "core/orders/place-order.ts",
    find: "collateralLimit(state, instrument, isBuy) : command.price;",
    replace: "command.price : command.price;\n  void collateralLimit;",
  },
  {
    name: "interest is charged at the marks of later",
    file: "core/borrowing/charge-debts.ts",
    find: "const mark = debts.marks[index] ?? NO_PRICE;",
    replace: "const mark = state.prices[index]?.mark ?? debts.marks[index] ?? NO_PRICE;",
  },
  {
    name: "an hour is charged after the trades that came in between",
    file: "core/orders/execute-order.ts",
    find: "if (state.debts.nextUser !== 0) chargeUser(",
    replace: "if (state.debts.nextUser < 0) chargeUser(",
  },
  {
    name: "open profit does not lower what bears interest",
    file: "core/borrowing/charge-debts.ts",
    find: "const equity = plus(balance, profit);",
    replace: "const equity = plus(balance, minAtoms(profit, ZERO_ATOMS));",
  },
  {
    name: "the interest-free limit is no limit",
    file: "core/borrowing/charge-debts.ts",
    find: "const free = minAtoms(loss, interestFree);",
    replace: "const free = interestFree >= 0n ? loss : ZERO_ATOMS;",
  },
  {
    name: "hours of a standstill are not charged",
    file: "core/borrowing/charge-debts.ts",
    find: "debts.hours = hour - debts.hour;",
    replace: "debts.hours = 1;",
  },
  {
    name: "forced repayment takes no fee",
    file: "core/borrowing/force-repayment.ts",
    find: "return state.lending.rules.liquidationFee;",
    replace: "return (state.lending.rules.liquidationFee * 0) as never;",
  },
  {
    name: "MARGIN orders stand through a liquidation",
    file: "core/liquidation/cancel-exposure.ts",
    find: "const isOfUser = backing === 0 || backing === UNIFIED_BACKING;",
    replace: "const isOfUser = backing === 0 || backing < UNIFIED_BACKING - 3;",
  },
  {
    name: "an account that owes is not judged while it holds no position",
    file: "core/liquidation/sweep-accounts.ts",
    find: "if (!isSeen && state.debts.table.owes(user.index)) {",
    replace: "if (isSeen && state.debts.table.owes(user.index)) {",
  },
  {
    name: "the pool is paid rounded down",
    file: "core/borrowing/exchange-debt.ts",
    find: "((give * top + bottom - 1n) / bottom) as Atoms",
    replace: "((give * top) / bottom) as Atoms",
  },
  {
    name: "a debt is paid with what orders hold",
    file: "core/margin/unified-margin.ts",
    find: "const available = state.ledger.available(account);\n  const loss",
    replace: "const available = state.ledger.balance(account);\n  const loss",
  },
  {
    name: "funds leave an account on credit",
    file: "core/margin/unified-margin.ts",
    find: "if (usd <= 0n) return 0n;",
    replace: "if (usd <= 0n) return usd;",
  },
  {
    name: "a snapshot forgets the leverage of coins",
    file: "core/accounts/user-encoding.ts",
    find: "user.coinLeverages.set(currency, from.varint());",
    replace: "user.coinLeverages.set(currency, Math.min(2, from.varint()));",
  },
];
