/**
 * Collateral changes hands with the insurance fund: what is too small for an order, and what nobody
 * in the book takes within the bound. The fund deals at the collateral price less the haircut, and
 * gives no more than it has.
 */
import { exchangeUserOf } from "../accounts/user.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { marginWalletAt } from "../lending/loan-account.ts";
import { ledgerAccountOf } from "../lending/margin-account.ts";
import { collateralPriceOf } from "../lending/margin-account-risk.ts";
import { minAtoms } from "../money/arithmetic.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { type Coin, needOf, type Unwinding } from "./collateral.ts";

const WHOLE_E6 = 1_000_000;

/** What the fund gives, and takes for it. */
type Deal = { readonly give: Atoms; readonly take: Atoms };

const NO_DEAL: Deal = { give: ZERO_ATOMS, take: ZERO_ATOMS };

type Swap = { readonly from: Coin; readonly to: Coin; readonly amount: Atoms };

/** The worth of collateral that the fund takes, rounded down, and the haircut taken off. */
function soldTo(state: State, { amount, from }: Swap, fund: Atoms): Deal {
  const instrument = from.terms.pricedBy;
  const price = instrument === undefined ? 0 : collateralPriceOf(state, instrument);
  if (instrument === undefined || price === 0) return NO_DEAL;
  const rate = BigInt(WHOLE_E6 - state.lending.rules.haircut);
  const top = BigInt(price) * instrument.atomsPerTickLot * rate;
  const bottom = instrument.baseAtomsPerLot * BigInt(WHOLE_E6);
  const give = atoms((amount * top) / bottom);
  if (give <= fund) return { give, take: amount };
  return { give: fund, take: atoms((fund * bottom + top - 1n) / top) };
}

/** What the fund gives for money at the price with the haircut on top, and takes, rounded up. */
function boughtFrom(state: State, { amount, to }: Swap, fund: Atoms): Deal {
  const instrument = to.terms.pricedBy;
  const price = instrument === undefined ? 0 : collateralPriceOf(state, instrument);
  if (instrument === undefined || price === 0) return NO_DEAL;
  const rate = BigInt(WHOLE_E6 + state.lending.rules.haircut);
  const top = BigInt(price) * instrument.atomsPerTickLot * rate;
  const bottom = instrument.baseAtomsPerLot * BigInt(WHOLE_E6);
  const affordable = atoms((amount * bottom) / top);
  const give = minAtoms(minAtoms(affordable, needOf(to)), fund);
  return { give, take: atoms((give * top + bottom - 1n) / bottom) };
}

/** Collateral that the fund gives `money` for, rounded up. */
export function collateralFor(state: State, coin: Coin, money: Atoms): Atoms {
  const instrument = coin.terms.pricedBy;
  const price = instrument === undefined ? 0 : collateralPriceOf(state, instrument);
  if (instrument === undefined || price === 0) return ZERO_ATOMS;
  const rate = BigInt(WHOLE_E6 - state.lending.rules.haircut);
  const top = BigInt(price) * instrument.atomsPerTickLot * rate;
  const bottom = instrument.baseAtomsPerLot * BigInt(WHOLE_E6);
  return atoms((money * bottom + top - 1n) / top);
}

/** Answers whether anything was swapped. */
export function swapCollateral(
  state: State,
  unwinding: Unwinding,
  swap: Swap,
  emit: Emit,
): boolean {
  const { ledger } = state;
  const { account } = unwinding;
  const { from, to } = swap;
  const owner = exchangeUserOf(account.user.realm);
  const { currency: paid } = from.terms;
  const { currency: received } = to.terms;
  const fundIn = ledger.account(owner, WALLET_INDEX.insurance_fund, paid);
  const fundOut = ledger.account(owner, WALLET_INDEX.insurance_fund, received);
  const funds = ledger.available(fundOut);
  const isSale = to.terms.pricedBy === undefined;
  const terms = isSale ? soldTo(state, swap, funds) : boughtFrom(state, swap, funds);
  if (terms.give === 0n) return false;
  const { instrument, user, wallet } = account;
  const payer = ledgerAccountOf(state, account, paid);
  const payee = ledger.account(user.index, wallet, received, instrument);
  ledger.post(payer, fundIn, terms.take);
  ledger.post(fundOut, payee, terms.give);
  emit.write("collateral_swapped", {
    swapId: nextId(state),
    user: user.index,
    wallet: marginWalletAt(wallet),
    instrument,
    fromCurrency: paid,
    fromAmount: terms.take,
    fromBalance: ledger.balance(payer),
    toCurrency: received,
    toAmount: terms.give,
    toBalance: ledger.balance(payee),
  });
  return true;
}
