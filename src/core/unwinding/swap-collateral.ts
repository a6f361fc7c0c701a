/**
 * Swaps collateral with the insurance fund: amounts too small for an order, and amounts for which
 * the book has no depth within the price bound. The fund trades at the collateral price with the
 * haircut in its favour, and gives no more than it has.
 */
import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { marginWalletAt } from "../lending/loan-account.ts";
import { ledgerAccountOf } from "../lending/margin-account.ts";
import { collateralPriceOf } from "../lending/margin-account-risk.ts";
import { minAtoms } from "../money/arithmetic.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { type Coin, shortageOf, type Unwinding } from "./collateral.ts";

const WHOLE_E6 = 1_000_000;

/** Atoms of one coin that the fund gives, and of the other that it takes. */
type Deal = { readonly give: Atoms; readonly take: Atoms };

const NO_DEAL: Deal = { give: ZERO_ATOMS, take: ZERO_ATOMS };

/** A swap of at most `amount` of the coin `from`. */
type Swap = { readonly from: Coin; readonly to: Coin; readonly amount: Atoms };

/** Deal for collateral that the fund takes: its value less the haircut, rounded down. */
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

/** Deal for money that the fund takes: collateral at the price plus the haircut. */
function boughtFrom(state: State, { amount, to }: Swap, fund: Atoms): Deal {
  const instrument = to.terms.pricedBy;
  const price = instrument === undefined ? 0 : collateralPriceOf(state, instrument);
  if (instrument === undefined || price === 0) return NO_DEAL;
  const rate = BigInt(WHOLE_E6 + state.lending.rules.haircut);
  const top = BigInt(price) * instrument.atomsPerTickLot * rate;
  const bottom = instrument.baseAtomsPerLot * BigInt(WHOLE_E6);
  const affordable = atoms((amount * bottom) / top);
  const give = minAtoms(minAtoms(affordable, shortageOf(to)), fund);
  return { give, take: atoms((give * top + bottom - 1n) / bottom) };
}

/** Amount of collateral for which the fund gives `money`, rounded up. */
export function collateralFor(state: State, coin: Coin, money: Atoms): Atoms {
  const instrument = coin.terms.pricedBy;
  const price = instrument === undefined ? 0 : collateralPriceOf(state, instrument);
  if (instrument === undefined || price === 0) return ZERO_ATOMS;
  const rate = BigInt(WHOLE_E6 - state.lending.rules.haircut);
  const top = BigInt(price) * instrument.atomsPerTickLot * rate;
  const bottom = instrument.baseAtomsPerLot * BigInt(WHOLE_E6);
  return atoms((money * bottom + top - 1n) / top);
}

/**
 * Swaps what the fund can pay for. Returns whether anything was swapped. Emits
 * `collateral_swapped`.
 */
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
  const deal = isSale ? soldTo(state, swap, funds) : boughtFrom(state, swap, funds);
  if (deal.give === 0n) return false;
  assert(deal.give <= funds, "the fund gives no more than it has");
  assert(deal.take <= swap.amount, "the fund takes no more than is offered");
  const { instrument, user, wallet } = account;
  const payer = ledgerAccountOf(state, account, paid);
  const payee = ledger.account(user.index, wallet, received, instrument);
  ledger.post(payer, fundIn, deal.take);
  ledger.post(fundOut, payee, deal.give);
  emit.write("collateral_swapped", {
    swapId: nextId(state),
    user: user.index,
    wallet: marginWalletAt(wallet),
    instrument,
    fromCurrency: paid,
    fromAmount: deal.take,
    fromBalance: ledger.balance(payer),
    toCurrency: received,
    toAmount: deal.give,
    toBalance: ledger.balance(payee),
  });
  return true;
}
