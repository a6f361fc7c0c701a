/** Accounts on the other side of bills. */
import { REALMS, type Realm } from "../../core/base/vocabulary.ts";
import { atoms } from "../../core/money/units.ts";
import type { CounterAccount } from "./counter-account-table.ts";
import { COUNTER_WALLETS } from "./counter-wallets.ts";
import type { HistoryReader } from "./queries.ts";
import type { BillRow } from "./tables.ts";

/** Whether a bill is that of a fill, which clearing and fees of the exchange always face. */
function isOfFill({ orderId }: BillRow): boolean {
  return orderId !== 0;
}

function sidesOfFill({ amount, fee }: BillRow, realm: Realm): readonly CounterAccount[] {
  const exchange = { counterUser: REALMS.indexOf(realm), place: 0 };
  const sides = [
    { ...exchange, wallet: COUNTER_WALLETS.trade, amount: atoms(-amount) },
    { ...exchange, wallet: COUNTER_WALLETS.fee, amount: fee },
  ];
  return sides.filter((side) => side.amount !== 0n);
}

/**
 * Returns the accounts on the other side of bills of a user, by the id of the bill. Together they
 * receive what a bill takes from its account; a bill that moves nothing has none.
 */
export async function counterAccountsOf(
  history: Pick<HistoryReader, "counterAccounts">,
  { realm, user }: { readonly realm: Realm; readonly user: number },
  bills: readonly BillRow[],
): Promise<ReadonlyMap<number, readonly CounterAccount[]>> {
  const sides = new Map<number, CounterAccount[]>();
  for (const bill of bills) sides.set(bill.id, isOfFill(bill) ? [...sidesOfFill(bill, realm)] : []);
  const billIds = bills.filter((bill) => !isOfFill(bill)).map(({ id }) => id);
  if (billIds.length === 0) return sides;
  for (const row of (await history.counterAccounts({ user, billIds })).rows) {
    const { amount, counterUser, id, place, wallet } = row;
    sides.get(id)?.push({ counterUser, wallet, place, amount });
  }
  return sides;
}
