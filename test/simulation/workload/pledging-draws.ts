/** Loans against a pledge: terms, loans near their lines, repayments and revised pledges. */
import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import { LOAN_PERIODS, PLEDGED_REPAYMENTS } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import type { NaivePledgedLoan } from "../naive/naive-pledge-terms.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { COINS_COUNT } from "./founding.ts";
import { type Spoil, UNKNOWN_USER } from "./spoil.ts";

/** Dollars, bitcoin and ether: the coins that have prices. */
const PRICED_COINS = [0, 1, 7] as const;
const PRICE_AGE_MS = 5_000;

function coin({ random }: Draws): number {
  return random.chance(97) ? random.pick(PRICED_COINS) : random.below(COINS_COUNT);
}

/** One dollar, a hundredth of an ether, a thousandth of a bitcoin. */
function unitOf(draws: Draws, currency: number): bigint {
  const scale = 10n ** BigInt(draws.state.currencies[currency]?.decimals ?? 0);
  return currency === 1 ? scale / 1_000n : currency === 7 ? scale / 100n : scale;
}

function loanTerms(draws: Draws): CommandDraft {
  const { random } = draws;
  const currency = coin(draws);
  const unit = unitOf(draws, currency);
  const shortHours = random.pick([1, 2, 24]);
  return draft("set_pledged_loan_terms", {
    realm: random.chance(85) ? "live" : "demo",
    currency,
    amountMin: random.chance(80) ? 1n : unit,
    amountMax: random.chance(5) ? 0n : unit * BigInt(10 + random.below(3_000)),
    flexibleRateE8: random.pick([0, 20_000, 3_000_017, 90_000_000]),
    shortRateE8: random.pick([0, 30_000, 60_000_000]),
    longRateE8: random.pick([0, 50_011, 5_000_000]),
    shortHours,
    longHours: shortHours + random.pick([0, 1, 48]),
    accountLoansMax: random.pick([1, 3, 50, 50]),
  });
}

function pledgeTerms(draws: Draws): CommandDraft {
  const { random } = draws;
  const currency = coin(draws);
  const unit = unitOf(draws, currency);
  const initialE6 = random.pick([500_000, 650_000, 800_000]);
  const supplementE6 = initialE6 + random.pick([1, 50_000]);
  return draft("set_pledge_terms", {
    realm: random.chance(85) ? "live" : "demo",
    currency,
    initialE6,
    supplementE6,
    forcedE6: supplementE6 + random.pick([1, 40_000, 100_000]),
    amountMin: random.chance(80) ? 1n : unit,
    amountMax: random.chance(5) ? 0n : unit * BigInt(10 + random.below(3_000)),
    heldMax: unit * BigInt(random.chance(10) ? 0 : 20 + random.below(20_000)),
  });
}

/** What must come first: terms of coins, funds of a pool, prices that are fresh. */
function preparation(draws: Draws, user: number): CommandDraft | undefined {
  const { random, state } = draws;
  const { realm } = state.userAt(user);
  const isHere = (one: { readonly realm: string }): boolean => one.realm === realm;
  if (state.pledging.loanTerms.filter(isHere).length < 2 && random.chance(80)) {
    return { ...loanTerms(draws), realm } as CommandDraft;
  }
  if (state.pledging.pledgeTerms.filter(isHere).length < 3 && random.chance(80)) {
    return { ...pledgeTerms(draws), realm } as CommandDraft;
  }
  const spot = state.instruments.filter((one) => [0, 4, 9].includes(one.index));
  const isStale = spot.some((one) => {
    return one.realm === realm && state.timeMs - one.indexedAtMs > PRICE_AGE_MS;
  });
  return isStale && random.chance(85) ? prices(draws) : undefined;
}

/** Prices of the pledged coins: some moves bring loans to their lines. */
function prices({ random, state }: Draws): CommandDraft {
  const step = random.pick([1, 6, 40, 160]);
  const spot = state.instruments.filter((one) => [0, 4, 9].includes(one.index));
  return draft("set_index_prices", {
    instruments: spot.map(({ index }) => index),
    prices: spot.map(({ indexPrice }) => {
      return Math.min(900, Math.max(100, indexPrice + random.between(-step, step)));
    }),
  });
}

