/** Institutional loans: products, risk units, the users bound to them, loans and repayments. */
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { isPriced } from "../naive/naive-debts.ts";
import { fundOf } from "../naive/naive-lending.ts";
import { type NaiveUnit, owedBy } from "../naive/naive-units.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { LINES_COUNT } from "./founding.ts";
import { type Spoil, UNKNOWN_USER } from "./spoil.ts";

/** Dollars, bitcoin and ether: the coins that have prices. */
const LENT_COINS = [0, 1, 7] as const;
const PRICES = [0, 9] as const;
const PRODUCTS = [1, 2, 3] as const;

function product(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const realm = random.chance(90) ? "live" : "demo";
  const lineE6 = random.pick([700_000, 800_000, 900_000]);
  const isWithdrawn = random.chance(8);
  const coins = isWithdrawn ? [] : LENT_COINS.filter(() => random.chance(85));
  const lines = Array.from({ length: LINES_COUNT }, (_, index) => index);
  return draft("set_loan_product", {
    realm,
    product: random.pick(PRODUCTS),
    leverage: random.pick([2, 3, 5, 10]),
    dailyRateE8: random.pick([0, 30_000, 3_000_000]),
    transferLineE6: random.pick([200_000, 500_000, lineE6]),
    buyLineE6: random.pick([300_000, 600_000, lineE6]),
    openLineE6: random.pick([300_000, 600_000, lineE6]),
    liquidationLineE6: lineE6,
    stopLineE6: random.pick([300_000, 600_000, lineE6 - 1]),
    currencies: coins,
    ratiosE6: coins.map(() => random.pick([1_000_000, 950_000, 800_000])),
    valuesMaxUsd: coins.map(() => random.pick([40, 100_000, 10_000_000])),
    instruments: lines.filter(
      (index) => state.instruments[index]?.realm === realm && random.chance(85),
    ),
  });
}

/** Now and then ends a unit. */
function unit(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const user = draws.user();
  const { realm } = state.userAt(user);
  const offered = state.units.products.filter((one) => one.realm === realm);
  if (offered.length === 0 && random.chance(90)) return product(draws);
  const chosen = offered.length === 0 ? 1 : random.pick(offered).product;
  return draft("set_risk_unit", { user, product: random.chance(10) ? 0 : chosen });
}

/** Binds the relatives of a unit, mostly; unbinds those that are bound. */
function bind(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { list } = state.units;
  if (list.length === 0) return unit(draws);
  const one = random.pick(list);
  const { parent } = state.userAt(one.account);
  const family = state.users.filter(
    ({ index }) => index > 1 && state.userAt(index).parent === parent,
  );
  const bound = random.pick(family).index;
  const isBound = one.users.includes(bound) ? random.chance(15) : random.chance(90);
  return draft("bind_unit_user", {
    user: random.chance(80) ? parent : one.account,
    unit: one.account,
    bound: random.chance(95) ? bound : draws.user(),
    isBound,
  });
}

/** Fresh prices for the coins that are lent. */
function prices({ random, state }: Draws): CommandDraft {
  const step = random.pick([2, 4, 60]);
  return draft("set_index_prices", {
    instruments: [...PRICES],
    prices: PRICES.map((index) => {
      return Math.max(120, state.instrumentAt(index).indexPrice + random.between(-step, step));
    }),
  });
}

/** What must come first: a pool with funds, and prices that are fresh. */
function preparation(draws: Draws, one: NaiveUnit, currency: number): CommandDraft | undefined {
  const { random, state } = draws;
  const owner = state.userAt(one.account);
  const isStale = LENT_COINS.some((coin) => !isPriced(state, owner, coin));
  if (isStale && random.chance(85)) return prices(draws);
  const { balance } = fundOf(state, owner.realm, "lending_pool", currency);
  if (balance > 0n || random.chance(10)) return undefined;
  const amount = 10n ** BigInt(state.currencies[currency]?.decimals ?? 0) * 5_000n;
  return draft("endow", { realm: owner.realm, wallet: "lending_pool", currency, amount });
}

/** Moves a part of what was borrowed to a margin account, which is no collateral of the unit. */
function spend(draws: Draws, one: NaiveUnit): CommandDraft | undefined {
  const { random, state } = draws;
  const lent = one.loans.map(({ currency }) => currency);
  const held = state.accounts.filter(({ balance, currency, user, wallet }) => {
    return wallet === "spot" && balance > 0n && lent.includes(currency) && one.users.includes(user);
  });
  if (held.length === 0) return undefined;
  const { balance, currency, user: fromUser, wallet: fromWallet } = random.pick(held);
  return draft("transfer", {
    ...{ fromUser, fromWallet, toUser: fromUser, toWallet: "crossed_margin", currency },
    ...{ clientTransferId: "", fromInstrument: 0, toInstrument: 0, mayBorrow: false },
    amount: (balance * BigInt(random.pick([30, 70, 100, 100]))) / 100n,
  });
}

