/** Draws what users of margin accounts do, and what operators set for them. */

import {
  LOAN_TYPES,
  MARGIN_WALLETS,
  type MarginWallet,
  type OrderBacking,
  STP_MODES,
} from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import {
  availableAt,
  judgeLoan,
  loanAt,
  type NaiveTerms,
  owed,
  type Place,
  termsAt,
} from "../naive/naive-lending.ts";
import { lossOfHour } from "../naive/naive-pool.ts";
import type { NaiveUser } from "../naive/naive-records.ts";
import type { Random } from "../random.ts";
import { spending } from "./corner-draws.ts";
import { unifiedMarginOrder } from "./debt-draws.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { LOAN_LINES, type LoanLine } from "./founding.ts";

const SIZE_MAX = 40;

/** Loan terms of a coin as founded, or with other figures. */
export function loanTerms(
  random: Random,
  place: { readonly line: LoanLine; readonly isIsolated: boolean; readonly currency: number },
): DraftOf<"set_loan_terms"> {
  const { currency, isIsolated, line } = place;
  const isMoney = currency === line.quote;
  const scale = random.pick([1, 30]);
  return draft("set_loan_terms", {
    realm: line.realm,
    instrument: isIsolated ? line.index + 1 : 0,
    currency,
    pricedBy: isMoney || isIsolated ? 0 : line.index + 1,
    dailyRateE8: random.pick([0, 20_000, 1_000_003, 40_000_000]),
    amountMin: BigInt(random.pick([0, 1, 5_000])),
    tierAmounts: [2_000_000 * scale, 9_000_000 * scale],
    tierLeverages: [random.pick([5, 10]), random.pick([2, 3])],
    tierMaintenanceE6: [random.pick([40_000, 100_000]), 150_000],
    interestFree: BigInt(random.pick([0, 700, 500_000_000])),
  });
}

/** A margin account of some user: half the time one with a loan. */
function placeIn(draws: Draws): Place {
  const { random } = draws;
  const { loans } = draws.state.lending;
  if (loans.length > 0 && random.chance(50)) {
    const { instrument, user, wallet } = random.pick(loans);
    return { user: draws.state.userAt(user), wallet, instrument };
  }
  const user = person(draws);
  const wallet: MarginWallet = random.pick(MARGIN_WALLETS);
  const lines = LOAN_LINES.filter(({ realm }) => realm === user.realm);
  const instrument = wallet === "crossed_margin" ? 0 : random.pick(lines).index + 1;
  return { user, wallet, instrument };
}

/** A classic user of the plan. */
function person(draws: Draws): NaiveUser {
  const people = draws.state.users.filter(
    (one) => one.index > 1 && one.index < 10 && one.accountKind === "classic",
  );
  return draws.random.pick(people);
}

function termsIn(draws: Draws, place: Place): NaiveTerms {
  return draws.random.pick(termsAt(draws.state, place.user.realm, place.instrument));
}

/** Worth of a few lots of a coin, not always round. */
function amountOf(draws: Draws, terms: NaiveTerms): bigint {
  const { random } = draws;
  const count = BigInt(random.between(1, SIZE_MAX));
  const odd = BigInt(random.chance(60) ? random.below(5_000) : 0);
  const priced = terms.pricedBy ?? 0;
  const instrument = draws.state.instrumentAt(priced);
  if (terms.pricedBy !== undefined) return count * instrument.baseAtomsPerLot + odd;
  return count * instrument.scale * BigInt(instrument.indexPrice) + odd;
}

/** The most that a margin account may borrow of a coin, up to a bound. */
function mostOf(draws: Draws, place: Place, currency: number): bigint {
  let [low, high] = [0n, 2n ** 40n];
  while (low < high) {
    const amount = (low + high + 1n) / 2n;
    const refusal = judgeLoan(draws.state, { place, currency, amount });
    if (refusal === undefined || refusal === "loan_below_minimum") low = amount;
    else high = amount - 1n;
  }
  return low;
}

