/** A seeded stream of events as an exchange could tell it, for tests of what follows events. */

import { SIDES, type Side } from "../../src/core/base/vocabulary.ts";
import { atoms, lots, rateE8, ticks } from "../../src/core/money/units.ts";
import type { InstrumentRow } from "../../src/projections/history/tables.ts";
import { EventScript } from "./event-script.ts";

const LISTED = {
  realm: "live",
  ...{ baseCode: "BTC", quoteCode: "USDT", quoteDecimals: 8, settleDecimals: 8 },
  ...{ priceDecimals: 2, tickStep: 1, sizeDecimals: 6, lotStep: 1 },
} as const;

export const STORY_INSTRUMENTS: readonly InstrumentRow[] = [
  {
    instrument: 0,
    symbol: "BTCUSDT",
    category: "spot",
    ...LISTED,
    base: 1,
    quote: 0,
    settle: 0,
    isInverse: false,
    baseAtomsPerLot: atoms(100n),
  },
  {
    instrument: 1,
    symbol: "BTCUSDT",
    category: "usdt_futures",
    ...LISTED,
    base: 1,
    quote: 0,
    settle: 0,
    isInverse: false,
    baseAtomsPerLot: atoms(0n),
  },
];

const USERS = 6;
const START_MS = 1_700_000_000_000;

type Resting = { id: number; user: number; instrument: number; side: Side; price: number } & {
  size: number;
  filled: number;
  value: bigint;
  fees: bigint;
};

export type StorySettings = {
  readonly seed: number;
  readonly commands: number;
  /** Time between two commands, at most, in ms. */
  readonly stepMs: number;
  /** Events of one batch are at most those of so many commands. */
  readonly batchMax: number;
};

class Story {
  readonly #script = new EventScript();
  readonly #resting: Resting[] = [];
  #random: number;
  #seq = 0;
  #timeMs = START_MS;
  #id = 0;

  constructor(seed: number) {
    this.#random = seed;
  }

