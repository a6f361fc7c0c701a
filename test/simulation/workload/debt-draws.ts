/** What unified users do who borrow: MARGIN orders, leverage of coins, repayments. */

import { STP_MODES } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import { judgeBorrowing, judgeCredit } from "../naive/naive-debts.ts";
import { fundOf, termsAt } from "../naive/naive-lending.ts";
import { holdOf, spendableOf } from "../naive/naive-money.ts";
import type { NaiveInstrument, NaiveUser } from "../naive/naive-records.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { COINS_COUNT, LOAN_LINES, PRICED_INSTRUMENTS } from "./founding.ts";
import { indexPrices } from "./market-draws.ts";
import { type Spoil, UNKNOWN_USER } from "./spoil.ts";

const SIZE_MAX = 60;

/** A unified user of the plan: mostly one with debt, where any has debt. */
function borrower(draws: Draws): NaiveUser {
  const { random, state } = draws;
  const people = state.users.filter((one) => one.index < 10 && one.accountKind === "unified");
  const owing = people.filter((one) =>
    state.accounts.some((account) => account.user === one.index && account.balance < 0n),
  );
  return random.pick(owing.length > 0 && random.chance(60) ? owing : people);
}

/** About the largest size that the account may borrow for: the last that passes, or one beyond. */
function boundarySize(
  draws: Draws,
  user: NaiveUser,
  instrument: NaiveInstrument,
  terms: { readonly side: "buy" | "sell"; readonly price: number },
): number {
  const { base, quote, scale } = instrument;
  const { price, side } = terms;
  const passes = (size: number): boolean => {
    const value = BigInt(price) * BigInt(size) * scale;
    const request =
      side === "buy"
        ? { paid: quote, bought: base, more: value }
        : { paid: base, bought: quote, more: BigInt(size) * instrument.baseAtomsPerLot };
    return judgeBorrowing(draws.state, user, instrument, { ...request, ...terms }) === undefined;
  };
  let [low, high] = [1, Number(instrument.sizeLotsMax)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low + draws.random.below(2);
}

/** An order of category MARGIN, within what the account has or far beyond. */
export function unifiedMarginOrder(draws: Draws): DraftOf<"place_order"> {
  const { random, state } = draws;
  const user = borrower(draws);
  const lines = LOAN_LINES.filter(({ index, realm }) => {
    return realm === user.realm && (PRICED_INSTRUMENTS.includes(index) || random.chance(10));
  });
  const { index } = random.pick(lines);
  const instrument = state.instrumentAt(index);
  const side = random.pick(["buy", "sell"] as const);
  const isMarket = random.chance(draws.profile.marketPercent);
  const isByQuote = isMarket && side === "buy";
  const price = draws.price(instrument);
  const isAtBoundary = !isMarket && random.chance(draws.profile.crashPercent > 50 ? 70 : 30);
  const size = isAtBoundary
    ? boundarySize(draws, user, instrument, { side, price })
    : random.between(1, SIZE_MAX) * random.pick([1, 1, 4, 20]);
  const middle = BigInt(instrument.last || instrument.indexPrice || 1);
  return draft("place_order", {
    user: user.index,
    instrument: index,
    side,
    orderType: isMarket ? "market" : "limit",
    timeInForce: random.weighted({ gtc: 75, ioc: 12, fok: 6, post_only: 7 }),
    positionSide: "net",
    reduceOnly: false,
    stpMode: random.chance(15) ? random.pick(STP_MODES) : "none",
    price: isMarket ? 0 : price,
    size: isByQuote ? 0 : size,
    quoteAmount: isByQuote ? middle * instrument.scale * BigInt(size) : 0n,
    clientOrderId: draws.clientOrderId(),
    source: random.pick(["api", "web"] as const),
    exits: undefined,
    opening: undefined,
    margin: {
      backing: "unified_margin",
      loanType: random.chance(97) ? "normal" : "auto_borrow",
    },
  });
}

function leverage(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const user = borrower(draws);
  const terms = random.pick(termsAt(state, user.realm, 0));
  const most = terms.tiers[0]?.leverage ?? 1;
  return draft("set_coin_leverage", {
    user: user.index,
    currency: terms.currency,
    leverage: random.pick([most, most, most, random.between(1, most), random.pick([0, most + 1])]),
  });
}

function coins(random: Random): number[] {
  const all = Array.from({ length: COINS_COUNT }, (_, index) => index);
  return random.chance(60)
    ? [random.pick([0, 1, 7])]
    : all.filter((index) => index < 3 || random.chance(40));
}

function repayment(draws: Draws): CommandDraft {
  const { random } = draws;
  const user = borrower(draws);
  const owed = draws.state.accounts
    .filter((one) => one.user === user.index && one.wallet === "unified" && one.balance < 0n)
    .map(({ currency }) => currency);
  const debts = owed.length > 0 && random.chance(80) ? owed : coins(random);
  return draft("repay_debts", { user: user.index, debts, payments: coins(random) });
}

/** The most that may leave on credit by the rule, one atom more, or far more. */
function creditAmount(draws: Draws, user: NaiveUser, currency: number): bigint {
  const { random, state } = draws;
  const { balance } = state.account(user.index, "unified", currency, undefined);
  const own = balance > 0n ? balance : 0n;
  const held = holdOf(state, user, "unified", currency);
  if (held > 0n && random.chance(30)) return own - (held * BigInt(random.below(100))) / 100n || 1n;
  const pool = fundOf(state, user.realm, "lending_pool", currency).balance;
  let [low, high] = [spendableOf(state, user, "unified", currency), own + pool];
  if (random.chance(10)) return own + pool + BigInt(random.below(2));
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (judgeCredit(state, user, currency, middle) === undefined) low = middle;
    else high = middle - 1n;
  }
  if (random.chance(50)) return low + BigInt(random.below(2)) || 1n;
  return (low * BigInt(random.pick([60, 95, 99, 110, 200]))) / 100n || 1n;
}