function borrow(draws: Draws): CommandDraft {
  const ofLosing = loanOfLosingPool(draws);
  if (ofLosing !== undefined) return ofLosing;
  const place = placeIn(draws);
  const { currency, ...terms } = termsIn(draws, place);
  const { instrument, user, wallet } = place;
  if (draws.random.chance(40)) {
    const amount = mostOf(draws, place, currency) + BigInt(draws.random.below(2));
    return draft("borrow", { user: user.index, wallet, instrument, currency, amount });
  }
  const times = BigInt(draws.random.pick([1, 1, 2, 5, 60]));
  const amount = amountOf(draws, { currency, ...terms }) * times;
  return draft("borrow", { user: user.index, wallet, instrument, currency, amount });
}

function repay(draws: Draws): CommandDraft {
  const { random } = draws;
  const place = placeIn(draws);
  const { instrument, user, wallet } = place;
  const terms = termsIn(draws, place);
  const { currency } = terms;
  const loan = loanAt(draws.state, place, currency);
  const debt = loan === undefined ? 5_000n : owed(draws.state, loan);
  const available = availableAt(draws.state, place, currency);
  const most = debt < available ? debt : available;
  const amount = random.pick([most, debt, debt + 1n, most / 2n, available, 1n]);
  return draft("repay", { user: user.index, wallet, instrument, currency, amount });
}

function flashRepay(draws: Draws): CommandDraft {
  const place = placeIn(draws);
  const { instrument, user, wallet } = place;
  const currency = draws.random.chance(60) ? 0 : termsIn(draws, place).currency + 1;
  return draft("flash_repay", { user: user.index, wallet, instrument, currency });
}

/** Between the spot wallet and a margin account, mostly into it. */
export function marginTransfer(draws: Draws): DraftOf<"transfer"> {
  const { random } = draws;
  const place = placeIn(draws);
  const { user, wallet, instrument } = place;
  const terms = termsIn(draws, place);
  const { currency } = terms;
  const clientTransferId = random.chance(50) ? "" : `t${draws.number()}`;
  const mayBorrow = random.chance(3);
  const ends = { fromUser: user.index, toUser: user.index };
  const base = { ...ends, currency, clientTransferId, mayBorrow };
  if (random.chance(75)) {
    const amount = amountOf(draws, terms);
    return draft("transfer", {
      ...{ ...base, fromWallet: "spot", fromInstrument: 0 },
      ...{ toWallet: wallet, toInstrument: instrument, amount },
    });
  }
  const available = availableAt(draws.state, place, currency);
  const share = BigInt(random.pick([5, 30, 100]));
  return draft("transfer", {
    ...{ ...base, fromWallet: wallet, fromInstrument: instrument },
    ...{ toWallet: "spot", toInstrument: 0, amount: (available * share) / 100n },
  });
}

function order(draws: Draws): DraftOf<"place_order"> {
  const { random } = draws;
  if (random.chance(draws.profile.unifiedMarginPercent)) return unifiedMarginOrder(draws);
  const place = placeIn(draws);
  const { user } = place;
  const line = random.pick(LOAN_LINES.filter(({ realm }) => realm === user.realm));
  const index = place.instrument === 0 ? line.index : place.instrument - 1;
  const instrument = draws.state.instrumentAt(index);
  // Without cornering nothing is drawn for it: the profile draws the commands that it always drew.
  const { cornerPercent } = draws.profile;
  const isSpending = cornerPercent > 0 && random.chance(cornerPercent);
  const spent = isSpending ? spending(draws, place, instrument) : undefined;
  const side = spent?.side ?? random.pick(["buy", "sell"] as const);
  const isMarket = random.chance(draws.profile.marketPercent);
  const price = isMarket ? 0 : draws.price(instrument);
  const isByQuote = isMarket && side === "buy";
  const size = spent?.size ?? random.between(1, SIZE_MAX);
  const middle = BigInt(instrument.last || instrument.indexPrice);
  const backing: OrderBacking = place.wallet;
  return draft("place_order", {
    user: user.index,
    instrument: index,
    side,
    orderType: isMarket ? "market" : "limit",
    timeInForce: random.weighted({ gtc: 70, ioc: 15, fok: 8, post_only: 7 }),
    positionSide: "net",
    reduceOnly: false,
    stpMode: random.chance(15) ? random.pick(STP_MODES) : "none",
    price,
    size: isByQuote ? 0 : size,
    quoteAmount: isByQuote ? middle * instrument.scale * BigInt(size) : 0n,
    clientOrderId: draws.clientOrderId(),
    source: random.pick(["api", "web"] as const),
    exits: undefined,
    margin: { backing, loanType: random.pick(LOAN_TYPES) },
    opening: undefined,
  });
}