  /** A whole number from 0 to `below` - 1. */
  pick(below: number): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * below);
  }

  take(): Float64Array {
    return this.#script.take();
  }

  begin(stepMs: number): void {
    this.#seq += 1;
    this.#timeMs += this.pick(stepMs);
    this.#id = this.#seq * 1024;
    this.#script.command(this.#seq, this.#timeMs);
  }

  users(): void {
    for (let user = 0; user < USERS; user++) {
      const accountKind = user % 2 === 0 ? "classic" : "unified";
      this.#script.emit("user_created", { user, accountKind });
    }
  }

  step(): void {
    const chance = this.pick(100);
    if (chance < 5) this.#move();
    else if (chance < 15) this.#marks();
    else if (chance < 25) this.#cancel();
    else this.#place();
  }

  #nextId(): number {
    return this.#id++;
  }

  #move(): void {
    const fromUser = this.pick(USERS);
    const isCredit = this.pick(2) === 0;
    this.#script.emit("funds_moved", {
      transferId: this.#nextId(),
      reason: isCredit ? "credit" : "sub_transfer",
      currency: this.pick(2),
      amount: atoms(BigInt(1 + this.pick(1000))),
      fromUser: isCredit ? 0 : fromUser,
      fromWallet: isCredit ? "outside_world" : "spot",
      toUser: this.pick(USERS),
      toWallet: "usdt_futures",
      clientTransferId: `t${this.#seq}`,
    });
  }

  #marks(): void {
    const index = ticks(900 + this.pick(200));
    this.#script.emit("mark_price_changed", { instrument: 1, index, mark: ticks(index + 1) });
    if (this.pick(4) === 0) this.#fund(index);
  }

  /** A settlement of funding, and what one position paid or received. */
  #fund(mark: number): void {
    const rate = rateE8(this.pick(2_000) - 1_000);
    const settlement = { instrument: 1, number: this.#seq, rate, mark: ticks(mark) };
    this.#script.emit("funding_fixed", { ...settlement, settledAtMs: this.#timeMs });
    this.#script.emit("funding_paid", {
      ...{ ...settlement, paymentId: this.#nextId(), user: this.pick(USERS) },
      ...{ wallet: "usdt_futures", amount: atoms(BigInt(this.pick(9)) - 4n), balance: atoms(5n) },
    });
  }

  #cancel(): void {
    const order = this.#resting.splice(this.pick(this.#resting.length), 1)[0];
    if (order === undefined) return;
    const remaining = lots(order.size - order.filled);
    const of = { orderId: order.id, user: order.user, instrument: order.instrument };
    if (this.pick(2) === 0) {
      this.#script.emit("order_amended", { ...of, price: ticks(7), size: lots(9), remaining });
    }
    const why = { outcome: "cancelled", reason: "user_cancelled" } as const;
    this.#script.emit("order_closed", { ...of, ...why, remaining });
  }

  #place(): void {
    const side = SIDES[this.pick(2)] ?? "buy";
    const taker: Resting = {
      ...{ id: this.#nextId(), user: this.pick(USERS), instrument: this.pick(2), side },
      ...{ price: 900 + this.pick(200), size: 2 + this.pick(9), filled: 0, value: 0n, fees: 0n },
    };
    this.#script.emit("order_accepted", {
      ...{ orderId: taker.id, user: taker.user, instrument: taker.instrument, side },
      ...{ price: ticks(taker.price), size: lots(taker.size) },
      clientOrderId: this.pick(3) === 0 ? `c${this.pick(50)}` : "",
    });
    const at = this.#resting.findIndex(
      (other) => other.instrument === taker.instrument && other.side !== side,
    );
    const maker = this.#resting[at];
    if (maker !== undefined && this.pick(2) === 0) this.#match(taker, maker);
    if (maker !== undefined && maker.filled === maker.size) this.#resting.splice(at, 1);
    if (taker.filled < taker.size) this.#resting.push(taker);
    if (this.#resting.length > 300) this.#cancel();
  }

  #match(taker: Resting, maker: Resting): void {
    const size = Math.min(taker.size - taker.filled, maker.size - maker.filled);
    const price = ticks(maker.price);
    const tradeId = this.#nextId();
    this.#script.emit("trade_executed", {
      ...{ tradeId, instrument: maker.instrument, price, size: lots(size) },
      ...{ takerSide: taker.side, takerOrderId: taker.id, makerOrderId: maker.id },
    });
    this.#fill(taker, { tradeId, price, size, role: "taker" });
    this.#fill(maker, { tradeId, price, size, role: "maker" });
    if (maker.instrument === 1 && this.pick(3) === 0) this.#closePosition(maker);
  }

  #fill(
    order: Resting,
    fill: { tradeId: number; price: number; size: number; role: "taker" | "maker" },
  ): void {
    const value = BigInt(fill.price * fill.size);
    order.filled += fill.size;
    order.value += value;
    order.fees += 1n;
    const remaining = lots(order.size - order.filled);
    const of = { orderId: order.id, user: order.user, instrument: order.instrument };
    const isSpotBuy = order.instrument === 0 && order.side === "buy";
    this.#script.emit("order_filled", {
      ...of,
      ...{ fillId: this.#nextId(), tradeId: fill.tradeId, side: order.side, role: fill.role },
      ...{ price: ticks(fill.price), size: lots(fill.size), value: atoms(value), fee: atoms(1n) },
      ...{ feeCurrency: isSpotBuy ? 1 : 0, realisedPnl: atoms(BigInt(this.pick(9)) - 4n) },
      ...{ filled: lots(order.filled), filledNotional: atoms(order.value), remaining },
      ...{ feeTotal: atoms(order.fees), quoteBalance: atoms(2n ** 60n + BigInt(this.#seq)) },
    });
    if (remaining > 0) return;
    this.#script.emit("order_closed", { ...of, outcome: "filled", reason: "filled", remaining });
  }

  #closePosition({ user, instrument }: Resting): void {
    this.#script.emit("position_changed", {
      ...{ positionId: this.#nextId(), user, instrument, positionSide: "long", size: lots(0) },
      ...{ openedSize: lots(3), openedNotional: atoms(3_000n), closedSize: lots(3) },
      ...{ closedNotional: atoms(3_300n), realisedPnl: atoms(300n), openedAtMs: this.#timeMs },
    });
  }
}

/** Batches of events as the sequencer would hand them on; the same settings tell the same story. */
export function eventStory({ seed, commands, stepMs, batchMax }: StorySettings): Float64Array[] {
  const story = new Story(seed);
  const batches: Float64Array[] = [];
  let written = 0;
  story.begin(1);
  story.users();
  while (written < commands) {
    for (let count = 1 + story.pick(batchMax); count > 0 && written < commands; count--) {
      story.begin(stepMs);
      story.step();
      written += 1;
    }
    batches.push(story.take());
  }
  return batches;
}
