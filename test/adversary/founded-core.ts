/** The core with the instruments, guards and steps of a new exchange, without users. */

import type { Rejection } from "../../src/core/base/rejections.ts";
import type { Side, Wallet } from "../../src/core/base/vocabulary.ts";
import type { Command, CommandDraft } from "../../src/core/commands/commands.ts";
import { EventBuffer } from "../../src/core/events/event-buffer.ts";
import { apply } from "../../src/core/exchange.ts";
import type { Instrument } from "../../src/core/instruments/instrument.ts";
import type { MarketPrices } from "../../src/core/instruments/market-prices.ts";
import { atoms, type Lots, type Seq, type TimeMs } from "../../src/core/money/units.ts";
import { createState, type State } from "../../src/core/state.ts";
import { datedContracts } from "../../src/main/founding/dated-contracts.ts";
import { CURRENCY_LISTINGS, INSTRUMENT_LISTINGS } from "../../src/main/founding/listings.ts";
import { firstGuards } from "../../src/main/founding/price-guards.ts";
import { orderDraft } from "../support/command-drafts.ts";

/** A settlement of funding has just been: the interval ahead is whole. */
const START_MS = Date.UTC(2026, 0, 5, 8);
/** Index price of every instrument, in ticks: fine enough for shares of a ten-thousandth. */
export const INDEX = 600_000;
const WALLETS: readonly Wallet[] = ["spot", "usdt_futures", "usdc_futures", "coin_futures"];

export class FoundedCore {
  readonly state: State = createState();
  readonly #events = new EventBuffer();
  #timeMs = START_MS;

  constructor() {
    for (const listing of CURRENCY_LISTINGS) this.run(listing);
    for (const listing of INSTRUMENT_LISTINGS) this.run(listing);
    for (const { deliveryAtMs, listing } of datedContracts(START_MS)) {
      this.run(listing);
      const instrument = this.state.outcome.id;
      this.run({ kind: "schedule_delivery", instrument, deliveryAtMs });
    }
    for (const instrument of this.state.instruments) this.run(firstGuards(instrument));
    this.quoteIndex();
  }

  /** Applies a command; answers why it was refused, if it was. */
  run(command: CommandDraft): Rejection | undefined {
    const { state } = this;
    this.#events.clear();
    const stamp = { seq: (state.seq + 1) as Seq, timeMs: this.#timeMs as TimeMs };
    apply(state, { ...command, ...stamp } as Command, this.#events);
    return state.outcome.rejection;
  }

  /** The same index price for all instruments. */
  quoteIndex(price = INDEX): void {
    const instruments = this.state.instruments.map(({ index }) => index);
    const prices = instruments.map(() => price);
    this.run({ kind: "set_index_prices", instruments, prices });
  }

  passMs(ms: number): void {
    this.#timeMs += ms;
    this.run({ kind: "tick" });
  }

  /** A classic user with as much as can be of everything. */
  user(name: string): number {
    const terms = { accountKind: "classic", realm: "live", parent: 0, openOrdersMax: 0 } as const;
    this.run({ kind: "create_user", name, ...terms });
    const user = this.state.outcome.id;
    const amount = atoms(10n ** 17n);
    for (const wallet of WALLETS) {
      for (const { index } of this.state.currencies) {
        this.run({ kind: "credit", user, wallet, currency: index, amount });
      }
    }
    return user;
  }

  /** A limit order, or a market order at price 0. */
  place(
    user: number,
    { index: instrument }: Instrument,
    order: { readonly side: Side; readonly price: number; readonly size: Lots },
  ): Rejection | undefined {
    const { price, side, size } = order;
    const isByQuote = price === 0 && side === "buy";
    return this.run(orderDraft({ user, instrument, side, price, size: isByQuote ? 0 : size }));
  }

  cancelAll(user: number, { category, index }: Instrument): void {
    this.run({ kind: "cancel_orders", user, category, instrument: index + 1 });
  }

  pricesOf({ index }: Instrument): MarketPrices {
    return this.state.prices[index] as MarketPrices;
  }
}
