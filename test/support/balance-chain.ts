/** Records of balances that must lead from each to the next. */
import { expect } from "vitest";

type BalanceRecord = Readonly<Record<string, unknown>>;

/**
 * Checks that every balance is the previous balance of its coin + amount + fee, beginning at 0.
 * `records` are the oldest first; returns the last balance of each coin.
 */
export function expectBalanceChain(
  records: readonly BalanceRecord[],
  { amount, fee }: { readonly amount: string; readonly fee: string },
): Readonly<Record<string, number>> {
  const last: Record<string, number> = {};
  for (const record of records) {
    const coin = String(record["coin"]);
    const balance = Number(record["balance"]);
    const after = (last[coin] ?? 0) + Number(record[amount]) + Number(record[fee]);
    expect({ ...record, balance: balance.toFixed(8) }).toEqual({
      ...record,
      balance: after.toFixed(8),
    });
    last[coin] = balance;
  }
  return last;
}