/** A unit, mostly the one with the most loans, and a coin, mostly one that it may borrow. */
function borrower(draws: Draws): { readonly one: NaiveUnit; readonly currency: number } {
  const { random, state } = draws;
  const { list } = state.units;
  const deepest = list.reduce((most, one) => (one.loans.length > most.loans.length ? one : most));
  const one = random.chance(60) ? deepest : random.pick(list);
  const { realm } = state.userAt(one.account);
  const product = state.units.products.find((offered) => {
    return offered.realm === realm && offered.product === one.product;
  });
  const coins = product?.currencies ?? [];
  const isAllowed = coins.length > 0 && random.chance(85);
  return { one, currency: random.pick(isAllowed ? coins : LENT_COINS) };
}

function issue(draws: Draws): CommandDraft {
  const { random, state } = draws;
  if (state.units.list.length === 0) return unit(draws);
  const { currency, one } = borrower(draws);
  const spent = random.chance(30) ? spend(draws, one) : undefined;
  if (spent !== undefined) return spent;
  const first = preparation(draws, one, currency);
  if (first !== undefined) return first;
  const scale = 10n ** BigInt(state.currencies[currency]?.decimals ?? 0);
  const most = BigInt(random.pick([1, 1, 4, 4, 40, 400, 4_000]));
  const amount = (scale * most * BigInt(1 + random.below(1_000))) / 1_000n;
  return draft("issue_unit_loan", {
    unit: one.account,
    currency,
    amount: currency === 1 ? amount / 10n + 1n : amount + 1n,
  });
}

/** Repays all, a part, or a little more than is owed. */
function repay(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const owing = state.units.list.filter(({ loans }) => loans.length > 0);
  if (owing.length === 0) return issue(draws);
  const one = random.pick(owing);
  const loan = random.pick(one.loans);
  const amount = (owedBy(state, loan) * BigInt(random.pick([1, 30, 100, 101]))) / 100n + 1n;
  return draft("repay_unit_loan", { user: random.pick(one.users), loan: loan.id, amount });
}

export const UNIT_DRAWS = {
  set_loan_product: product,
  set_risk_unit: unit,
  bind_unit_user: bind,
  issue_unit_loan: issue,
  repay_unit_loan: repay,
} as const satisfies Readonly<Record<string, Draw>>;

type Kind = keyof typeof UNIT_DRAWS;

export const SPOILED_UNITS: { readonly [K in Kind]: Spoil<K> } = {
  set_loan_product: (command, random) =>
    draft("set_loan_product", {
      ...command,
      ...random.pick([
        { product: 0 },
        { leverage: 1 },
        { leverage: 11 },
        { dailyRateE8: 100_000_001 },
        { transferLineE6: 0 },
        { transferLineE6: command.liquidationLineE6 + 1 },
        { stopLineE6: command.liquidationLineE6 },
        { liquidationLineE6: 1_000_000 },
        { currencies: [250], ratiosE6: [1], valuesMaxUsd: [1] },
        { currencies: [1, 0], ratiosE6: [1, 1], valuesMaxUsd: [1, 1] },
        { ratiosE6: [...command.ratiosE6, 1] },
        { valuesMaxUsd: command.valuesMaxUsd.map(() => 1_000_000_000_001) },
        { ratiosE6: command.ratiosE6.map(() => 1_000_001) },
        { instruments: [0, 0] },
        { instruments: [900] },
      ]),
    }),
  set_risk_unit: (command, random, state) => {
    const bound = state.units.list.find(({ users }) => users.length > 1)?.users[1];
    return draft("set_risk_unit", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 1 },
        { product: 77 },
        { product: 0 },
        { user: bound ?? 3 },
      ]),
    });
  },
  bind_unit_user: (command, random) =>
    draft("bind_unit_user", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 6 },
        { unit: UNKNOWN_USER },
        { unit: 0 },
        { bound: UNKNOWN_USER },
        { bound: 1 },
        { bound: 6 },
        { bound: command.unit },
        { bound: command.unit, isBound: false },
        { isBound: false },
      ]),
    }),
  issue_unit_loan: (command, random) =>
    draft("issue_unit_loan", {
      ...command,
      ...random.pick([
        { unit: UNKNOWN_USER },
        { currency: 3 },
        { currency: 250 },
        { amount: 0n },
        { amount: -1n },
        { amount: 2n ** 62n },
        { amount: 10n ** 16n },
      ]),
    }),
  repay_unit_loan: (command, random) =>
    draft("repay_unit_loan", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 6 },
        { loan: command.loan + 1 },
        { amount: 0n },
        { amount: -1n },
      ]),
    }),
};
