/**
 * The audit checks every invariant of a state by computing it from scratch. Each verdict has the
 * number of its invariant in `docs/invariants.md`. For tests, simulation and the admin interface.
 */

import { checkSignIns } from "./access/set-sign-in.ts";
import { checkFreezes } from "./access/set-user-freezes.ts";
import { exchangeUserOf, FIRST_ORDINARY_USER, type User } from "./accounts/user.ts";
import {
  FIRST_POSITION,
  FIRST_ROW,
  LONG,
  longOf,
  positionAt,
  rowOf,
  SHORT,
  shortOf,
} from "./base/position-handle.ts";
import { REALMS } from "./base/vocabulary.ts";
import { checkQuotes } from "./converting/conversion-audit.ts";
import { checkPendingDeposits, checkWithdrawing } from "./custody/custody-audit.ts";
import { checkDelivered } from "./delivery/delivery-audit.ts";
import { checkFees } from "./fees/fee-audit.ts";
import { checkFundingPools, checkFundingTaken } from "./funding/funding-audit.ts";
import { addUnitPrincipal, checkUnits } from "./institutional/institutional-audit.ts";
import { type Instrument, notionalAt } from "./instruments/instrument.ts";
import { WALLET_INDEX } from "./ledger/ledger.ts";
import { accountInstrumentOf, walletOfBacking } from "./lending/margin-account.ts";
import { debtOf, mayOwe } from "./lending/record-debt.ts";
import { checkCalm, checkSwept } from "./liquidation/liquidation-audit.ts";
import { checkOrderLimits } from "./listing/order-limit-audit.ts";
import { checkMarginBounds } from "./margin/margin-audit.ts";
import { formatTrimmed } from "./money/decimals.ts";
import type { Lots } from "./money/units.ts";
import { checkCorrections } from "./operating/correction-audit.ts";
import { reservationOf } from "./order-book/spot-amounts.ts";
import { checkCountdowns } from "./orders/countdown-audit.ts";
import { checkP2pEscrow } from "./p2p/p2p-audit.ts";
import { checkPlanLists, checkPlansWait, checkPositionPlans } from "./plans/plan-audit.ts";
import { checkPledges } from "./pledging/pledging-audit.ts";
import { isIsolatedWallet, isMarginWallet } from "./positions/backing.ts";
import { isClosingOrder } from "./positions/closing-order.ts";
import { closedSide, isHedgeIn, openedSide } from "./positions/exposure.ts";
import { isAdverse, isFarther, lossBetween } from "./positions/open-loss.ts";
import { instrumentAt, instrumentOfRow, markAt, markOfRow, type State, userAt } from "./state.ts";

export type Verdict = {
  /** Number of the invariant. */
  readonly invariant: number;
  readonly rule: string;
  /** Violations found, at most ten; empty when the invariant holds. */
  readonly findings: readonly string[];
};

export type Conservation = {
  readonly coin: string;
  /** Sums in decimal text: users' accounts, the exchange's own, the outside world, and all. */
  readonly users: string;
  readonly exchange: string;
  readonly outsideWorld: string;
  readonly sum: string;
};

export type AuditReport = {
  readonly seq: number;
  readonly holds: boolean;
  readonly verdicts: readonly Verdict[];
  readonly conservation: readonly Conservation[];
};

const FINDINGS_MAX = 10;

type Check = (state: State, report: (finding: string) => void) => void;

type Sums = { users: bigint; exchange: bigint; outside: bigint };

function conservationOf(state: State): Sums[] {
  const sums = state.currencies.map(() => ({ users: 0n, exchange: 0n, outside: 0n }));
  const { ledger } = state;
  for (let account = 1; account < ledger.end; account++) {
    const sum = sums[ledger.currencyOf(account)];
    if (sum === undefined) continue;
    const balance = ledger.balance(account);
    if (ledger.walletOf(account) === WALLET_INDEX.outside_world) sum.outside += balance;
    else if (ledger.userOf(account) < FIRST_ORDINARY_USER) sum.exchange += balance;
    else sum.users += balance;
  }
  return sums;
}

