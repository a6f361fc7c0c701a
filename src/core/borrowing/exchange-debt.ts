/** Debts that are paid with other coins: the lending pool takes these and gives what is owed. */

import { exchangeUserOf, type User } from "../accounts/user.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { atomsFor, usdRateOf } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { debtOf, recordDebt } from "../lending/record-debt.ts";
import { unifiedUnheld } from "../margin/unified-margin.ts";
import { minAtoms } from "../money/arithmetic.ts";
import { type Atoms, atoms, type RateE6 } from "../money/units.ts";
import { currencyAt, type Emit, nextId, type State } from "../state.ts";

const WHOLE_E6 = 1_000_000n;

/** A debt, by its coin, and the coin that is to pay it. */
export type Exchange = { readonly debt: number; readonly payment: number };

/** What the pool is paid beyond the index prices, and how much it gives at most. */
export type DealTerms = {
  readonly fee: RateE6;
  /** In 10^-8 US dollars. */
  readonly usdMax?: bigint;
};

/** What the pool gives, and takes for it. */
export type Deal = { readonly give: Atoms; readonly take: Atoms };

/**
 * What can be repaid of a debt with a coin: no more than is owed, than the coin has unheld, than
 * the lending pool has, and than the terms allow. The pool is given the rounding, and the fee on
 * top of what it gives.
 */
export function dealFor(
  state: State,
  user: User,
  { debt, payment }: Exchange,
  terms: DealTerms,
): Deal | undefined {
  if (payment === debt) return undefined;
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
  return give <= 0n ? undefined : { give, take: atoms((give * top + bottom - 1n) / bottom) };
}

/**
 * The pool takes one coin and gives the other; what it was endowed with changes likewise. Emits
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
  ledger.post(payer, ledger.account(owner, WALLET_INDEX.lending_pool, payment), deal.take);
  ledger.post(ledger.account(owner, WALLET_INDEX.lending_pool, debt), payee, deal.give);
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
