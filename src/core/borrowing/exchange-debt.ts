/** Pays debts with other coins: the lending pool takes such a coin and gives the borrowed one. */

import { exchangeUserOf, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { atomsFor, usdRateOf } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { debtOf, recordDebt } from "../lending/record-debt.ts";
import { unifiedUnheld } from "../margin/unified-margin.ts";
import { minAtoms } from "../money/arithmetic.ts";
import { type Atoms, atoms, type RateE6 } from "../money/units.ts";
import { currencyAt, type Emit, nextId, type State } from "../state.ts";

const WHOLE_E6 = 1_000_000n;

/** Index of the coin of a debt, and of the coin that pays it. */
export type Exchange = { readonly debt: number; readonly payment: number };

/** Terms of an exchange with the lending pool. */
export type DealTerms = {
  /** Surcharge on index prices, which the pool earns. */
  readonly fee: RateE6;
  /** Largest value that the pool gives, in 10^-8 US dollars. */
  readonly usdMax?: bigint;
};

/** Atoms of the debt's coin that the pool gives, and of the paying coin that it takes. */
export type Deal = { readonly give: Atoms; readonly take: Atoms };

/** Whether a coin may pay a debt: practice coins are given away, and pay only for their like. */
function canPay(state: State, { debt, payment }: Exchange): boolean {
  if (payment === debt) return false;
  return currencyAt(state, payment).isPractice === currencyAt(state, debt).isPractice;
}

/**
 * Largest exchange that repays a debt with a coin, or `undefined`. It is bounded by the debt, the
 * coin's unheld amount, the funds of the lending pool and the terms. The pool earns the fee and the
 * rounding.
 */
export function dealFor(
  state: State,
  user: User,
  coins: Exchange,
  terms: DealTerms,
): Deal | undefined {
  if (!canPay(state, coins)) return undefined;
  const { debt, payment } = coins;
  const { ledger } = state;
  const realm = indexIn(REALMS, user.realm);
  const owed = usdRateOf(state, realm, currencyAt(state, debt));
  const paid = usdRateOf(state, realm, currencyAt(state, payment));
  const most = unifiedUnheld(state, user, payment);
  if (owed.top === 0n || paid.top === 0n || most <= 0n) return undefined;
  const top = owed.top * paid.bottom * (WHOLE_E6 + BigInt(terms.fee));
  const bottom = owed.bottom * paid.top * WHOLE_E6;
  const pool = ledger.find(exchangeUserOf(user.realm), WALLET_INDEX.lending_pool, debt);
  const need = debtOf(state, ledger.find(user.index, WALLET_INDEX.unified, debt));
  const affordable = atoms((most * bottom) / top);
  const bounded = terms.usdMax === undefined ? need : (atomsFor(owed, terms.usdMax) as Atoms);
  const give = minAtoms(minAtoms(minAtoms(need, bounded), affordable), ledger.available(pool));
  if (give <= 0n) return undefined;
  const take = atoms((give * top + bottom - 1n) / bottom);
  assert(take <= most, "a debt is paid with unheld funds");
  return { give, take };
}

/**
 * Exchanges two coins with the lending pool, whose funds change in both coins. Emits
 * `debt_exchanged` and `debt_changed`.
 */
export function exchange(
  state: State,
  user: User,
  coins: Exchange,
  terms: { readonly deal: Deal; readonly liquidationId: number },
  emit: Emit,
): void {
  const { ledger, lending } = state;
  const { debt, payment } = coins;
  const { deal, liquidationId } = terms;
  const owner = exchangeUserOf(user.realm);
  const payer = ledger.account(user.index, WALLET_INDEX.unified, payment);
  const payee = ledger.account(user.index, WALLET_INDEX.unified, debt);
  assert(deal.give > 0n && deal.take > 0n, "both sides of an exchange give something");
  assert(deal.give <= debtOf(state, payee), "an exchange repays no more than the debt");
  ledger.post(payer, ledger.account(owner, WALLET_INDEX.lending_pool, payment), deal.take);
  ledger.post(ledger.account(owner, WALLET_INDEX.lending_pool, debt), payee, deal.give);
  assert(ledger.balance(payer) >= 0n, "an exchange takes no more than the account has");
  lending.poolFunds.add(user.realm, payment, deal.take);
  lending.poolFunds.add(user.realm, debt, -deal.give);
  emit.write("debt_exchanged", {
    exchangeId: nextId(state),
    user: user.index,
    liquidationId,
    fromCurrency: payment,
    fromAmount: deal.take,
    fromBalance: ledger.balance(payer),
    toCurrency: debt,
    toAmount: deal.give,
    toBalance: ledger.balance(payee),
  });
  recordDebt(state, payee, emit);
}
