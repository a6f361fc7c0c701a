/** Writes rows of liquidated positions, and movements of insurance funds by hour and by day. */

import { indexIn, REALMS, type Realm } from "../../core/base/vocabulary.ts";
import type { EventOf } from "../../core/events/events.ts";
import { plus } from "../../core/money/arithmetic.ts";
import { atoms, ZERO_ATOMS } from "../../core/money/units.ts";
import { realmOfExchange } from "../../core/reads/liquidation-reads.ts";
import { IS_LIQUIDATION_PUBLIC } from "../live/public-liquidations.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { FUND_PERIODS, type FundPeriodRow, LIQUIDATED } from "./liquidation-tables.ts";
import { RowBatch } from "./row-batch.ts";
import { allRows, type RowWriter, rowInserter } from "./table-sql.ts";
import { type InstrumentRow, USERS } from "./tables.ts";

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Lengths of the periods, in this order of writing. */
const PERIODS_HOURS = [1, DAY_HOURS] as const;

type LoanCover = Pick<EventOf<"loan_covered">, "currency" | "fundPaid" | "timeMs" | "user">;

type FundMove = {
  readonly realm: Realm;
  readonly currency: number;
  readonly amount: bigint;
  readonly timeMs: number;
};

export class LiquidationWriter {
  readonly #store: SqlStore;
  readonly #liquidated: RowBatch<typeof LIQUIDATED.fields>;
  readonly #insertPeriod: RowWriter<typeof FUND_PERIODS.fields>;
  readonly #demoUsers = new Set<number>();
  /** The latest period of each length, by realm and currency. */
  readonly #periods = new Map<string, FundPeriodRow>();
  readonly #changed = new Set<string>();

  constructor(store: SqlStore) {
    this.#store = store;
    this.#liquidated = new RowBatch(store, LIQUIDATED);
    this.#insertPeriod = rowInserter(store, FUND_PERIODS, true);
    this.load();
  }

  /** Discards uncommitted changes and reads the committed state. */
  load(): void {
    this.#liquidated.clear();
    this.#demoUsers.clear();
    this.#periods.clear();
    this.#changed.clear();
    for (const { realm, user } of allRows(this.#store, USERS)) this.addUser({ realm, user });
    for (const row of allRows(this.#store, FUND_PERIODS)) {
      const known = this.#periods.get(keyOf(row));
      if (known === undefined || known.startMs < row.startMs) this.#periods.set(keyOf(row), row);
    }
  }

  /** Writes the rows added so far. */
  flush(): void {
    this.#liquidated.flush();
    for (const key of this.#changed) {
      const period = this.#periods.get(key);
      if (period !== undefined) this.#insertPeriod(period);
    }
    this.#changed.clear();
  }

  addUser({ realm, user }: { readonly realm: Realm; readonly user: number }): void {
    if (realm === "demo") this.#demoUsers.add(user);
  }

  /** Adds the row of a liquidation that the public is shown. */
  liquidated(event: EventOf<"position_liquidated">): void {
    if (!IS_LIQUIDATION_PUBLIC[event.taker]) return;
    const { instrument, mark, orderId, positionSide, price, size, step, taker, user } = event;
    this.#liquidated.add({
      ...{ id: orderId, liquidationId: event.liquidationId, user, instrument, positionSide },
      ...{ step, taker, mark, price, size, createdAtMs: event.timeMs },
    });
  }

  fundMoved(event: EventOf<"fund_moved">): void {
    const { amount, isPaidIn } = event;
    this.#move(event, this.#realmOf(event.user), isPaidIn ? amount : -amount);
  }

  /** Adds the profit of a fill of a position of a fund. */
  fundFilled(event: EventOf<"order_filled">, { settle }: InstrumentRow): void {
    const { realisedPnl, timeMs, user } = event;
    this.#move({ currency: settle, timeMs }, this.#realmOf(user), realisedPnl);
  }

  fundFunding(event: EventOf<"funding_paid">): void {
    this.#move(event, this.#realmOf(event.user), event.amount);
  }

  /** Adds an endowment by the operator, or a payment of a forced repayment. */
  fundEndowed(event: EventOf<"funds_moved">): void {
    if (event.toWallet === "insurance_fund") {
      this.#move(event, this.#realmOf(event.toUser), event.amount);
    }
    if (event.fromWallet === "insurance_fund") {
      this.#move(event, this.#realmOf(event.fromUser), -event.amount);
    }
  }

  /** Adds what the fund paid of a loan whose collateral or pledge did not repay it. */
  loanCovered(event: LoanCover): void {
    this.#move(event, this.#realmOf(event.user), -event.fundPaid);
  }

  swapped(event: EventOf<"collateral_swapped">): void {
    const { fromAmount, fromCurrency, timeMs, toAmount, toCurrency } = event;
    const realm = this.#realmOf(event.user);
    this.#move({ currency: fromCurrency, timeMs }, realm, fromAmount);
    this.#move({ currency: toCurrency, timeMs }, realm, -toAmount);
  }

  #realmOf(user: number): Realm {
    return realmOfExchange(user) ?? (this.#demoUsers.has(user) ? "demo" : "live");
  }

  #move(
    event: { readonly currency: number; readonly timeMs: number },
    realm: Realm,
    amount: bigint,
  ): void {
    if (amount === 0n) return;
    const { currency, timeMs } = event;
    for (const hours of PERIODS_HOURS) this.#add({ realm, currency, amount, timeMs }, hours);
  }

  #add({ amount, currency, realm, timeMs }: FundMove, hours: number): void {
    const startMs = timeMs - (timeMs % (hours * HOUR_MS));
    const period = { realm, currency, hours };
    const key = keyOf(period);
    const known = this.#periods.get(key);
    if (known !== undefined && known.startMs !== startMs && this.#changed.delete(key)) {
      this.#insertPeriod(known);
    }
    const before = known?.startMs === startMs ? known.amount : ZERO_ATOMS;
    // The last hour may have been pruned, the last day never is; the day is updated after the hour.
    const day = this.#periods.get(keyOf({ ...period, hours: DAY_HOURS }));
    this.#periods.set(key, {
      ...period,
      startMs,
      amount: plus(before, atoms(amount)),
      balance: plus(day?.balance ?? ZERO_ATOMS, atoms(amount)),
    });
    this.#changed.add(key);
  }
}

function keyOf(period: Pick<FundPeriodRow, "realm" | "currency" | "hours">): string {
  return `${indexIn(REALMS, period.realm)}/${period.currency}/${period.hours}`;
}
