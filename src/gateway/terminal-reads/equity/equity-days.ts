/** Equity of an account at the ends of days. */
import { WALLETS } from "../../../core/base/vocabulary.ts";
import { WALLET_TRAITS } from "../../../core/base/word-traits.ts";
import { notionalAt } from "../../../core/instruments/instrument.ts";
import { lots, ticks } from "../../../core/money/units.ts";
import type { DayEndRow } from "../../../projections/history/day-end-tables.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { closesOf, coinValues, type Days, type DayValue } from "./closing-prices.ts";

/** Wallets whose balances are the user's own: not what withdrawals and pledges hold. */
const OWN_WALLETS: ReadonlySet<string> = new Set(
  WALLETS.filter((wallet) => ["user", "position"].includes(WALLET_TRAITS[wallet].owner)),
);

/** Sums of one day, in 10^-20 dollars. */
export type DaySums = { balances: bigint; debts: bigint; unrealised: bigint };

export type EquityDays = {
  readonly sums: ReadonlyMap<number, DaySums>;
  /** Codes of coins, and symbols of contracts, that had no price on a day on which they counted. */
  readonly unpriced: ReadonlySet<string>;
  readonly isComplete: boolean;
};

/** Returns the rows of each account and position, in the order of days. */
function byPart(rows: readonly DayEndRow[]): DayEndRow[][] {
  const parts = new Map<string, DayEndRow[]>();
  for (const row of rows) {
    const key = `${row.kind} ${row.wallet} ${row.currency} ${row.instrument}`;
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [row]);
    else part.push(row);
  }
  return [...parts.values()];
}

/** Calls `add` for each day of a period with the row that held at its end. */
function onEachDay(
  rows: readonly DayEndRow[],
  { fromDay, toDay }: Days,
  add: (row: DayEndRow, day: number) => void,
): void {
  let at = -1;
  for (let day = fromDay; day <= toDay; day++) {
    while ((rows[at + 1]?.day ?? Number.POSITIVE_INFINITY) <= day) at += 1;
    const row = rows[at];
    if (row !== undefined) add(row, day);
  }
}

class EquitySums {
  readonly sums = new Map<number, DaySums>();
  readonly unpriced = new Set<string>();

  constructor({ fromDay, toDay }: Days) {
    for (let day = fromDay; day <= toDay; day++) {
      this.sums.set(day, { balances: 0n, debts: 0n, unrealised: 0n });
    }
  }

  add(day: number, part: keyof DaySums, value: bigint | undefined, name: string): void {
    const sums = this.sums.get(day);
    if (value === undefined) this.unpriced.add(name);
    else if (sums !== undefined) sums[part] += value;
  }
}

type Values = (currency: number) => Promise<DayValue>;

/** Adds the unrealised profit of a position at the closing mark prices. */
async function addPosition(
  exchange: ExchangeAccess,
  rows: readonly DayEndRow[],
  into: { readonly sums: EquitySums; readonly days: Days; readonly values: Values },
): Promise<void> {
  const { days, sums, values } = into;
  const instrument = exchange.accounts.instrumentAt(rows[0]?.instrument ?? -1);
  if (instrument === undefined) return;
  const closes = await closesOf(exchange, instrument, { days, priceKind: "mark" });
  const value = await values(instrument.settle);
  onEachDay(rows, days, ({ amount, kind, size }, day) => {
    if (size === 0) return;
    const close = closes.get(day);
    if (close === undefined) return sums.add(day, "unrealised", undefined, instrument.symbol);
    const now = notionalAt(instrument, ticks(close), lots(size));
    const isGain = (kind === "long") !== instrument.isInverse;
    const profit = isGain ? now - amount : amount - now;
    sums.add(day, "unrealised", value(profit, day), instrument.symbol);
  });
}

/** Returns the equity of a user at the ends of days. Fails with a `HistoryFault`. */
export async function equityDays(
  exchange: ExchangeAccess,
  userIndex: number,
  days: Days,
): Promise<EquityDays> {
  const { accounts, history } = exchange;
  const realm = accounts.user(userIndex)?.realm ?? "live";
  const { hasMore, rows } = await history.dayEnds({ user: userIndex, ...days });
  const known = new Map<number, Promise<DayValue>>();
  const values: Values = (currency) => {
    const value = known.get(currency) ?? coinValues(exchange, { realm, currency }, days);
    known.set(currency, value);
    return value;
  };
  const sums = new EquitySums(days);
  for (const part of byPart(rows)) {
    const [first] = part;
    if (first === undefined || (first.kind === "balance" && !OWN_WALLETS.has(first.wallet)))
      continue;
    if (first.kind === "long" || first.kind === "short") {
      await addPosition(exchange, part, { sums, days, values });
      continue;
    }
    const name = accounts.currencyAt(first.currency)?.code ?? "";
    const value = await values(first.currency);
    const kind = first.kind === "debt" ? "debts" : "balances";
    onEachDay(part, days, ({ amount }, day) => {
      if (amount !== 0n) sums.add(day, kind, value(amount, day), name);
    });
  }
  return { sums: sums.sums, unpriced: sums.unpriced, isComplete: !hasMore };
}
