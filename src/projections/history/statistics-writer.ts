/** Writes the samples of the public statistics: who holds what, what was traded, what is lent. */
import { indexIn, POSITION_SIDES, ROLES, SIDES } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import type { EventOf } from "../../core/events/events.ts";
import { minus, plus } from "../../core/money/arithmetic.ts";
import { type Atoms, lots, NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../core/money/units.ts";
import { realmOfExchange } from "../../core/reads/liquidation-reads.ts";
import type { SqlStatement, SqlStore } from "../store/sql-store.ts";
import {
  MARKET_SAMPLES,
  type MarketSampleRow,
  SAMPLE_MS,
  SAMPLE_SUMS,
} from "./statistics-tables.ts";
import { columnList, type RowWriter, rowInserter, rowOf } from "./table-sql.ts";
import type { InstrumentRow } from "./tables.ts";

const FILLED = eventLayout("order_filled");
const POSITION = eventLayout("position_changed");
const BUY = indexIn(SIDES, "buy");
const LONG = indexIn(POSITION_SIDES, "long");
const TAKER = indexIn(ROLES, "taker");

/** Least value of a taker's order of each class, in whole quote coins. */
export const WHALE_VALUE = 100_000n;
export const DOLPHIN_VALUE = 10_000n;

/** What one command executed of a taker's order so far. */
interface TakerOrder {
  readonly orderId: number;
  readonly instrument: InstrumentRow;
  readonly isBuy: boolean;
  readonly timeMs: number;
  size: number;
  value: bigint;
}

type LoanEvent = EventOf<"loan_borrowed" | "loan_repaid" | "loan_covered">;

export class StatisticsWriter {
  readonly #latest: SqlStatement;
  readonly #write: RowWriter<typeof MARKET_SAMPLES.fields>;
  /** The newest sample of each instrument. */
  readonly #samples = new Map<number, MarketSampleRow>();
  readonly #dirty = new Set<MarketSampleRow>();
  /** Positions that the present command opened, by id, with their instruments. */
  readonly #opened = new Map<number, number>();
  #taker: TakerOrder | undefined = undefined;

  constructor(store: SqlStore) {
    this.#latest = store.prepare(
      `SELECT ${columnList(MARKET_SAMPLES)} FROM ${MARKET_SAMPLES.name} ` +
        "WHERE instrument = ? ORDER BY start_ms DESC LIMIT 1",
    );
    this.#write = rowInserter(store, MARKET_SAMPLES, true);
  }

  /** Discards samples that were not written. */
  clear(): void {
    this.#samples.clear();
    this.#dirty.clear();
    this.#opened.clear();
    this.#taker = undefined;
  }

  /** Completes what only the end of a command decides. */
  endCommand(): void {
    this.#endTaker();
    if (this.#opened.size === 0) return;
    for (const [id, instrument] of this.#opened) {
      const sample = this.#samples.get(instrument);
      if (sample !== undefined && id > sample.lastPositionId) sample.lastPositionId = id;
    }
    this.#opened.clear();
  }

  /** Writes the changed samples; called between commands. */
  write(): void {
    this.endCommand();
    for (const sample of this.#dirty) this.#write(sample);
    this.#dirty.clear();
  }

  /** Reads `order_filled`. */
  filled(reader: EventReader, listed: InstrumentRow): void {
    const isBuy = reader.number(FILLED.side) === BUY;
    const { isFutures } = CATEGORY_TRAITS[listed.category];
    const isOpening = isFutures && !reader.flag(FILLED.closesPosition);
    if (isOpening && realmOfExchange(reader.number(FILLED.user)) === undefined) {
      const sample = this.#sample(listed.instrument, reader.timeMs);
      const size = reader.number(FILLED.size);
      if (isBuy) sample.openedLong = lots(sample.openedLong + size);
      else sample.openedShort = lots(sample.openedShort + size);
    }
    if (reader.number(FILLED.role) === TAKER) this.#take(reader, listed, isBuy);
  }

  /** Reads `position_changed`. */
  positionChanged(reader: EventReader): void {
    if (realmOfExchange(reader.number(POSITION.user)) !== undefined) return;
    const id = reader.number(POSITION.positionId);
    const instrument = reader.number(POSITION.instrument);
    const sample = this.#sample(instrument, reader.timeMs);
    const isNew = id > sample.lastPositionId && !this.#opened.has(id);
    if (isNew) this.#opened.set(id, instrument);
    const change = (isNew ? 1 : 0) - (reader.number(POSITION.size) === 0 ? 1 : 0);
    if (reader.number(POSITION.positionSide) === LONG) sample.longAccounts += change;
    else sample.shortAccounts += change;
  }

  borrowed(event: EventOf<"loan_borrowed">, listed: InstrumentRow): void {
    this.#lend(event, listed, event.amount, true);
  }

  repaid(event: EventOf<"loan_repaid">, listed: InstrumentRow): void {
    this.#lend(event, listed, event.principalPart, false);
  }

  covered(event: EventOf<"loan_covered">, listed: InstrumentRow): void {
    this.#lend(event, listed, plus(event.fundPaid, event.writtenOff), false);
  }

  #lend(event: LoanEvent, listed: InstrumentRow, amount: Atoms, isMore: boolean): void {
    const sample = this.#sample(listed.instrument, event.timeMs);
    const coin = event.currency === listed.base ? "baseLoan" : "quoteLoan";
    sample[coin] = isMore ? plus(sample[coin], amount) : minus(sample[coin], amount);
  }

  #take(reader: EventReader, instrument: InstrumentRow, isBuy: boolean): void {
    const orderId = reader.number(FILLED.orderId);
    if (this.#taker?.orderId !== orderId) {
      this.#endTaker();
      const { timeMs } = reader;
      this.#taker = { orderId, instrument, isBuy, timeMs, size: 0, value: 0n };
    }
    this.#taker.size += reader.number(FILLED.size);
    this.#taker.value += reader.money(FILLED.value);
    this.#sample(instrument.instrument, reader.timeMs).price = reader.number(FILLED.price);
  }

  #endTaker(): void {
    const taker = this.#taker;
    if (taker === undefined) return;
    this.#taker = undefined;
    const sample = this.#sample(taker.instrument.instrument, taker.timeMs);
    const field = classField(taker);
    sample[field] = lots(sample[field] + taker.size);
  }

  /** The sample of the present span; a new one continues the running figures of the last. */
  #sample(instrument: number, timeMs: number): MarketSampleRow {
    const startMs = timeMs - (timeMs % SAMPLE_MS);
    const last = this.#samples.get(instrument) ?? this.#stored(instrument);
    const sample =
      last !== undefined && last.startMs >= startMs ? last : following(last, instrument, startMs);
    this.#samples.set(instrument, sample);
    this.#dirty.add(sample);
    return sample;
  }

  #stored(instrument: number): MarketSampleRow | undefined {
    const cells = this.#latest.all([instrument])[0];
    return cells === undefined ? undefined : rowOf(MARKET_SAMPLES, cells);
  }
}

function classField({ instrument, isBuy, value }: TakerOrder) {
  const unit = 10n ** BigInt(instrument.quoteDecimals);
  if (value >= WHALE_VALUE * unit) return isBuy ? "whaleBuy" : "whaleSell";
  if (value >= DOLPHIN_VALUE * unit) return isBuy ? "dolphinBuy" : "dolphinSell";
  return isBuy ? "fishBuy" : "fishSell";
}

function following(
  last: MarketSampleRow | undefined,
  instrument: number,
  startMs: number,
): MarketSampleRow {
  const sums = Object.fromEntries(SAMPLE_SUMS.map((field) => [field, ZERO_LOTS])) as Pick<
    MarketSampleRow,
    (typeof SAMPLE_SUMS)[number]
  >;
  if (last !== undefined) return { ...last, ...sums, startMs };
  return {
    ...{ instrument, startMs, price: NO_PRICE, longAccounts: 0, shortAccounts: 0 },
    ...{ lastPositionId: 0, baseLoan: ZERO_ATOMS, quoteLoan: ZERO_ATOMS },
    ...sums,
  };
}