const checkConservation: Check = (state, report) => {
  conservationOf(state).forEach((sum, index) => {
    const total = sum.users + sum.exchange + sum.outside;
    if (total !== 0n) report(`${state.currencies[index]?.code}: the sum is ${total}`);
  });
};

/** Returns the holds by account, computed from open orders. */
function holdsFromOrders(state: State): Map<number, bigint> {
  const { ledger, orders } = state;
  const holds = new Map<number, bigint>();
  forEachOrder(state, (slot, user, instrument) => {
    if (instrument.isFutures) return;
    const backing = orders.backing(slot);
    const own = user.isUnified ? WALLET_INDEX.unified : WALLET_INDEX.spot;
    const wallet = orders.isOnMargin(slot) ? walletOfBacking(backing) : own;
    const coin = orders.isBuy(slot) ? instrument.quote : instrument.base;
    const account = ledger.find(user.index, wallet, coin, accountInstrumentOf(backing, instrument));
    holds.set(account, (holds.get(account) ?? 0n) + reservationOf(state, slot, instrument));
  });
  return holds;
}

function forEachOrder(
  state: State,
  visit: (slot: number, user: User, instrument: Instrument) => void,
): void {
  const orders = state.orders;
  for (let slot = 1; slot < orders.end; slot++) {
    if (orders.id(slot) === 0) continue;
    const user = userAt(state, orders.user(slot));
    const instrument = instrumentAt(state, orders.instrument(slot));
    visit(slot, user, instrument);
  }
}

const checkAvailable: Check = (state, report) => {
  const { ledger } = state;
  const holds = holdsFromOrders(state);
  for (let account = 1; account < ledger.end; account++) {
    const hold = ledger.hold(account);
    if (hold !== (holds.get(account) ?? 0n)) {
      report(`account ${account}: hold ${hold}, open orders reserve ${holds.get(account) ?? 0n}`);
    }
    // Losses and funding can exceed the balance, which is a debt until the position ends.
    const wallet = ledger.walletOf(account);
    if (isMarginWallet(wallet) || isIsolatedWallet(wallet)) continue;
    if (ledger.mayBeNegative(account)) continue;
    if (ledger.available(account) < 0n) {
      report(`account ${account} of user ${ledger.userOf(account)}: available below zero`);
    }
  }
};

const checkReservations: Check = (state, report) => {
  const { ledger, orders } = state;
  forEachOrder(state, (slot, user, instrument) => {
    if (instrument.isFutures) return;
    const account = orders.payAccount(slot);
    const coin = orders.isBuy(slot) ? instrument.quote : instrument.base;
    const isOwn = ledger.userOf(account) === user.index && ledger.currencyOf(account) === coin;
    if (!isOwn) report(`order ${orders.id(slot)} reserves of a wrong account`);
    if (orders.isByQuote(slot)) report(`order ${orders.id(slot)} rests by quote amount`);
  });
};

const checkLongsEqualShorts: Check = (state, report) => {
  const { positions } = state;
  const net = new Map<number, number>();
  const longs = new Map<number, number>();
  for (let row = FIRST_ROW; row < positions.end; row++) {
    const index = positions.instrument.get(row);
    const size = positions.size.get(longOf(row)) - positions.size.get(shortOf(row));
    net.set(index, (net.get(index) ?? 0) + size);
    longs.set(index, (longs.get(index) ?? 0) + positions.size.get(longOf(row)));
  }
  state.openInterest.forEach((lots, index) => {
    const held = longs.get(index) ?? 0;
    if (lots !== held) report(`open interest of ${index} is ${lots}, longs hold ${held}`);
  });
  for (const [index, size] of net) {
    const isDelivering = state.deliveries.some(
      (one) => one.instrument === index && one.nextUser > 0,
    );
    if (size !== 0 && !isDelivering) {
      report(`${state.instruments[index]?.symbol}: longs exceed shorts by ${size}`);
    }
  }
};

