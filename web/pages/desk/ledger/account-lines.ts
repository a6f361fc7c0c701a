/** Accounts of a period as the ledger has them: what came, what went, and whether it adds up. */
import Big from "big.js";

type Movement = {
  readonly kind: string;
  readonly count: number;
  /** Received, or below zero paid, before fees. */
  readonly amount: string;
  readonly fee: string;
  /** Accounts that pay or receive it; absent on accounts of users. */
  readonly otherSides?: readonly string[];
};

/** A day of `GET /admin/v1/users/UID/statements` and of those of the exchange. */
export type StatementDay = {
  readonly day: string;
  /** False while the day has not ended. */
  readonly isFinal: boolean;
  readonly accounts: readonly {
    readonly wallet: string;
    readonly coin: string;
    readonly opening: string;
    readonly movements: readonly Movement[];
    readonly closing: string;
  }[];
};

/** A wallet and coin over the period; amounts are decimal texts. */
export type AccountLine = {
  readonly wallet: string;
  readonly coin: string;
  readonly opening: string;
  /** Sum of what the account received. */
  readonly credits: string;
  /** Sum of what the account paid, with fees. */
  readonly debits: string;
  readonly closing: string;
  /** What does not add up, in words; empty when everything does. */
  readonly fault: string;
  /** By kind, over all days. */
  readonly kinds: readonly KindLine[];
};

export type KindLine = {
  readonly kind: string;
  readonly count: number;
  /** Accounts that pay or receive it, where the kind decides them. */
  readonly otherSides: readonly string[];
  readonly credits: string;
  readonly debits: string;
};

type Sums = {
  count: number;
  credits: Big;
  debits: Big;
  readonly otherSides: readonly string[];
};

type Collected = {
  readonly wallet: string;
  readonly coin: string;
  readonly opening: Big;
  closing: Big;
  fault: string;
  readonly kinds: Map<string, Sums>;
};

const ZERO = new Big(0);

function addMovement(kinds: Map<string, Sums>, movement: Movement): void {
  const { amount, count, fee, kind, otherSides = [] } = movement;
  const sums = kinds.get(kind) ?? { count: 0, credits: ZERO, debits: ZERO, otherSides };
  const moved = new Big(amount);
  const paid = new Big(fee);
  sums.count += count;
  // A fee below zero is a rebate, which the account receives.
  for (const one of [moved, paid.times(-1)]) {
    if (one.gt(0)) sums.credits = sums.credits.plus(one);
    else sums.debits = sums.debits.minus(one);
  }
  kinds.set(kind, sums);
}

/** Follows an account through a day; adds what does not agree with the days before. */
function followDay(
  line: Collected,
  { day }: StatementDay,
  account: StatementDay["accounts"][number] | undefined,
): void {
  // A day leaves out accounts that are empty and do not move.
  const opening = new Big(account?.opening ?? 0);
  const closing = new Big(account?.closing ?? 0);
  if (!opening.eq(line.closing)) {
    line.fault ||= `${day} opens with ${opening.toFixed()} after ${line.closing.toFixed()}`;
  }
  const before = totalOf(line.kinds);
  for (const movement of account?.movements ?? []) addMovement(line.kinds, movement);
  const expected = opening.plus(totalOf(line.kinds)).minus(before);
  if (!expected.eq(closing)) {
    line.fault ||= `${day} closes with ${closing.toFixed()} in place of ${expected.toFixed()}`;
  }
  line.closing = closing;
}

function totalOf(kinds: ReadonlyMap<string, Sums>): Big {
  let total = ZERO;
  for (const { credits, debits } of kinds.values()) total = total.plus(credits).minus(debits);
  return total;
}

function lineOf({ closing, coin, fault, kinds, opening, wallet }: Collected): AccountLine {
  const sums = [...kinds.values()];
  const sum = (of: (one: Sums) => Big): string =>
    sums.reduce((total, one) => total.plus(of(one)), ZERO).toFixed();
  return {
    ...{ wallet, coin, fault, opening: opening.toFixed(), closing: closing.toFixed() },
    credits: sum(({ credits }) => credits),
    debits: sum(({ debits }) => debits),
    kinds: [...kinds].map(([kind, { count, credits, debits, otherSides }]) => {
      return { kind, count, otherSides, credits: credits.toFixed(), debits: debits.toFixed() };
    }),
  };
}

/** Returns a line for each account that the days have, in their order, and checks each. */
export function accountLines(days: readonly StatementDay[]): readonly AccountLine[] {
  const lines = new Map<string, Collected>();
  const firstOpenings = days[0]?.accounts ?? [];
  for (const { coin, wallet } of days.flatMap(({ accounts }) => accounts)) {
    const key = `${wallet} ${coin}`;
    if (lines.has(key)) continue;
    const first = firstOpenings.find((one) => one.wallet === wallet && one.coin === coin);
    const opening = new Big(first?.opening ?? 0);
    const kinds = new Map<string, Sums>();
    lines.set(key, { wallet, coin, opening, closing: opening, fault: "", kinds });
  }
  for (const day of days) {
    const accounts = new Map(day.accounts.map((one) => [`${one.wallet} ${one.coin}`, one]));
    for (const [key, line] of lines) followDay(line, day, accounts.get(key));
  }
  return [...lines.values()].map(lineOf);
}

/** Sums of all accounts of a coin. */
export type CoinTotal = {
  readonly coin: string;
  readonly opening: string;
  readonly credits: string;
  readonly debits: string;
  readonly closing: string;
  /** Whether the sums agree. */
  readonly addsUp: boolean;
};

/** Returns the sums of each coin over all of its accounts. */
export function coinTotals(lines: readonly AccountLine[]): readonly CoinTotal[] {
  const coins = [...new Set(lines.map(({ coin }) => coin))];
  return coins.map((coin) => {
    const own = lines.filter((line) => line.coin === coin);
    const sum = (member: "closing" | "credits" | "debits" | "opening"): Big =>
      own.reduce((total, line) => total.plus(line[member]), ZERO);
    const [opening, credits, debits] = [sum("opening"), sum("credits"), sum("debits")];
    const closing = sum("closing");
    return {
      coin,
      ...{ opening: opening.toFixed(), credits: credits.toFixed(), debits: debits.toFixed() },
      closing: closing.toFixed(),
      addsUp: opening.plus(credits).minus(debits).eq(closing),
    };
  });
}
