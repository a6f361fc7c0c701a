/** The unified account from first principles: dollars as exact fractions of whole numbers. */
import type { CommandOf } from "../../../src/core/commands.ts";
import type { NaiveState, NaiveUser } from "./naive-state.ts";

export type NaiveCollateral = {
  readonly isDollar: boolean;
  readonly isShared: boolean;
  /** [start in whole coins, rate in millionths] */
  readonly tiers: readonly (readonly [number, number])[];
};

export function setCollateral(state: NaiveState, command: CommandOf<"set_collateral">): void {
  const { currency, isDollar, isShared, ratesE6, tierStarts } = command;
  if (state.currencies[currency] === undefined) {
    return state.rejectCommand(0, "currency_not_found");
  }
  const tiers = tierStarts.map((start, at) => [start, ratesE6[at] ?? 0] as const);
  const isSound =
    tierStarts.length === ratesE6.length &&
    tiers.length <= 20 &&
    tiers.every(([start, rate], at) => {
      const before = tiers[at - 1];
      if (before === undefined) return start === 0 && rate <= 1_000_000;
      return start > before[0] && rate <= before[1];
    });
  if (!isSound) return state.rejectCommand(0, "collateral_out_of_bounds");
  state.collaterals.set(currency, { isDollar, isShared, tiers });
  state.emit("collateral_changed", { currency });
}

/** Equity in dollars × 10^8, coin by coin. */
function equityOf(state: NaiveState, user: NaiveUser, coins: readonly CoinFigures[]): bigint {
  let sum = 0n;
  for (const { balance, currency, due, unrealised } of coins) {
    const [top, bottom] = dollarsOf(state, user, currency);
    sum += floorDiv((balance + due + unrealised) * top, bottom);
  }
  return sum;
}

/** What counts as margin in dollars × 10^8, with what open orders hold. */
export function unifiedEffective(
  state: NaiveState,
  user: NaiveUser,
  coins: readonly CoinFigures[],
): bigint {
  let sum = 0n;
  for (const { balance, currency, due, unrealised } of coins) {
    const [top, bottom] = dollarsOf(state, user, currency);
    sum += floorDiv(counted(state, user, currency, balance + due + unrealised) * top, bottom);
  }
  return sum;
}

export function setAccountLevel(
  state: NaiveState,
  command: CommandOf<"set_account_level">,
  coinsOf: (user: NaiveUser) => readonly CoinFigures[],
): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const { index, level } = user;
  if (user.accountKind !== "unified") return state.rejectCommand(index, "account_not_unified");
  if (level !== command.level) {
    const coins = coinsOf(user);
    const isRaised = command.level === "advanced" && !command.isByOperator;
    if (isRaised && !user.isQuestionnairePassed) {
      return state.rejectCommand(index, "questionnaire_not_passed");
    }
    const isInUse =
      state.openOrdersOf(index).length > 0 ||
      state.positions.some((one) => one.user === index) ||
      coins.some(({ balance }) => balance < 0n);
    if (isInUse) return state.rejectCommand(index, "account_level_blocked");
    if (isRaised && equityOf(state, user, coins) < 1_000n * 100_000_000n) {
      return state.rejectCommand(index, "equity_below_minimum");
    }
  }
  user.level = command.level;
  state.emit("account_level_changed", { user: index, level: command.level });
}

export function setQuestionnaire(state: NaiveState, command: CommandOf<"set_questionnaire">): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  user.isQuestionnairePassed = command.isPassed;
  state.emit("questionnaire_changed", { user: user.index, isPassed: command.isPassed });
}

/** Dollars × 10^8 of one atom, as [top, bottom]. */
export function dollarsOf(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
): readonly [bigint, bigint] {
  const decimals = state.currencies[currency]?.decimals ?? 0;
  const priced = state.instruments.filter(
    (one) =>
      one.realm === user.realm &&
      one.base === currency &&
      state.collaterals.get(one.quote)?.isDollar === true,
  );
  const ranked = [
    ...priced.filter((one) => !one.isFutures),
    ...priced.filter((one) => one.isFutures),
  ];
  for (const one of ranked) {
    const price = one.indexPrice || one.last;
    if (price === 0) continue;
    const top = BigInt(price) * BigInt(one.tickStep) * 100_000_000n;
    return [top, 10n ** BigInt(one.priceDecimals + decimals)];
  }
  if (state.collaterals.get(currency)?.isDollar !== true) return [0n, 1n];
  return [100_000_000n, 10n ** BigInt(decimals)];
}

export function floorDiv(top: bigint, bottom: bigint): bigint {
  return top >= 0n ? top / bottom : -((-top + bottom - 1n) / bottom);
}

/** A basic account counts shared coins alone. */
function tiersFor(state: NaiveState, user: NaiveUser, currency: number): NaiveCollateral["tiers"] {
  const collateral = state.collaterals.get(currency);
  if (collateral === undefined) return [];
  return user.level === "advanced" || collateral.isShared ? collateral.tiers : [];
}

/** The part of an amount that counts as margin. */
export function counted(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  amount: bigint,
): bigint {
  if (amount <= 0n) return amount;
  const tiers = tiersFor(state, user, currency);
  const scale = 10n ** BigInt(state.currencies[currency]?.decimals ?? 0);
  let weighted = 0n;
  tiers.forEach(([start, rate], at) => {
    const from = BigInt(start) * scale;
    const next = tiers[at + 1];
    const to = next === undefined ? amount : BigInt(next[0]) * scale;
    const within = (amount < to ? amount : to) - from;
    if (within > 0n) weighted += within * BigInt(rate);
  });
  return weighted / 1_000_000n;
}

export type CoinFigures = {
  readonly currency: number;
  readonly balance: bigint;
  /** Funding that its instants have fixed and that is not settled yet. */
  readonly due: bigint;
  readonly hold: bigint;
  readonly unrealised: bigint;
  readonly required: bigint;
};

/** Free dollars × 10^8 of the whole account, and free without open profit. */
export function unifiedFree(
  state: NaiveState,
  user: NaiveUser,
  coins: readonly CoinFigures[],
): { readonly free: bigint; readonly transferable: bigint } {
  let free = 0n;
  let transferable = 0n;
  for (const { balance, currency, due, hold, required, unrealised } of coins) {
    const [top, bottom] = dollarsOf(state, user, currency);
    const need = (required * top + bottom - 1n) / bottom;
    const profit = unrealised > 0n ? unrealised : 0n;
    const unheld = balance + due + unrealised - hold;
    free += floorDiv(counted(state, user, currency, unheld) * top, bottom) - need;
    transferable += floorDiv(counted(state, user, currency, unheld - profit) * top, bottom) - need;
  }
  return { free, transferable };
}

/** The most of a coin that may go, found by halving: what is left must count for enough. */
export function missable(
  state: NaiveState,
  user: NaiveUser,
  coin: CoinFigures,
  transferable: bigint,
): bigint {
  const available = coin.balance - coin.hold;
  const [top, bottom] = dollarsOf(state, user, coin.currency);
  if (available <= 0n) return 0n;
  if (top === 0n) return available;
  const loss = coin.unrealised < 0n ? coin.unrealised : 0n;
  const equity = available + coin.due + loss;
  const worth = (amount: bigint): bigint =>
    floorDiv(counted(state, user, coin.currency, amount) * top, bottom);
  const floor = worth(equity) - transferable;
  let [low, high] = [0n, available];
  if (transferable < 0n) return 0n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (worth(equity - middle) >= floor) low = middle;
    else high = middle - 1n;
  }
  return low;
}
