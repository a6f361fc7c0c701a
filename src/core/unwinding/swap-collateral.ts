/** Collateral too small for an order changes hands with the insurance fund at the index price. */
import { exchangeUserOf } from "../accounts/user.ts";
import { EVENT_INDEX } from "../event-buffer.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { marginWalletIndex } from "../loans/loan-place.ts";
import { collateralPriceOf, ledgerAccountOf, worthOf } from "../loans/margin-account.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { type Coin, needOf, type Unwinding } from "./collateral.ts";

type Swap = { readonly from: Coin; readonly to: Coin; readonly amount: Atoms };

/** What the fund gives for the money, rounded down, but no more than is missing. */
function boughtFor(state: State, to: Coin, money: Atoms): { give: Atoms; take: Atoms } {
  const { pricedBy } = to.terms;
  const price = pricedBy === undefined ? 0 : collateralPriceOf(state, pricedBy);
  if (pricedBy === undefined || price === 0) return { give: ZERO_ATOMS, take: ZERO_ATOMS };
  const perLot = BigInt(price) * pricedBy.atomsPerTickLot;
  const affordable = (money * pricedBy.baseAtomsPerLot) / perLot;
  const need = needOf(to);
  if (affordable < need) return { give: affordable as Atoms, take: money };
  const cost = worthOf(state, to.terms, need, "up") ?? ZERO_ATOMS;
  return { give: need, take: cost };
}

/** Answers whether anything was swapped: the fund must have what it gives. */
export function swapCollateral(
  state: State,
  unwinding: Unwinding,
  swap: Swap,
  emit: Emit,
): boolean {
  const { ledger } = state;
  const { account } = unwinding;
  const { from, to } = swap;
  const isSale = to.terms.pricedBy === undefined;
  const terms = isSale
    ? { give: worthOf(state, from.terms, swap.amount, "down") ?? ZERO_ATOMS, take: swap.amount }
    : boughtFor(state, to, swap.amount);
  const owner = exchangeUserOf(account.user.realm);
  const { currency: paid } = from.terms;
  const { currency: received } = to.terms;
  const fundIn = ledger.account(owner, WALLET_INDEX.insurance_fund, paid);
  const fundOut = ledger.account(owner, WALLET_INDEX.insurance_fund, received);
  if (terms.give === 0n || ledger.available(fundOut) < terms.give) return false;
  const { instrument, user, wallet } = account;
  const payer = ledgerAccountOf(state, account, paid);
  const payee = ledger.account(user.index, wallet, received, instrument);
  ledger.post(payer, fundIn, terms.take);
  ledger.post(fundOut, payee, terms.give);
  emit.begin(EVENT_INDEX.collateral_swapped);
  emit.num(nextId(state));
  emit.num(user.index);
  emit.num(marginWalletIndex(wallet));
  emit.num(instrument);
  emit.num(paid);
  emit.money(terms.take);
  emit.money(ledger.balance(payer));
  emit.num(received);
  emit.money(terms.give);
  emit.money(ledger.balance(payee));
  emit.end();
  return true;
}