/** A user without debt and with an open order whose fill costs more than the balance. */
function overdrawn(draws: Draws): NaiveUser | undefined {
  const { state } = draws;
  const one = state.accounts.find(({ balance, currency, user, wallet }) => {
    if (wallet !== "unified" || balance < 0n) return false;
    return holdOf(state, state.userAt(user), wallet, currency) > balance;
  });
  return one === undefined ? undefined : state.userAt(one.user);
}

/**
 * Out of a unified account, on credit where it does not have so much; mostly not before prices are
 * fresh, without which nothing is lent.
 */
export function creditTransfer(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const tight = random.chance(50) ? overdrawn(draws) : undefined;
  const user = tight ?? borrower(draws);
  const lent = termsAt(state, user.realm, 0).map(({ currency }) => currency);
  const currency =
    lent.length > 0 && random.chance(92) ? random.pick(lent) : random.below(COINS_COUNT);
  const most = state.account(user.index, "unified", currency, undefined).balance + 1n;
  const isStale = judgeCredit(state, user, currency, most) === "collateral_price_missing";
  if (tight === undefined && isStale && random.chance(75)) return indexPrices(draws);
  const family = state.users.filter((one) => one.parent === user.parent);
  const isWithin = random.chance(75);
  const to = isWithin ? user : random.pick(family);
  const transfer = draft("transfer", {
    fromUser: user.index,
    fromWallet: "unified",
    toUser: to.index,
    toWallet: isWithin ? "funding" : random.pick(draws.walletsOf(to.index)),
    currency,
    amount: tight === undefined ? creditAmount(draws, user, currency) : most - 1n,
    clientTransferId: random.chance(70) ? "" : `t${draws.number()}`,
    fromInstrument: 0,
    toInstrument: 0,
    mayBorrow: tight === undefined && random.chance(96),
  });
  draws.lastTransfer = transfer;
  return transfer;
}

export const DEBT_DRAWS = {
  set_coin_leverage: leverage,
  repay_debts: repayment,
} as const satisfies Readonly<Record<string, Draw>>;

type Kind = keyof typeof DEBT_DRAWS;

export const SPOILED_DEBTS: { readonly [K in Kind]: Spoil<K> } = {
  set_coin_leverage: (command, random) =>
    draft("set_coin_leverage", {
      ...command,
      ...random.pick([{ user: UNKNOWN_USER }, { user: 2 }, { currency: 250 }, { currency: 3 }]),
    }),
  repay_debts: (command, random) =>
    draft("repay_debts", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 2 },
        { debts: [] },
        { payments: [0, 0] },
        { debts: [250] },
        { payments: Array.from({ length: 11 }, (_, index) => index) },
      ]),
    }),
};
