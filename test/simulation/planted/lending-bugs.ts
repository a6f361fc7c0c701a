/** Lending, and the unwinding of margin accounts. */
import type { PlantedBug } from "./planted-bug.ts";

export const LENDING_BUGS: readonly PlantedBug[] = [
  {
    name: "interest is rounded down",
    file: "core/lending/hourly-interest.ts",
    find: "BigInt(dailyRate) + HOURLY_SCALE - 1n) / HOURLY_SCALE",
    replace: "BigInt(dailyRate)) / HOURLY_SCALE",
  },
  {
    name: "an hour of interest is charged again with every change",
    file: "core/lending/charge-loan-interest.ts",
    find: "loans.hour.set(row, hour);",
    replace: "loans.hour.set(row, hour - (hours > 1 ? 1 : 0));",
  },
  {
    name: "a rate changes for hours that have begun",
    file: "core/lending/charge-loan-interest.ts",
    find: "const dailyRate = loans.dailyRate.get(row);\n  const hourly = hourlyInterest(loans",
    replace:
      "const { dailyRate } = termsOfLoan(state, row);\n  const hourly = hourlyInterest(loans",
  },
  {
    name: "the first hour of a loan is free",
    file: "core/lending/take-loan.ts",
    find: "chargeFirstHour(state, row, amount, emit);",
    replace: "void chargeFirstHour;",
  },
  {
    name: "principal is repaid before interest",
    file: "core/lending/repay-loan.ts",
    find: "const interestPart = minAtoms(most, loans.interest.get(row));",
    replace:
      "const interestPart = minAtoms(minus(most, minAtoms(most, " +
      "loans.principal.get(row))), loans.interest.get(row));",
  },
  {
    name: "repaid principal goes to the exchange's income",
    file: "core/lending/repay-loan.ts",
    find: "ledger.post(account, poolAccount(state, realm, currency), principalPart);",
    replace: "ledger.post(account, income, principalPart);",
  },
  {
    name: "a repaid loan stays in the table",
    file: "core/lending/repay-loan.ts",
    find: "if (principal === 0n && interest === 0n) loans.remove(row);",
    replace: "if (principal === 0n && interest === 1n) loans.remove(row);",
  },
  {
    name: "loans exceed the leverage of their tier",
    file: "core/lending/margin-account-risk.ts",
    find: "return figures.initial <= minus(figures.assets, figures.debts);",
    replace: "return figures.initial <= figures.assets;",
  },
  {
    name: "the pool lends what it does not have",
    file: "core/lending/check-loan.ts",
    find: "poolRefusal(state, terms, { borrowed, drawn: amount, lendable })",
    replace: "poolRefusal(state, terms, { borrowed, drawn: amount * 0n, lendable })",
  },
  {
    name: "a parent account borrows more of a pool than its share",
    file: "core/lending/check-loan.ts",
    profile: "lending_crash",
    find: 'if (shareLeft !== undefined && amount > shareLeft) return "pool_share_reached";',
    replace: "",
  },
  {
    name: "a unified account borrows an atom more than the share of its parent",
    file: "core/borrowing/debt-refusal.ts",
    profile: "borrowing",
    find: "if (shareLeft !== undefined && borrowed > shareLeft) return",
    replace: "if (shareLeft !== undefined && borrowed > shareLeft + 1n) return",
  },
  {
    name: "only the main account counts for the share of a pool",
    file: "core/borrowing/pool-share.ts",
    profile: "borrowing",
    find: "index = account.familyNext;",
    replace: "index = 0;",
  },
  {
    name: "loans of isolated margin do not count for the share of a pool",
    file: "core/borrowing/pool-share.ts",
    profile: "lending_crash",
    find: "if (row !== 0) sum = plus(",
    replace: "if (row !== 0 && instrument === 0) sum = plus(",
  },
  {
    name: "what resting orders will borrow does not count for the share of a pool",
    file: "core/borrowing/pool-share.ts",
    profile: "borrowing",
    find: "left = minus(left, borrowedWith(state, account, currency, ZERO_ATOMS));",
    replace:
      "const hold = state.ledger.hold(state.ledger.find(account.index, WALLET_INDEX.unified, " +
      "currency));\n      const more = minus(ZERO_ATOMS, hold);\n" +
      "      left = minus(left, borrowedWith(state, account, currency, more));",
  },
  {
    name: "the share is of what a pool has left",
    file: "core/borrowing/pool-share.ts",
    profile: "lending_crash",
    find: "return shareRoundedDown(poolFunds.of(realm, currency), rules.poolShare);",
    replace:
      "const pool = state.ledger.find(0, WALLET_INDEX.lending_pool, currency);\n" +
      "  void [poolFunds, realm];\n" +
      "  return shareRoundedDown(state.ledger.balance(pool), rules.poolShare);",
  },
  {
    name: "a snapshot forgets the share of the pools",
    file: "core/lending/lending-encoding.ts",
    find: "out.varint(lending.rules.poolShare);",
    replace: "out.varint(1_000_000);",
  },
  {
    name: "collateral is valued rounded up",
    file: "core/lending/margin-account-risk.ts",
    find: 'worthOf(state, terms, balance, "down")',
    replace: 'worthOf(state, terms, balance, "up")',
  },
  {
    name: "a loan that ends takes the newer ones out of the list",
    file: "core/lending/loan-table.ts",
    find: "else this.next.set(previous, next);",
    replace: "else this.next.set(previous, 0);",
  },
  {
    name: "a fill repays with its fee, too",
    file: "core/settlement/settle-fill.ts",
    find: "fill.netReceived = minus(received, fill.fee);",
    replace: "fill.netReceived = received;",
  },
  {
    name: "money leaves a margin account beyond its warning",
    file: "core/transfers/move-funds.ts",
    find: 'return isSafe ? undefined : "collateral_insufficient";',
    replace: "return isSafe ? undefined : undefined;",
  },
  {
    name: "a margin account takes orders while it is liquidated",
    file: "core/orders/place-margin-order.ts",
    find: "if (isUnwinding(state, account)) return reject",
    replace: "if (!isUnwinding(state, account) && account.wallet < 0) return reject",
  },
  {
    name: "margin orders draw on the spot wallet",
    file: "core/settlement/settle-fill.ts",
    find: "orders.isOnMargin(slot) ? walletOfBacking(backing) : walletOf(user, instrument);",
    replace: "walletOf(user, instrument);\n  void walletOfBacking;",
  },
  {
    name: "a liquidation takes no fee",
    file: "core/unwinding/collateral.ts",
    find: "return unwind.isForced ? feeRoundedUp",
    replace: "return !unwind.isForced ? feeRoundedUp",
  },
  {
    name: "a liquidation leaves open orders standing",
    file: "core/unwinding/step-unwind.ts",
    find: "if (unwind.isForced && cancelOrders(state, unwinding, emit)) return;",
    replace: "if (!unwind.isForced && cancelOrders(state, unwinding, emit)) return;",
  },
  {
    name: "maintenance is left out of the risk rate",
    file: "core/lending/margin-account-risk.ts",
    find: "const top = plus(figures.debts, figures.maintenance) * E6;",
    replace: "const top = figures.debts * E6;",
  },
  {
    name: "a snapshot forgets the hour that was charged last",
    file: "core/lending/lending-encoding.ts",
    find: "out.varint(loans.hour.get(row));",
    replace: "out.varint(loans.hour.get(row) - 1);",
  },
  {
    name: "what a pool writes off does not count as its loss",
    file: "core/lending/cover-loan.ts",
    profile: "lending_crash",
    find: "lending.poolLosses.add({ realm, currency",
    replace: "void ({ realm, currency",
  },
  {
    name: "the limit of a pool falls by what it writes off",
    file: "core/lending/lending-pause.ts",
    profile: "lending_crash",
    find: "const size = plus(poolFunds.of(realm, currency), writtenOff);",
    replace: "const size = poolFunds.of(realm, currency);",
  },
  {
    name: "a pool that has lost nothing stops lending",
    file: "core/lending/lending-pause.ts",
    profile: "borrowing",
    find: "lost > 0n && lost >= lostMax;",
    replace: "lost >= lostMax;",
  },
  {
    name: "a pool that has stopped grants classic loans",
    file: "core/lending/check-loan.ts",
    profile: "lending_crash",
    find: "if (refusal !== undefined) return refusal;",
    replace: 'if (refusal !== undefined && refusal !== "lending_paused") return refusal;',
  },
  {
    name: "a pool that stopped once stays stopped",
    file: "core/lending/pool-losses.ts",
    profile: "borrowing",
    find: "badDebts: borneIn(badDebts, timeMs) };",
    replace: "badDebts: badDebts.borne };",
  },
  {
    name: "a snapshot forgets what the pools have lost",
    file: "core/lending/lending-encoding.ts",
    profile: "borrowing",
    find: "lending.poolLosses.write(out);",
    replace: "out.varint(0);",
  },
];