function take(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const user = draws.user();
  const first = preparation(draws, user);
  if (first !== undefined) return first;
  const { realm } = state.userAt(user);
  const offered = state.pledging.loanTerms.filter((one) => one.realm === realm);
  const accepted = state.pledging.pledgeTerms.filter((one) => one.realm === realm);
  const loan = offered.length > 0 && random.chance(97) ? random.pick(offered) : undefined;
  const others = accepted.filter((one) => one.currency !== loan?.currency);
  const pledge = others.length > 0 && random.chance(97) ? random.pick(others) : undefined;
  const share = BigInt(random.pick([1, 3, 10, 30, 30, 100, 1_001]));
  const [lentMost, heldMost] = [loan?.amountMax ?? 500n, pledge?.amountMax ?? 500n];
  const amount = (lentMost * share) / 1_000n + 1n;
  const held = (heldMost * share) / 1_000n + 1n;
  const isByPledge = random.chance(50);
  const isBoth = random.chance(25);
  return draft("take_pledged_loan", {
    user,
    currency: loan?.currency ?? coin(draws),
    pledgeCurrency: pledge?.currency ?? coin(draws),
    period: random.pick(LOAN_PERIODS),
    amount: isByPledge && !isBoth ? 0n : amount,
    pledge: isByPledge || isBoth ? held : 0n,
  });
}

function openLoan({ random, state }: Draws): NaivePledgedLoan | undefined {
  const { loans } = state.pledging;
  return loans.length === 0 ? undefined : random.pick(loans);
}

function repay(draws: Draws): CommandDraft {
  const { random } = draws;
  const loan = openLoan(draws);
  if (loan === undefined) return take(draws);
  const debt = loan.principal + loan.interest;
  return draft("repay_pledged_loan", {
    user: loan.user,
    loanId: loan.id,
    method: random.pick(PLEDGED_REPAYMENTS),
    isWhole: random.chance(15),
    amount: random.pick([1n, debt / 3n + 1n, debt, debt + 1n, loan.interest + 1n]),
    releases: random.chance(60),
  });
}

/** Adds little, or takes about as much as the initial line leaves. */
function revise(draws: Draws): CommandDraft {
  const { random } = draws;
  const loan = openLoan(draws);
  if (loan === undefined) return take(draws);
  if (random.chance(30)) return prices(draws);
  const parts = [1n, loan.pledge / 50n + 1n, loan.pledge / 4n + 1n];
  return draft("revise_pledge", {
    user: loan.user,
    loanId: loan.id,
    pledgeCurrency: loan.pledgeCurrency,
    isAdded: random.chance(55),
    amount: random.pick(random.chance(5) ? [loan.pledge + 1n] : parts),
  });
}

export const PLEDGING_DRAWS = {
  set_pledged_loan_terms: loanTerms,
  set_pledge_terms: pledgeTerms,
  take_pledged_loan: take,
  repay_pledged_loan: repay,
  revise_pledge: revise,
} as const satisfies Readonly<Record<string, Draw>>;

type Kind = keyof typeof PLEDGING_DRAWS;

export const SPOILED_PLEDGING: { readonly [K in Kind]: Spoil<K> } = {
  set_pledged_loan_terms: (command, random) =>
    draft("set_pledged_loan_terms", {
      ...command,
      ...random.pick([
        { currency: 250 },
        { amountMin: 0n },
        { amountMin: command.amountMax + 1n },
        { amountMax: CREDIT_ATOMS_MAX + 1n },
        { flexibleRateE8: 100_000_001 },
        { shortRateE8: 100_000_001 },
        { longRateE8: 100_000_001 },
        { shortHours: 0 },
        { longHours: command.shortHours - 1 },
        { longHours: 8_761 },
        { accountLoansMax: 1_001 },
      ]),
    }),
  set_pledge_terms: (command, random) =>
    draft("set_pledge_terms", {
      ...command,
      ...random.pick([
        { currency: 250 },
        { amountMin: 0n },
        { amountMin: command.amountMax + 1n },
        { amountMax: CREDIT_ATOMS_MAX + 1n },
        { heldMax: CREDIT_ATOMS_MAX + 1n },
        { heldMax: -1n },
        { initialE6: 0 },
        { initialE6: command.supplementE6 },
        { supplementE6: command.forcedE6 },
        { forcedE6: 950_001 },
      ]),
    }),
  take_pledged_loan: (command, random) =>
    draft("take_pledged_loan", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 1 },
        { currency: 250 },
        { pledgeCurrency: 250 },
        { pledgeCurrency: command.currency },
        { amount: 0n, pledge: 0n },
        { amount: -1n },
        { pledge: -1n },
        { pledge: 1n, amount: 2n ** 62n },
        { pledge: 2n ** 62n, amount: 0n },
      ]),
    }),
  repay_pledged_loan: (command, random) =>
    draft("repay_pledged_loan", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 3 },
        { loanId: command.loanId + 1 },
        { loanId: 0 },
        { amount: 0n, isWhole: false },
        { amount: -1n, isWhole: false },
      ]),
    }),
  revise_pledge: (command, random) =>
    draft("revise_pledge", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 3 },
        { loanId: command.loanId + 1 },
        { pledgeCurrency: command.pledgeCurrency + 1 },
        { amount: 0n },
        { amount: -1n },
        { amount: 2n ** 62n },
      ]),
    }),
};