function terms(draws: Draws): CommandDraft {
  const { random } = draws;
  const line = random.pick(LOAN_LINES);
  const currency = random.pick([line.base, line.quote]);
  return loanTerms(random, { line, currency, isIsolated: random.chance(50) });
}

/** Rules of margin accounts; mostly some of a pool is out of the reach of one parent account. */
export function marginRules(random: Random): DraftOf<"set_margin_rules"> {
  return draft("set_margin_rules", {
    warningRiskE6: random.pick([700_000, 800_000, 880_000]),
    liquidationRiskE6: random.pick([900_000, 960_000, 1_000_000, 1_020_000]),
    liquidationFeeE6: random.pick([0, 5_000, 20_001]),
    haircutE6: random.pick([0, 20_003, 50_000, 200_000]),
    repaymentSpreadE6: random.pick([0, 1_000, 30_007]),
    repaymentHourlyUsd: random.pick([0, 1, 2, 5, 1_000_000]),
    poolShareE6: random.pick([1_000_000, 1_000_000, 500_000, 200_000, 50_003, 0]),
    poolLossShareE6: random.pick([1_000_000, 200_000, 10_000, 1_003, 7, 0]),
  });
}

/** The places of loans whose pool has lost anything in the hour. */
function losingPlaces({ state }: Draws) {
  const pools = LOAN_LINES.flatMap((line) =>
    [line.base, line.quote].map((currency) => ({ line, currency })),
  );
  return pools.filter(({ currency, line }) => lossOfHour(state, line.realm, currency).lost > 0n);
}

/** Other rules; often the share at which a pool that has lost something stops, or goes on. */
function changedRules(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const rules = marginRules(random);
  const losing = losingPlaces(draws);
  if (losing.length === 0 || random.chance(30)) return rules;
  const { currency, line } = random.pick(losing);
  const { lost, size } = lossOfHour(state, line.realm, currency);
  if (size === 0n) return rules;
  const share = Number((lost * 1_000_000n) / size) + random.below(2);
  return { ...rules, poolLossShareE6: Math.min(share, 1_000_000) };
}

/** A loan of a pool that has lost something in the hour, or `undefined` where none has. */
function loanOfLosingPool(draws: Draws): CommandDraft | undefined {
  const losing = losingPlaces(draws);
  if (losing.length === 0 || draws.random.chance(50)) return undefined;
  const { currency, line } = draws.random.pick(losing);
  const user = draws.random.pick(
    draws.state.users.filter(
      (one) => one.index > 1 && one.realm === line.realm && one.accountKind === "classic",
    ),
  );
  const isIsolated = draws.random.chance(50);
  const wallet: MarginWallet = isIsolated ? "isolated_margin" : "crossed_margin";
  const instrument = isIsolated ? line.index + 1 : 0;
  const amount = mostOf(draws, { user, wallet, instrument }, currency) || 5_000n;
  return draft("borrow", { user: user.index, wallet, instrument, currency, amount });
}

function endow(draws: Draws): CommandDraft {
  const { random } = draws;
  return draft("endow", {
    realm: random.pick(["live", "live", "demo"] as const),
    wallet: random.pick(["lending_pool", "insurance_fund"] as const),
    currency: random.pick(LOAN_LINES.flatMap(({ base, quote }) => [base, quote])),
    amount: BigInt(1 + random.below(3_000_000)),
  });
}

export const LENDING_DRAWS = {
  place_margin_order: order,
  borrow,
  repay,
  flash_repay: flashRepay,
  endow,
  set_loan_terms: terms,
  set_margin_rules: changedRules,
} as const satisfies Readonly<Record<string, Draw>>;
