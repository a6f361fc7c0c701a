/** Invariants of deposits and withdrawals. */
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { State } from "../state.ts";
import { chainAt } from "./deposits.ts";

/** Checks that the wallets `withdrawing` hold exactly the debits of open withdrawals. */
export function checkWithdrawing(state: State, report: (finding: string) => void): void {
  const { custody, ledger } = state;
  const held = new Map<number, bigint>();
  for (const withdrawal of custody.withdrawals.values()) {
    const { currency } = chainAt(state, withdrawal.chain);
    const account = ledger.find(withdrawal.user, WALLET_INDEX.withdrawing, currency);
    held.set(account, (held.get(account) ?? 0n) + withdrawal.debit);
    const isSigned = withdrawal.rawTransaction.length > 0;
    const hasLeft = withdrawal.status === "signed" || withdrawal.status === "broadcast";
    if (isSigned !== hasLeft) report(`withdrawal ${withdrawal.id}: bytes without signature`);
  }
  for (let account = 1; account < ledger.end; account++) {
    if (ledger.walletOf(account) !== WALLET_INDEX.withdrawing) continue;
    const expected = held.get(account) ?? 0n;
    if (ledger.balance(account) !== expected || ledger.hold(account) !== 0n) {
      report(`account ${account} holds ${ledger.balance(account)}, withdrawals ${expected}`);
    }
  }
}

/** Checks that no deposit is both pending and settled, and that each is pending once. */
export function checkPendingDeposits(state: State, report: (finding: string) => void): void {
  const { deposits, settled } = state.custody;
  const ids = new Set(Array.from(settled.values(), ({ id }) => id));
  const payments = new Set<string>();
  for (const [id, deposit] of deposits) {
    if (ids.has(id)) report(`deposit ${id} is pending and settled`);
    const network = chainAt(state, deposit.chain).chain.toUpperCase();
    const payment = `${network} ${deposit.transactionId} ${deposit.output}`;
    if (payments.has(payment) || settled.has(payment)) report(`deposit ${id} is known twice`);
    payments.add(payment);
  }
}
