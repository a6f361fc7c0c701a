/** Checks of the audit that concern loans against a pledge. */

import { REALMS } from "../base/vocabulary.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { State } from "../state.ts";

type Report = (finding: string) => void;

/** Checks that the pledges in custody are those of the open loans, by user and by realm. */
export function checkPledges(state: State, report: Report): void {
  const { ledger, pledging } = state;
  const byAccount = new Map<number, bigint>();
  const byCoin = new Map<string, bigint>();
  for (const loan of pledging.loans.all) {
    const { id, interest, pledge, pledgeCurrency, principal, realm, user } = loan;
    if (principal < 0n || interest < 0n || pledge < 0n) report(`loan ${id} is below zero`);
    if (principal + interest === 0n) report(`loan ${id} has no debt`);
    if (pledging.loans.find(id) !== loan) report(`loan ${id} is not found by its id`);
    const account = ledger.find(user, WALLET_INDEX.pledged, pledgeCurrency);
    byAccount.set(account, (byAccount.get(account) ?? 0n) + pledge);
    const coin = `${realm}/${pledgeCurrency}`;
    byCoin.set(coin, (byCoin.get(coin) ?? 0n) + pledge);
  }
  for (let account = 1; account < ledger.end; account++) {
    if (ledger.walletOf(account) !== WALLET_INDEX.pledged) continue;
    const [held, pledged] = [ledger.balance(account), byAccount.get(account) ?? 0n];
    if (held !== pledged) report(`account ${account}: holds ${held}, loans pledge ${pledged}`);
  }
  for (const realm of REALMS) {
    for (const { code, index } of state.currencies) {
      const sum = byCoin.get(`${realm}/${index}`) ?? 0n;
      const kept = pledging.loans.heldOf(realm, index);
      if (kept !== sum) report(`${realm} ${code}: pledges of ${sum}, counted ${kept}`);
    }
  }
}