/** Checks that the balances of clearing accounts equal the entry notionals of open positions. */
const checkClearing: Check = (state, report) => {
  const { ledger, positions } = state;
  const open = new Map<string, bigint>();
  for (let row = FIRST_ROW; row < positions.end; row++) {
    const instrument = instrumentOfRow(state, row);
    const owner = instrument.realm === "live" ? 0 : 1;
    const key = `${owner}/${instrument.index}/${instrument.settle}`;
    const d = positions.openNotional.get(longOf(row)) - positions.openNotional.get(shortOf(row));
    open.set(key, (open.get(key) ?? 0n) + (instrument.isInverse ? d : -d));
  }
  for (let account = 1; account < ledger.end; account++) {
    if (ledger.walletOf(account) !== WALLET_INDEX.clearing) continue;
    const index = ledger.instrumentOf(account) - 1;
    const key = `${ledger.userOf(account)}/${index}/${ledger.currencyOf(account)}`;
    const expected = open.get(key) ?? 0n;
    if (ledger.balance(account) !== expected) {
      report(`clearing ${key}: holds ${ledger.balance(account)}, positions imply ${expected}`);
    }
  }
};

/** Checks that only open isolated positions have isolated margin. */
const checkIsolatedMargin: Check = (state, report) => {
  const { ledger, positions } = state;
  for (let account = 1; account < ledger.end; account++) {
    const wallet = ledger.walletOf(account);
    const balance = ledger.balance(account);
    if (!isIsolatedWallet(wallet) || balance === 0n) continue;
    const side = wallet === WALLET_INDEX.long_margin ? LONG : SHORT;
    const row = positions.find(ledger.userOf(account), ledger.instrumentOf(account) - 1);
    const isHeld =
      row !== 0 && positions.isIsolated(row) && positions.size.get(positionAt(row, side)) > 0;
    if (!isHeld) report(`account ${account} of user ${ledger.userOf(account)} backs no position`);
  }
};

const checkBooksUncrossed: Check = (state, report) => {
  state.books.forEach((book, index) => {
    const bid = book.bestPrice(true);
    const ask = book.bestPrice(false);
    if (bid !== 0 && ask !== 0 && bid >= ask) {
      report(`${state.instruments[index]?.symbol}: bid ${bid} meets ask ${ask}`);
    }
  });
};

const checkBooksMatchOrders: Check = (state, report) => {
  const orders = state.orders;
  let resting = 0;
  state.books.forEach((book, index) => {
    for (const isBuySide of [true, false]) {
      const totals = new Map<number, number>();
      book.walkOrders(isBuySide, (slot) => {
        resting += 1;
        const price = orders.price(slot);
        totals.set(price, (totals.get(price) ?? 0) + orders.remaining(slot));
        if (orders.isBuy(slot) !== isBuySide || orders.instrument(slot) !== index) {
          report(`order ${orders.id(slot)} rests in the wrong book`);
        }
        return true;
      });
      for (let at = book.bestLevel(isBuySide); at !== 0; at = book.levelAfter(isBuySide, at)) {
        const [price, total] = [book.priceOf(at), book.totalOf(at)];
        if (totals.get(price) !== total) report(`level ${price} of ${index} says ${total}`);
      }
      if (totals.size !== book.levelCount(isBuySide)) report(`level count of ${index} differs`);
    }
  });
  if (resting !== orders.count) report(`${orders.count} open orders, ${resting} rest in books`);
};

const checkUserLists: Check = (state, report) => {
  const orders = state.orders;
  let linked = 0;
  for (const user of state.users) {
    let open = 0;
    let last = 0;
    for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
      open += 1;
      if (orders.user(slot) !== user.index) report(`user ${user.index} lists another's order`);
      if (orders.id(slot) <= last) report(`user ${user.index}: orders out of creation order`);
      last = orders.id(slot);
      const clientId = orders.clientIds.textOf(slot);
      if (clientId !== "" && orders.clientIds.find(user.index, clientId) !== slot) {
        report(`client id ${clientId} of user ${user.index} finds another order`);
      }
    }
    if (open !== user.openSpotOrders + user.openFuturesOrders) {
      report(`user ${user.index}: ${open} orders, counted otherwise`);
    }
    linked += open;
  }
  if (linked !== orders.count) report(`${orders.count} open orders, ${linked} in users' lists`);
};

