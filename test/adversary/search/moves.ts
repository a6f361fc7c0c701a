/** What the moves of a program do: single commands, and whole attacks with parameters. */
import type { Play } from "./acting.ts";
import type { Move, MoveKind } from "./program.ts";

const WALK_STEP = 0.045;

function beyond(price: number, isBuy: boolean, share: number): number {
  return Math.max(1, Math.round(price * (isBuy ? 1 + share : 1 - share)));
}

function sweep(play: Play, move: Move): void {
  const price = beyond(play.mark, move.isBuy, WALK_STEP);
  play.plainOrder(move.other, move.isBuy, { price, dollars: 600_000, timeInForce: "ioc" });
}

/** Two trade dust with each other, each time as far from the last price as the band allows. */
function walk(play: Play, move: Move): void {
  for (let step = 0; step < Math.min(move.count, 45); step++) {
    const terms = { price: beyond(play.last, move.isBuy, WALK_STEP), dollars: 100 };
    if (!play.plainOrder(move.other, !move.isBuy, terms)) break;
    if (!play.plainOrder(move.other + 1, move.isBuy, terms)) break;
  }
}

/** One rests an order far beyond the reference at high leverage, the other trades against it. */
function farFill(play: Play, move: Move): void {
  play.leverage(move.who, move.count);
  const price = play.priceOf(move);
  for (const share of [1, 0.3, 0.1]) {
    const terms = { price, dollars: play.dollarsOf(move) * share };
    play.order(move.who, move.isBuy, terms);
    play.plainOrder(move.other, !move.isBuy, { ...terms, timeInForce: "ioc" });
    play.cancelAll(move.who);
  }
}

/** The last price is walked away, then one takes an accomplice's order there on credit. */
function farLoan(play: Play, move: Move): void {
  sweep(play, move);
  walk(play, move);
  const price = play.priceOf(move);
  for (const share of [1, 0.3, 0.1, 0.03]) {
    const terms = { price, dollars: play.dollarsOf(move) * share };
    play.plainOrder(move.other, !move.isBuy, terms);
    play.order(move.who, move.isBuy, { ...terms, timeInForce: "ioc" });
    play.cancelAll(move.other);
  }
}

/** Two keep trading and quoting dust beyond mark while time passes. */
function ratchet(play: Play, move: Move): void {
  for (let second = 0; second < Math.min(move.count, 30); second++) {
    sweep(play, move);
    const price = beyond(play.mark, move.isBuy, 0.046);
    const quoted = beyond(play.mark, move.isBuy, 0.045);
    play.plainOrder(move.other, !move.isBuy, { price, dollars: 100 });
    play.plainOrder(move.who, move.isBuy, { price, dollars: 100, timeInForce: "ioc" });
    play.plainOrder(move.who, move.isBuy, { price: quoted, dollars: 100 });
    play.plainOrder(move.other, !move.isBuy, { price, dollars: play.dollarsOf(move) });
    play.wait(1);
    play.cancelAll(move.who);
    play.cancelAll(move.other);
  }
}

/** One opens, rests a far closing order, takes its money out, and is closed by the other. */
function drain(play: Play, move: Move): void {
  const { isBuy } = move;
  const open = { price: play.mark, dollars: play.dollarsOf(move) };
  play.leverage(move.who, move.count);
  play.plainOrder(move.other, isBuy, open);
  play.order(move.who, !isBuy, open);
  sweep(play, move);
  const close = { price: play.priceOf(move), dollars: play.dollarsOf(move) };
  play.order(move.who, isBuy, { ...close, reduceOnly: true });
  play.withdraw(move.who, false);
  play.plainOrder(move.other, !isBuy, { ...close, timeInForce: "ioc" });
}

/** One takes a coin out on credit and pays the debt with another coin. */
function exchangeDebt(play: Play, move: Move): void {
  play.withdraw(move.who, move.isBuy);
  play.repay(move);
}

/** The last price is moved within the band, and an order waits far away for whoever must trade. */
function hunt(play: Play, move: Move): void {
  sweep(play, move);
  walk(play, { ...move, count: 1 });
  const price = beyond(play.mark, move.isBuy, Math.abs(move.reach) / 1_000);
  play.plainOrder(move.who, !move.isBuy, { price, dollars: play.dollarsOf(move) });
  play.wait(3);
}

/** As much leverage as leaves less margin than a far price loses; tiers allow less of more. */
function highLeverage(move: Move): number {
  return [25, 50, 125][move.count % 3] ?? 125;
}

/** A price of the move that loses against its reference, within the band. */
function losingPrice(play: Play, move: Move, isBuy = move.isBuy): number {
  return play.priceOf({ ...move, reach: Math.min(49, Math.abs(move.reach)) }, isBuy);
}

/** The largest size that passes, in dollars; 0 where none does. */
function largestOf(passes: (dollars: number) => boolean): number {
  for (let dollars = 4_000_000; dollars > 30_000; dollars /= 2) if (passes(dollars)) return dollars;
  return 0;
}

/** One takes all that it may of an accomplice's order far away, by limit or market order. */
function takeFar(play: Play, move: Move, isBuy = move.isBuy): void {
  const price = losingPrice(play, move, isBuy);
  const limit = move.size % 4 === 0 ? 0 : price;
  largestOf((dollars) => {
    play.plainOrder(move.other, !isBuy, { price, dollars });
    const isTaken = play.order(move.who, isBuy, { price: limit, dollars, timeInForce: "ioc" });
    play.cancelAll(move.other);
    return isTaken;
  });
}

