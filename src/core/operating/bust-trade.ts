/**
 * Price corrections of trades by the operator: the difference to a fair price moves from the side
 * that gained by the wrong price to the other. Positions and orders stay (decision 0093).
 */
import { exchangeUserOf, FIRST_ORDINARY_USER, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { ADJUSTMENT_REFERENCE_LENGTH_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { WALLETS, wordAt } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { isCollateralWallet } from "../institutional/unit-figures.ts";
import { outflowRefusal } from "../institutional/unit-refusals.ts";
import { type Instrument, notionalAt } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { spendable } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { amountShareRoundedDown, maxAtoms, minAtoms, minus, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { walletOf } from "../positions/backing.ts";
import type { Emit, State } from "../state.ts";
import { moveFunds } from "../transfers/move-funds.ts";
import { needsApproval, propose } from "./four-eyes.ts";
import type { Correction } from "./operating-state.ts";

type Bust = Extract<Correction, { kind: "bust_trade" }>;

/** Sides and amounts of a correction; amounts in the settle coin, on spot in the quote coin. */
type CorrectionPlan = {
  readonly instrument: Instrument;
  readonly currency: number;
  readonly buyer: User;
  readonly seller: User;
  readonly isBuyerPaid: boolean;
  /** Paid by the side that gained. */
  readonly paid: Atoms;
  readonly fundPaid: Atoms;
  /** Fees that the exchange returns. */
  readonly buyerFee: Atoms;
  readonly sellerFee: Atoms;
};

/** User of a side of a trade; the insurance funds trade futures only. */
function sideOf(state: State, { isFutures, realm }: Instrument, index: number): User | undefined {
  const user = state.users[index];
  const isTrader = user !== undefined && (isFutures || index >= FIRST_ORDINARY_USER);
  return isTrader && user.realm === realm ? user : undefined;
}

/** Whether the stated facts can be those of a trade of the instrument. */
function isPlausible(instrument: Instrument, bust: Bust): boolean {
  const { isFutures, priceTicksMax, sizeLotsMaxEver } = instrument;
  const { buyer, buyerFee, fairPrice, fundMax, price, seller, sellerFee, size } = bust;
  const arePrices = Math.min(price, fairPrice) > 0 && Math.max(price, fairPrice) <= priceTicksMax;
  const areFees = buyerFee >= 0n && sellerFee >= 0n && (isFutures || buyerFee === 0n);
  const isSized = size > 0 && size <= sizeLotsMaxEver;
  return (
    arePrices && price !== fairPrice && areFees && isSized && fundMax >= 0n && buyer !== seller
  );
}

/** Amount that a side can pay without debt and without lacking margin, at most `amount`. */
function payableBy(
  state: State,
  user: User,
  owed: { readonly wallet: number; readonly currency: number; readonly amount: Atoms },
): Atoms {
  const { currency, wallet } = owed;
  const account = state.ledger.find(user.index, wallet, currency);
  if (account === 0) return ZERO_ATOMS;
  if (user.index < FIRST_ORDINARY_USER) return minAtoms(state.ledger.balance(account), owed.amount);
  if (isAccountLiquidating(state, user.index, wallet, currency)) return ZERO_ATOMS;
  const amount = minAtoms(maxAtoms(spendable(state, user, account), ZERO_ATOMS), owed.amount);
  if (amount === 0n || !isCollateralWallet(wallet)) return amount;
  const isRefused = outflowRefusal(state, user, { currency, amount }) !== undefined;
  return isRefused ? ZERO_ATOMS : amount;
}

/** Whether the insurance fund may and can pay an amount of a correction. */
function isFundPaying(
  state: State,
  bust: Bust,
  realm: Instrument["realm"],
  owed: {
    readonly currency: number;
    readonly amount: Atoms;
  },
): boolean {
  if (Math.min(bust.buyer, bust.seller) < FIRST_ORDINARY_USER) return false;
  const { ledger } = state;
  const fund = ledger.find(exchangeUserOf(realm), WALLET_INDEX.insurance_fund, owed.currency);
  return owed.amount <= bust.fundMax && ledger.covers(fund, owed.amount);
}

/** Sides of a correction, and the notionals of its size at both prices. */
type CorrectionTerms = Pick<
  CorrectionPlan,
  "instrument" | "currency" | "buyer" | "seller" | "isBuyerPaid"
> & { readonly traded: Atoms; readonly difference: Atoms };

/** Returns the terms of a correction, or why such a trade cannot be corrected. */
function termsOf(state: State, bust: Bust): CorrectionTerms | Rejection {
  const instrument = state.instruments[bust.instrument];
  if (instrument === undefined) return "instrument_not_found";
  const buyer = sideOf(state, instrument, bust.buyer);
  const seller = sideOf(state, instrument, bust.seller);
  if (buyer === undefined || seller === undefined) return "user_not_found";
  if (!isPlausible(instrument, bust)) return "correction_out_of_bounds";
  const { fairPrice, price, size, tradeId } = bust;
  const traded = notionalAt(instrument, price, size);
  const fair = notionalAt(instrument, fairPrice, size);
  const difference = traded > fair ? minus(traded, fair) : minus(fair, traded);
  const isFeeWithin = maxAtoms(bust.buyerFee, bust.sellerFee) <= traded;
  if (difference === 0n || !isFeeWithin) return "correction_out_of_bounds";
  const isKnown = tradeId > 0 && tradeId <= state.lastId;
  if (!isKnown || state.operating.correctedTrades.has(tradeId)) return "trade_not_correctable";
  const currency = instrument.isFutures ? instrument.settle : instrument.quote;
  // Below the traded price the buyer paid too much, above it the seller received too little. This
  // is so of inverse contracts as well, although their notional grows as the price falls.
  const isBuyerPaid = fairPrice < price;
  return { instrument, currency, buyer, seller, isBuyerPaid, traded, difference };
}

function paidByGainer(state: State, terms: CorrectionTerms): Atoms {
  const { buyer, currency, difference, instrument, isBuyerPaid, seller } = terms;
  const payer = isBuyerPaid ? seller : buyer;
  const wallet = walletOf(payer, instrument);
  return payableBy(state, payer, { wallet, currency, amount: difference });
}

/** Amount that the side that gained can pay; zero for a trade that cannot be corrected. */
export function payableOfGainer(state: State, bust: Bust): Atoms {
  const terms = termsOf(state, bust);
  return typeof terms === "string" ? ZERO_ATOMS : paidByGainer(state, terms);
}

/** Returns what a correction moves, or why it cannot be made now. */
export function planCorrection(state: State, bust: Bust): CorrectionPlan | Rejection {
  const terms = termsOf(state, bust);
  if (typeof terms === "string") return terms;
  const { currency, difference, instrument, traded } = terms;
  const { isInverse, realm } = instrument;
  const paid = paidByGainer(state, terms);
  const fundPaid = minus(difference, paid);
  const rest = { currency, amount: fundPaid };
  if (fundPaid > 0n && !isFundPaying(state, bust, realm, rest)) return "insufficient_available";
  const excess = terms.isBuyerPaid !== isInverse ? difference : ZERO_ATOMS;
  const buyerFee = amountShareRoundedDown(bust.buyerFee, excess, traded);
  const sellerFee = amountShareRoundedDown(bust.sellerFee, excess, traded);
  const fees = state.ledger.find(exchangeUserOf(realm), WALLET_INDEX.fees, currency);
  if (!state.ledger.covers(fees, plus(buyerFee, sellerFee))) return "insufficient_available";
  return { ...terms, paid, fundPaid, buyerFee, sellerFee };
}

/** Posts a planned correction and remembers its trade. */
export function correctTrade(state: State, bust: Bust, plan: CorrectionPlan, emit: Emit): void {
  const { ledger } = state;
  const { buyer, currency, instrument, isBuyerPaid, seller } = plan;
  state.operating.correctedTrades.add(bust.tradeId);
  emit.write("trade_corrected", {
    tradeId: bust.tradeId,
    instrument: bust.instrument,
    buyer: bust.buyer,
    seller: bust.seller,
    price: bust.price,
    fairPrice: bust.fairPrice,
    size: bust.size,
    isBuyerPaid,
    paid: plan.paid,
    fundPaid: plan.fundPaid,
    buyerFee: plan.buyerFee,
    sellerFee: plan.sellerFee,
  });
  const exchange = exchangeUserOf(instrument.realm);
  const accountOf = (user: User): number =>
    ledger.account(user.index, walletOf(user, instrument), currency);
  const move = (from: number, to: number, amount: Atoms): void => {
    if (amount === 0n) return;
    const reason = "trade_correction";
    moveFunds(state, { from, to, amount, reason, clientTransferId: "" }, emit);
  };
  const [payer, payee] = isBuyerPaid ? [seller, buyer] : [buyer, seller];
  move(accountOf(payer), accountOf(payee), plan.paid);
  const fund = ledger.account(exchange, WALLET_INDEX.insurance_fund, currency);
  move(fund, accountOf(payee), plan.fundPaid);
  const fees = ledger.account(exchange, WALLET_INDEX.fees, currency);
  assert(ledger.covers(fees, plus(plan.buyerFee, plan.sellerFee)), "fees are returned from fees");
  move(fees, accountOf(buyer), plan.buyerFee);
  move(fees, accountOf(seller), plan.sellerFee);
}

/** Fields of a command that are kept while it waits. */
function bustOf(command: DraftOf<"bust_trade">): Bust {
  const { buyer, buyerFee, fairPrice, fundMax, instrument } = command;
  const { kind, price, seller, sellerFee, size, tradeId } = command;
  const sides = { buyer, seller, buyerFee, sellerFee };
  return { kind, instrument, tradeId, ...sides, price, fairPrice, size, fundMax };
}

/**
 * Emits `trade_corrected` and a `funds_moved` for each movement, or `adjustment_proposed` when the
 * correction waits for a second person, or `command_rejected`.
 */
export function bustTrade(state: State, command: DraftOf<"bust_trade">, emit: Emit): void {
  const { reference } = command;
  const bust = bustOf(command);
  const reject = (reason: Rejection): void => rejectCommand(state, 0, reason, emit);
  if (reference.length > ADJUSTMENT_REFERENCE_LENGTH_MAX) return reject("correction_out_of_bounds");
  const plan = planCorrection(state, bust);
  if (typeof plan === "string") return reject(plan);
  const { buyer, buyerFee, currency, fundPaid, instrument, isBuyerPaid, paid, seller } = plan;
  const payee = isBuyerPaid ? buyer : seller;
  const amount = plus(plus(paid, fundPaid), plus(buyerFee, plan.sellerFee));
  const moved = { user: payee.index, currency, amount };
  const actor = command.origin?.act?.actor ?? "";
  if (!needsApproval(state, moved, actor)) return correctTrade(state, bust, plan, emit);
  const wallet = wordAt(WALLETS, walletOf(payee, instrument));
  propose(state, { ...moved, wallet, correction: bust, reference, actor }, emit);
}