/** Checks the sums of open orders in position rows. */
const checkExposure: Check = (state, report) => {
  const { orders, positions } = state;
  const lots = new Map<number, number>();
  const values = new Map<number, bigint>();
  const losses = new Map<number, bigint>();
  const closing = new Map<number, number>();
  forEachOrder(state, (slot, user, instrument) => {
    if (!instrument.isFutures) return;
    const row = positions.find(user.index, instrument.index);
    if (orders.positionRow(slot) !== row) {
      report(`order ${orders.id(slot)} counts in another row than that of its user`);
    }
    const size = orders.remaining(slot);
    const isBuy = orders.isBuy(slot);
    if (isClosingOrder(state, slot)) {
      const position = positionAt(row, closedSide(isBuy));
      closing.set(position, (closing.get(position) ?? 0) + size);
      return;
    }
    const position = positionAt(row, openedSide(isBuy));
    const value = notionalAt(instrument, orders.price(slot), size);
    lots.set(position, (lots.get(position) ?? 0) + size);
    values.set(position, (values.get(position) ?? 0n) + value);
    if (isFarther(isBuy, orders.price(slot), positions.farPrice.get(position))) {
      report(`an order of ${position} lies beyond the far price`);
    }
    const [price, mark] = [orders.price(slot), markAt(state, instrument.index)];
    if (!isAdverse(isBuy, price, mark)) return;
    const loss = lossBetween(instrument, { price, mark }, size);
    losses.set(position, (losses.get(position) ?? 0n) + loss);
  });
  for (let position = FIRST_POSITION; rowOf(position) < positions.end; position++) {
    const mark = markOfRow(state, rowOf(position));
    const openLoss = losses.get(position) ?? 0n;
    const orderLots = lots.get(position) ?? 0;
    const orderNotional = values.get(position) ?? 0n;
    const isKept =
      positions.orderLots.get(position) > 0 && positions.lossMark.get(position) === mark;
    if (isKept && positions.openLoss.get(position) !== openLoss) {
      report(`open loss of ${position}: ${positions.openLoss.get(position)}, not ${openLoss}`);
    }
    if (positions.orderLots.get(position) !== orderLots) {
      report(`order sizes of ${position} differ`);
    }
    const kept = positions.orderNotional.get(position);
    if (kept !== orderNotional) {
      report(`order notional of ${position}: ${kept}, not ${orderNotional}`);
    }
    if (positions.closingLots.get(position) !== (closing.get(position) ?? 0)) {
      report(`closing sizes of ${position} differ`);
    }
  }
};

const checkClosable: Check = (state, report) => {
  const { positions } = state;
  for (let row = FIRST_ROW; row < positions.end; row++) {
    const user = userAt(state, positions.user.get(row));
    const instrument = instrumentOfRow(state, row);
    for (const position of [longOf(row), shortOf(row)]) {
      if (positions.closingLots.get(position) > positions.size.get(position)) {
        report(`user ${user.index} in ${instrument.symbol}: closing orders exceed the position`);
      }
    }
    const isBoth = positions.size.get(longOf(row)) > 0 && positions.size.get(shortOf(row)) > 0;
    if (isBoth && !isHedgeIn(user, instrument)) {
      report(`user ${user.index} is long and short ${instrument.symbol} in one-way mode`);
    }
  }
};

const checkOrderSizes: Check = (state, report) => {
  const orders = state.orders;
  forEachOrder(state, (slot, user, instrument) => {
    const id = orders.id(slot);
    const remaining = orders.remaining(slot);
    if (remaining <= 0 || remaining > orders.size(slot)) report(`order ${id}: remaining off`);
    if (orders.size(slot) > instrument.sizeLotsMaxEver) report(`order ${id}: size above maximum`);
    const price = orders.price(slot);
    if (price < 1 || price > instrument.priceTicksMax) report(`order ${id}: price out of range`);
    if (user.realm !== instrument.realm) report(`order ${id}: crosses realms`);
    if (user.index < FIRST_ORDINARY_USER) report(`order ${id}: the exchange itself trades`);
  });
};