function farTake(play: Play, move: Move): void {
  play.isolate(move.who, move.base === 2);
  play.leverage(move.who, highLeverage(move));
  sweep(play, move);
  takeFar(play, move);
}

/** One rests a far order, at low leverage or at once at a high one, and an accomplice takes it. */
function lateLeverage(play: Play, move: Move): void {
  play.isolate(move.who, move.base !== 0);
  play.leverage(move.who, move.size % 3 === 0 ? highLeverage(move) : 5);
  sweep(play, move);
  const price = losingPrice(play, move);
  const dollars = largestOf((size) => play.order(move.who, move.isBuy, { price, dollars: size }));
  play.leverage(move.who, highLeverage(move));
  play.plainOrder(move.other, !move.isBuy, { price, dollars, timeInForce: "ioc" });
  play.cancelAll(move.who);
}

/** One changes a near order into a far one, which takes what an accomplice has there. */
function farAmend(play: Play, move: Move): void {
  play.leverage(move.who, highLeverage(move));
  sweep(play, move);
  const near = beyond(play.mark, !move.isBuy, 0.01);
  const reach = Math.min(49, Math.abs(move.reach));
  const price = losingPrice(play, move);
  largestOf((dollars) => {
    if (!play.order(move.who, move.isBuy, { price: near, dollars })) return false;
    play.plainOrder(move.other, !move.isBuy, { price, dollars });
    const isAmended = play.amend({ ...move, reach }, dollars);
    play.cancelAll(move.who);
    play.cancelAll(move.other);
    return isAmended;
  });
}

/** One opens, takes its money out, and closes far away: resting before that, or taking after. */
function farClose(play: Play, move: Move): void {
  const { isBuy } = move;
  play.leverage(move.who, highLeverage(move));
  const dollars = largestOf((size) => {
    play.plainOrder(move.other, isBuy, { price: play.mark, dollars: size });
    const terms = { price: play.mark, dollars: size, timeInForce: "ioc" } as const;
    const isOpen = play.order(move.who, !isBuy, terms);
    play.cancelAll(move.other);
    return isOpen;
  });
  const price = losingPrice(play, move);
  const closing = { price, dollars, reduceOnly: true } as const;
  const isResting = move.size % 3 === 0;
  if (isResting) {
    sweep(play, move);
    play.order(move.who, isBuy, closing);
    play.withdraw(move.who, false);
    play.plainOrder(move.other, !isBuy, { price, dollars, timeInForce: "ioc" });
    return;
  }
  play.withdraw(move.who, false);
  sweep(play, move);
  play.plainOrder(move.other, !isBuy, { price, dollars });
  const limit = move.size % 3 === 1 ? 0 : price;
  play.order(move.who, isBuy, { ...closing, price: limit, timeInForce: "ioc" });
}

/** One buys high and sells low, over and over, with what it has and may borrow. */
function churn(play: Play, move: Move): void {
  for (let round = 0; round < Math.min(move.count, 8); round++) {
    const isBuy = move.isBuy === (round % 2 === 0);
    sweep(play, { ...move, isBuy });
    takeFar(play, move, isBuy);
  }
}

/** An order waits far away while the last price is moved on to the stops of others. */
function trap(play: Play, move: Move): void {
  const price = beyond(play.mark, move.isBuy, Math.abs(move.reach) / 500);
  sweep(play, move);
  play.plainOrder(move.who, !move.isBuy, { price, dollars: 40_000 });
  walk(play, { ...move, count: 3 });
  play.wait(1);
  play.cancelAll(move.who);
}

/** One borrows what it is given and takes it out. */
function borrowOut(play: Play, move: Move): void {
  play.borrow(move);
  play.withdraw(move.who, !move.isBuy);
}

export const MOVES: Readonly<Record<MoveKind, (play: Play, move: Move) => void>> = {
  order: (play, move) => {
    const isMarket = move.count === 125;
    const price = isMarket ? 0 : play.priceOf(move);
    const timeInForce = move.count % 2 === 0 ? "gtc" : "ioc";
    const reduceOnly = move.count === 45;
    const terms = { price, dollars: play.dollarsOf(move), timeInForce, reduceOnly } as const;
    play.order(move.who, move.isBuy, terms);
  },
  cancel: (play, move) => play.cancelAll(move.who),
  amend: (play, move) => void play.amend(move),
  leverage: (play, move) => play.leverage(move.who, move.count),
  isolate: (play, move) => play.isolate(move.who, move.isBuy),
  withdraw: (play, move) => play.withdraw(move.who, move.isBuy),
  borrow: (play, move) => play.borrow(move),
  repay: (play, move) => play.repay(move),
  wait: (play, move) => play.wait(Math.min(move.count, 20)),
  sweep,
  walk,
  far_fill: farFill,
  far_loan: farLoan,
  ratchet,
  drain,
  exchange_debt: exchangeDebt,
  hunt,
  far_take: farTake,
  late_leverage: lateLeverage,
  far_amend: farAmend,
  far_close: farClose,
  churn,
  borrow_out: borrowOut,
  trap,
};
