/** Paying debts of a unified account with other coins of it (trading-rules.md section 8). */
import { exchangeUserOf, type User } from "../accounts/user.ts";
import type { CommandOf } from "../commands.ts";
import { debtOf, recordDebt } from "../debts/record-debt.ts";
import { EVENT_INDEX } from "../event-buffer.ts";
import type { Currency } from "../instruments/instrument.ts";
import { isUsdRateFresh, usdDown, usdRateOf } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { REPAYMENT_COINS_MAX } from "../limits.ts";
import { isAccountLiquidating } from "../margin/liquidations.ts";
import { unifiedUnheld } from "../margin/unified-margin.ts";
import { minAtoms } from "../money/arithmetic.ts";
import type { Atoms } from "../money/units.ts";
import { rejectCommand } from "../reject-command.ts";
import type { Rejection } from "../rejections.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import { indexIn, REALMS } from "../vocabulary.ts";
import { chargeUser } from "./charge-debts.ts";

/** A debt, by its coin, and the coin that is to pay it. */
type Exchange = { readonly debt: number; readonly payment: number };

/** What the pool gives, and takes for it. */
type Deal = { readonly give: Atoms; readonly take: Atoms };

/**
 * What can be repaid of a debt with a coin: no more than is owed, than the coin has unheld, and
 * than the lending pool has. The pool is given the rounding.
 */
function dealFor(state: State, user: User, { debt, payment }: Exchange): Deal | undefined {
  const { ledger } = state;
  const realm = indexIn(REALMS, user.realm);
  const owed = usdRateOf(state, realm, state.currencies[debt] as Currency);
  const paid = usdRateOf(state, realm, state.currencies[payment] as Currency);
  const most = unifiedUnheld(state, user, payment);
  if (owed.top === 0n || paid.top === 0n || most <= 0n) return undefined;
  const top = owed.top * paid.bottom;
  const bottom = owed.bottom * paid.top;
  const pool = ledger.find(exchangeUserOf(user.realm), WALLET_INDEX.lending_pool, debt);
  const need = debtOf(state, ledger.find(user.index, WALLET_INDEX.unified, debt));
  const affordable = ((most * bottom) / top) as Atoms;
  const give = minAtoms(minAtoms(need, affordable), ledger.available(pool));
  return give <= 0n ? undefined : { give, take: ((give * top + bottom - 1n) / bottom) as Atoms };
}

/** The pool takes one coin and gives the other; what it was endowed with changes likewise. */
function exchange(
  state: State,
  user: User,
  coins: Exchange,
  terms: { readonly deal: Deal; readonly emit: Emit },
): void {
  const { ledger, lending } = state;
  const { debt, payment } = coins;
  const { deal, emit } = terms;
  const owner = exchangeUserOf(user.realm);
  const payer = ledger.account(user.index, WALLET_INDEX.unified, payment);
  const payee = ledger.account(user.index, WALLET_INDEX.unified, debt);
  ledger.post(payer, ledger.account(owner, WALLET_INDEX.lending_pool, payment), deal.take);
  ledger.post(ledger.account(owner, WALLET_INDEX.lending_pool, debt), payee, deal.give);
  lending.poolFunds.add(user.realm, payment, deal.take);
  lending.poolFunds.add(user.realm, debt, -deal.give);
  emit.begin(EVENT_INDEX.debt_exchanged);
  emit.num(nextId(state));
  emit.num(user.index);
  emit.num(payment);
  emit.money(deal.take);
  emit.money(ledger.balance(payer));
  emit.num(debt);
  emit.money(deal.give);
  emit.money(ledger.balance(payee));
  emit.end();
  recordDebt(state, payee, emit);
  const coin = state.currencies[debt] as Currency;
  const rate = usdRateOf(state, indexIn(REALMS, user.realm), coin);
  state.outcome.repaidUsd += usdDown(rate, deal.give);
}

function refusalOf(
  state: State,
  user: User,
  { debts, payments }: CommandOf<"repay_debts">,
): Rejection | undefined {
  if (user.accountKind !== "unified") return "account_not_unified";
  for (const list of [debts, payments]) {
    const isGood = list.length > 0 && list.length <= REPAYMENT_COINS_MAX;
    if (!isGood || new Set(list).size !== list.length) return "repayment_coins_out_of_bounds";
    if (list.some((coin) => state.currencies[coin] === undefined)) return "currency_not_found";
  }
  const wallet = WALLET_INDEX.unified;
  if (isAccountLiquidating(state, user.index, wallet, 0)) return "account_liquidating";
  const { ledger } = state;
  const owes = (coin: number): boolean =>
    debtOf(state, ledger.find(user.index, WALLET_INDEX.unified, coin)) > 0n;
  if (!debts.some(owes)) return "loan_not_found";
  const realm = indexIn(REALMS, user.realm);
  const isPriced = (coin: number): boolean =>
    isUsdRateFresh(state, realm, state.currencies[coin] as Currency);
  return [...debts, ...payments].every(isPriced) ? undefined : "collateral_price_missing";
}

/**
 * Repays the debts, in their order, with the coins, in theirs, at index prices. Emits
 * `debt_exchanged` and `debt_changed` for each exchange, or `command_rejected`: also when no coin
 * has anything to pay with.
 */
export function repayDebts(state: State, command: CommandOf<"repay_debts">, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const refusal = refusalOf(state, user, command);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  const pairs = command.debts.flatMap((debt) =>
    command.payments.map((payment): Exchange => ({ debt, payment })),
  );
  if (pairs.every((pair) => dealFor(state, user, pair) === undefined)) {
    return rejectCommand(state, user.index, "insufficient_available", emit);
  }
  // From here on something is repaid: nothing below may reject.
  if (state.debts.nextUser !== 0) chargeUser(state, user, emit);
  for (const pair of pairs) {
    const deal = dealFor(state, user, pair);
    if (deal !== undefined) exchange(state, user, pair, { deal, emit });
  }
  state.outcome.id = state.lastId;
}