const checkPositionEntries: Check = (state, report) => {
  const { positions } = state;
  for (let position = FIRST_POSITION; rowOf(position) < positions.end; position++) {
    const size: Lots = positions.size.get(position);
    const value = positions.openNotional.get(position);
    if (size < 0 || value < 0n) report(`position ${position}: size or value below zero`);
    if (size === 0 && value !== 0n) report(`position ${position}: empty with value ${value}`);
    const turnover = positions.openedSize.get(position) - positions.closedSize.get(position);
    if (turnover !== size) report(`position ${position}: opened minus closed is not its size`);
  }
};

/** Checks that balance and lent principal of a pool equal its funds, and no debt is negative. */
const checkLoans: Check = (state, report) => {
  const { ledger, lending } = state;
  const { loans } = lending;
  const lent = new Map<string, bigint>();
  for (let row = loans.first; row !== 0; row = loans.next.get(row)) {
    const account = loans.account.get(row);
    const { realm } = userAt(state, ledger.userOf(account));
    const [principal, interest] = [loans.principal.get(row), loans.interest.get(row)];
    const place = `${realm}/${ledger.currencyOf(account)}`;
    lent.set(place, (lent.get(place) ?? 0n) + principal);
    if (principal < 0n || interest < 0n) report(`loan ${loans.id.get(row)} is below zero`);
    if (principal + interest === 0n) report(`loan ${loans.id.get(row)} is owed no more`);
  }
  for (const { currency, principal, realm } of state.pledging.loans.all) {
    const place = `${realm}/${currency}`;
    lent.set(place, (lent.get(place) ?? 0n) + principal);
  }
  addUnitPrincipal(state, lent);
  for (const realm of REALMS) {
    for (const { code, index } of state.currencies) {
      const pool = ledger.find(exchangeUserOf(realm), WALLET_INDEX.lending_pool, index);
      const sum = ledger.balance(pool) + (lent.get(`${realm}/${index}`) ?? 0n);
      const funds = lending.poolFunds.of(realm, index);
      if (sum !== funds) report(`${realm} ${code}: lent and left ${sum}, endowed ${funds}`);
    }
  }
};

/** Checks that the debt table equals the negative balances of unified accounts. */
const checkDebts: Check = (state, report) => {
  const { debts, ledger } = state;
  const sums = new Map<string, bigint>();
  for (let account = 1; account < ledger.end; account++) {
    if (!mayOwe(state, account)) continue;
    const debt = debtOf(state, account);
    if (debts.table.of(account) !== debt) {
      report(`account ${account}: owes ${debt}, kept ${debts.table.of(account)}`);
    }
    const { realm } = userAt(state, ledger.userOf(account));
    const place = `${realm}/${ledger.currencyOf(account)}`;
    sums.set(place, (sums.get(place) ?? 0n) + debt);
  }
  for (const [account, bad] of debts.table.bad) {
    const debt = debts.table.of(account);
    if (bad <= 0n || bad > debt) report(`account ${account}: ${bad} of a debt of ${debt} is bad`);
  }
  for (const realm of REALMS) {
    for (const { code, index } of state.currencies) {
      const sum = sums.get(`${realm}/${index}`) ?? 0n;
      const kept = debts.table.sum(realm, index);
      if (kept !== sum) report(`${realm} ${code}: debts of ${sum}, kept ${kept}`);
    }
  }
};

