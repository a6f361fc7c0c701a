/**
 * Money into and out of the insurance funds, one per realm and currency (decision 0032). What the
 * funds hold besides is settled by fills like anybody's.
 */
import { exchangeUserOf, type User } from "../accounts/user.ts";
import { mayOwe, recordDebt } from "../debts/record-debt.ts";
import { EVENT_INDEX } from "../event-buffer.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { minAtoms, negated } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { FUND_MOVE_REASONS, type FundMoveReason, indexIn, type Realm } from "../vocabulary.ts";

/** The fund of a realm and currency as a ledger account; opened at first use. */
export function fundOf(state: State, realm: Realm, currency: number): number {
  return state.ledger.account(exchangeUserOf(realm), WALLET_INDEX.insurance_fund, currency);
}

type FundMove = {
  readonly reason: FundMoveReason;
  /** The other account. */
  readonly account: number;
  readonly fund: number;
  readonly amount: Atoms;
  readonly liquidationId: number;
};

function moveFund(state: State, move: FundMove, emit: Emit): void {
  const { ledger } = state;
  const { account, amount, fund, liquidationId, reason } = move;
  const isPaidIn = reason !== "shortfall";
  if (isPaidIn) ledger.post(account, fund, amount);
  else ledger.post(fund, account, amount);
  emit.begin(EVENT_INDEX.fund_moved);
  emit.num(nextId(state));
  emit.num(indexIn(FUND_MOVE_REASONS, reason));
  emit.flag(isPaidIn);
  emit.num(liquidationId);
  emit.num(ledger.userOf(account));
  emit.num(ledger.walletOf(account));
  emit.num(ledger.currencyOf(account));
  emit.money(amount);
  emit.money(ledger.balance(account));
  emit.money(ledger.balance(fund));
  emit.end();
  if (mayOwe(state, account)) recordDebt(state, account, emit);
}

function fundBehind(state: State, account: number): number {
  const { realm } = state.users[state.ledger.userOf(account)] as User;
  return fundOf(state, realm, state.ledger.currencyOf(account));
}

/**
 * Settles what a liquidation left in a user's account: `left` above zero is the fund's, below zero
 * the fund makes good as far as it reaches; the rest stays with the account. Emits `fund_moved`.
 */
export function settleRemains(
  state: State,
  account: number,
  remains: { readonly left: Atoms; readonly liquidationId: number },
  emit: Emit,
): void {
  const { left, liquidationId } = remains;
  const fund = fundBehind(state, account);
  const isSurplus = left > 0n;
  const amount = isSurplus ? left : minAtoms(negated(left), state.ledger.balance(fund));
  if (amount <= 0n) return;
  const reason = isSurplus ? "surplus" : "shortfall";
  moveFund(state, { reason, account, fund, amount, liquidationId }, emit);
}

/**
 * Keeps a fund from being below zero after what it could not foresee: rounding, funding, delivery.
 * The exchange's own account pays. Emits `fund_moved`.
 */
export function backstopFund(state: State, realm: Realm, currency: number, emit: Emit): void {
  const { ledger } = state;
  const fund = fundOf(state, realm, currency);
  const missing = negated(ledger.balance(fund));
  if (missing <= ZERO_ATOMS) return;
  const account = ledger.account(exchangeUserOf(realm), WALLET_INDEX.house, currency);
  moveFund(state, { reason: "backstop", account, fund, amount: missing, liquidationId: 0 }, emit);
}
