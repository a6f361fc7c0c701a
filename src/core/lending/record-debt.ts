/** Records the debt of a unified account after its balance has changed. */

import { assert } from "../base/assert.ts";
import { eventLayout } from "../events/event-layout.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { minus, negated } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State, userAt } from "../state.ts";

const CHANGED = eventLayout("debt_changed");

/** Debt of an account: the amount by which its balance is below zero. */
export function debtOf(state: State, account: number): Atoms {
  const balance = state.ledger.balance(account);
  return balance < 0n ? negated(balance) : ZERO_ATOMS;
}

/** Records the present debt of an account without an event. */
export function noteDebt(state: State, account: number): void {
  const { debts, ledger } = state;
  assert(mayOwe(state, account), "only unified accounts have debts");
  const user = ledger.userOf(account);
  const { realm } = userAt(state, user);
  const owner = { user, realm, currency: ledger.currencyOf(account) };
  debts.table.set(account, owner, debtOf(state, account));
}

/** Whether a ledger account is one whose negative balance is a debt. */
export function mayOwe(state: State, account: number): boolean {
  return state.ledger.walletOf(account) === WALLET_INDEX.unified;
}

/**
 * Records the debt of an account after a change of its balance; every change of a balance of a
 * unified account calls it. Emits `debt_changed` when the debt has grown (borrowed) or shrunk
 * (repaid) (trading-rules.md section 8).
 */
export function recordDebt(state: State, account: number, emit: Emit): void {
  const { debts, ledger } = state;
  const before = debts.table.of(account);
  const debt = debtOf(state, account);
  if (debt === before) return;
  noteDebt(state, account);
  const isBorrowed = debt > before;
  const offset = emit.open(CHANGED.header);
  const { moneyWords, numberWords } = emit;
  numberWords[offset + CHANGED.changeId] = nextId(state);
  numberWords[offset + CHANGED.user] = ledger.userOf(account);
  numberWords[offset + CHANGED.currency] = ledger.currencyOf(account);
  numberWords[offset + CHANGED.isBorrowed] = isBorrowed ? 1 : 0;
  moneyWords[offset + CHANGED.amount] = isBorrowed ? minus(debt, before) : minus(before, debt);
  moneyWords[offset + CHANGED.debt] = debt;
  moneyWords[offset + CHANGED.balance] = ledger.balance(account);
}