const CHECKS: readonly { invariant: number; rule: string; check: Check }[] = [
  { invariant: 1, rule: "per currency all accounts sum to zero", check: checkConservation },
  { invariant: 2, rule: "available is not negative, holds equal orders", check: checkAvailable },
  {
    invariant: 2,
    rule: "each spot order pays from its user's own account",
    check: checkReservations,
  },
  { invariant: 4, rule: "longs equal shorts", check: checkLongsEqualShorts },
  { invariant: 4, rule: "a delivered contract is empty", check: checkDelivered },
  { invariant: 5, rule: "clearing equals open entry values", check: checkClearing },
  { invariant: 2, rule: "isolated margin backs an open position", check: checkIsolatedMargin },
  { invariant: 5, rule: "a position is what was opened less closed", check: checkPositionEntries },
  { invariant: 7, rule: "funding paid covers funding received", check: checkFundingPools },
  { invariant: 7, rule: "each position takes each settlement once", check: checkFundingTaken },
  { invariant: 8, rule: "a sweep leaves nobody below maintenance", check: checkSwept },
  { invariant: 8, rule: "a sweep passes over nobody that it would act on", check: checkCalm },
  { invariant: 10, rule: "borrowed by users equals lent by the pool", check: checkLoans },
  { invariant: 36, rule: "risk units are of one owner and repaid to zero", check: checkUnits },
  { invariant: 10, rule: "debts are what unified balances lack", check: checkDebts },
  { invariant: 11, rule: "no book is crossed", check: checkBooksUncrossed },
  { invariant: 12, rule: "books, levels and orders agree", check: checkBooksMatchOrders },
  { invariant: 13, rule: "remaining lies within the ordered size", check: checkOrderSizes },
  { invariant: 16, rule: "closing orders fit their position", check: checkClosable },
  { invariant: 17, rule: "sums of open orders agree with the orders", check: checkExposure },
  { invariant: 21, rule: "users' lists and ids agree with the orders", check: checkUserLists },
  { invariant: 21, rule: "plans, their lists and their ids agree", check: checkPlanLists },
  { invariant: 29, rule: "no plan is past the price it waits for", check: checkPlansWait },
  { invariant: 33, rule: "open quotes agree with their counts", check: checkQuotes },
  { invariant: 30, rule: "exits close positions that are held", check: checkPositionPlans },
  { invariant: 9, rule: "a pending deposit is known once", check: checkPendingDeposits },
  { invariant: 34, rule: "the escrow has what ads and orders trade", check: checkP2pEscrow },
  { invariant: 25, rule: "withdrawals hold what they debited", check: checkWithdrawing },
  { invariant: 35, rule: "pledges in custody are those of open loans", check: checkPledges },
  {
    invariant: 37,
    rule: "cancel countdowns are found in the order of their ends",
    check: checkCountdowns,
  },
  { invariant: 38, rule: "no order of a frozen trader can open", check: checkFreezes },
  { invariant: 39, rule: "corrections are made once, in bounds", check: checkCorrections },
  { invariant: 40, rule: "fees are at most the listed ones", check: checkFees },
  { invariant: 41, rule: "order limits are in the range of the listing", check: checkOrderLimits },
  { invariant: 42, rule: "sign-ins are of one live account each", check: checkSignIns },
  { invariant: 43, rule: "bounds of margin do not exceed it", check: checkMarginBounds },
];

/** Audits a state between two commands. Changes nothing; cost is linear in the state. */
export function audit(state: State): AuditReport {
  const verdicts = CHECKS.map(({ invariant, rule, check }) => {
    const findings: string[] = [];
    check(state, (finding) => {
      if (findings.length < FINDINGS_MAX) findings.push(finding);
    });
    return { invariant, rule, findings };
  });
  const conservation = conservationOf(state).map((sum, index) => {
    const currency = state.currencies[index];
    const decimals = currency?.decimals ?? 0;
    return {
      coin: currency?.code ?? "",
      users: formatTrimmed(sum.users, decimals),
      exchange: formatTrimmed(sum.exchange, decimals),
      outsideWorld: formatTrimmed(sum.outside, decimals),
      sum: formatTrimmed(sum.users + sum.exchange + sum.outside, decimals),
    };
  });
  const holds = verdicts.every((verdict) => verdict.findings.length === 0);
  return { seq: state.seq, holds, verdicts, conservation };
}
