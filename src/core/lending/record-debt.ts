/** Records the debt of a unified account after its balance has changed. */

import { eventLayout } from "../events/event-layout.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { minus, negated } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State, userAt } from "../state.ts";

const CHANGED = eventLayout("debt_changed");

/** What an account owes: how far its balance lies below zero. */
export function debtOf(state: State, account: number): Atoms {
  const balance = state.ledger.balance(account);
  return balance < 0n ? negated(balance) : ZERO_ATOMS;
}

/** Writes down what an account owes now, and tells nothing. */
export function noteDebt(state: State, account: number): void {
  const { debts, ledger } = state;
  const user = ledger.userOf(account);
  const { realm } = userAt(state, user);
  const owner = { user, realm, currency: ledger.currencyOf(account) };
  debts.table.set(account, owner, debtOf(state, account));
}

/** Whether an account is one whose balance may be a debt. */
export function mayOwe(state: State, account: number): boolean {
  return state.ledger.walletOf(account) === WALLET_INDEX.unified;
}

/**
 * To be called after every change of a balance of a unified account. Emits `debt_changed` when it
 * went below zero or came up from there: what goes out is borrowed and what comes in repays
 * (trading-rules.md section 8).
 */
export function recordDebt(state: State, account: number, emit: Emit): void {
  const { debts, ledger } = state;
  const before = debts.table.of(account);
  const debt = debtOf(state, account);
  if (debt === before) return;
  noteDebt(state, account);
  const isBorrowed = debt > before;
  const place = emit.open(CHANGED.header);
  const { moneyWords, numberWords } = emit;
  numberWords[place + CHANGED.changeId] = nextId(state);
  numberWords[place + CHANGED.user] = ledger.userOf(account);
  numberWords[place + CHANGED.currency] = ledger.currencyOf(account);
  numberWords[place + CHANGED.isBorrowed] = isBorrowed ? 1 : 0;
  moneyWords[place + CHANGED.amount] = isBorrowed ? minus(debt, before) : minus(before, debt);
  moneyWords[place + CHANGED.debt] = debt;
  moneyWords[place + CHANGED.balance] = ledger.balance(account);
}
