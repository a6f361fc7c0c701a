/** Books funding per position, at the latest before the position changes. */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  longOf,
  type PositionIndex,
  type PositionRow,
  rowOf,
  shortOf,
  sideOf,
} from "../base/position-handle.ts";
import { eventLayout } from "../events/event-layout.ts";
import type { FundingSettlement } from "../instruments/funding-rate.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { mayOwe, recordDebt } from "../lending/record-debt.ts";
import { negated } from "../money/arithmetic.ts";
import type { Atoms } from "../money/units.ts";
import { backingAccount } from "../positions/backing.ts";
import { dueSettlements, settlementAmount } from "../positions/due-funding.ts";
import { type Emit, instrumentOfRow, nextId, type State } from "../state.ts";

const PAID = eventLayout("funding_paid");

/**
 * Returns the account that pays and receives the funding of an instrument. Its balance is below
 * zero while receivers were booked before payers; after all are booked it holds the roundings
 * (trading-rules.md section 3: the exchange takes nothing).
 */
function fundingPool(state: State, instrument: Instrument): number {
  const owner = exchangeUserOf(instrument.realm);
  const { settle } = instrument;
  return state.ledger.account(owner, WALLET_INDEX.rounding, settle, instrument.index + 1);
}

/**
 * Books all settlements that are due to both positions of a row. Emits `funding_paid` for each one
 * with an amount; returns how many were emitted.
 */
export function settleFunding(state: State, row: PositionRow, emit: Emit): number {
  if (state.fundingUser === 0) return 0;
  let paid = 0;
  for (const position of [longOf(row), shortOf(row)]) {
    for (const settlement of dueSettlements(state, position)) {
      const taken = state.positions.fundingTaken.get(position);
      assert(settlement.number > taken, "a position takes each settlement once, in order");
      state.positions.fundingTaken.set(position, settlement.number);
      const amount = settlementAmount(state, position, settlement);
      if (amount === 0n) continue;
      pay(state, position, settlement, amount, emit);
      paid += 1;
    }
  }
  return paid;
}

function pay(
  state: State,
  position: PositionIndex,
  settlement: FundingSettlement,
  amount: Atoms,
  emit: Emit,
): void {
  const { ledger, positions } = state;
  const row = rowOf(position);
  const instrument = instrumentOfRow(state, row);
  const account = backingAccount(state, row, sideOf(position));
  const pool = fundingPool(state, instrument);
  if (amount > 0n) ledger.post(pool, account, amount);
  else ledger.post(account, pool, negated(amount));
  positions.funding.add(position, amount);
  const place = emit.open(PAID.header);
  const { moneyWords, numberWords } = emit;
  numberWords[place + PAID.paymentId] = nextId(state);
  numberWords[place + PAID.user] = positions.user.get(row);
  numberWords[place + PAID.instrument] = instrument.index;
  numberWords[place + PAID.positionId] = positions.id.get(position);
  numberWords[place + PAID.positionSide] = sideOf(position) + 1;
  numberWords[place + PAID.number] = settlement.number;
  numberWords[place + PAID.rate] = settlement.rate;
  numberWords[place + PAID.mark] = settlement.mark;
  numberWords[place + PAID.size] = positions.size.get(position);
  moneyWords[place + PAID.amount] = amount;
  moneyWords[place + PAID.funding] = positions.funding.get(position);
  numberWords[place + PAID.currency] = ledger.currencyOf(account);
  numberWords[place + PAID.wallet] = ledger.walletOf(account);
  moneyWords[place + PAID.balance] = ledger.balance(account);
  if (mayOwe(state, account)) recordDebt(state, account, emit);
}
