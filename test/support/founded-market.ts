/**
 * The core of a new exchange with some of its instruments, on virtual time: price guards, position
 * tiers, insurance funds and loss limits as at the founding, index prices of an outside market once
 * a second, and the clock that ticks while anything is due.
 */
import { isWorkDue } from "../../src/core/clock/tick.ts";
import type { DraftOf } from "../../src/core/commands/commands.ts";
import { CURRENCY_LISTINGS, INSTRUMENT_LISTINGS } from "../../src/main/founding/listings.ts";
import { FUND_ENDOWMENTS, FUND_TERMS, lossLimitsOf } from "../../src/main/founding/loss-terms.ts";
import { firstGuards } from "../../src/main/founding/price-guards.ts";
import { currencyFacts, instrumentFacts } from "../../src/main/market-port.ts";
import { indexTicks } from "../../src/market-data/index-feed.ts";
import type { OutsideMarket } from "../../src/market-model/outside-market.ts";
import { underlyingOf } from "../../src/market-model/underlying.ts";
import { VirtualExchange } from "./virtual-exchange.ts";

export const BEAT_MS = 100;
const SECOND_MS = 1_000;

export type FoundedMarketTerms = {
  readonly startMs: number;
  readonly outside: OutsideMarket;
  readonly isListed: (listing: DraftOf<"list_instrument">) => boolean;
};

export class FoundedMarket {
  readonly exchange: VirtualExchange;
  readonly outside: OutsideMarket;
  /** Called every 100 ms, after prices and clock. */
  readonly onBeat: ((nowMs: number) => void)[] = [];
  /** Called in the middle between two beats. */
  readonly onHalfBeat: ((nowMs: number) => void)[] = [];

  constructor({ startMs, outside, isListed }: FoundedMarketTerms) {
    this.outside = outside;
    this.exchange = new VirtualExchange(startMs);
    const { exchange } = this;
    for (const listing of CURRENCY_LISTINGS) exchange.command(listing);
    for (const endowment of FUND_ENDOWMENTS) exchange.command(endowment);
    for (const terms of FUND_TERMS) exchange.command(terms);
    for (const listing of INSTRUMENT_LISTINGS) if (isListed(listing)) exchange.command(listing);
    for (const instrument of exchange.state.instruments) {
      exchange.command(firstGuards(instrument));
      const limits = instrument.isFutures ? lossLimitsOf(exchange.state, instrument) : undefined;
      if (limits !== undefined) exchange.command(limits);
    }
    exchange.currencies.push(...currencyFacts(exchange.state));
    exchange.instruments.push(...instrumentFacts(exchange.state));
    this.#second();
  }

  /** Runs until `untilMs` in beats. */
  run(untilMs: number): void {
    const { exchange } = this;
    for (let atMs = exchange.nowMs() + BEAT_MS; atMs <= untilMs; atMs += BEAT_MS) {
      exchange.run(atMs - BEAT_MS / 2);
      for (const halfBeat of this.onHalfBeat) halfBeat(atMs - BEAT_MS / 2);
      exchange.run(atMs);
      if (atMs % SECOND_MS === 0) this.#second();
      for (const beat of this.onBeat) beat(atMs);
      exchange.flush();
    }
  }

  #second(): void {
    const { exchange, outside } = this;
    exchange.setIndex(
      exchange.instruments.map((instrument) => {
        const e8 = (code: string): number =>
          Math.round((outside.price(underlyingOf(code)) ?? 0) * 1e8);
        const prices = { baseE8: e8(instrument.baseCode), quoteE8: e8(instrument.quoteCode) };
        return [instrument.index, indexTicks(instrument, prices)] as const;
      }),
    );
    do exchange.command({ kind: "tick" });
    while (isWorkDue(exchange.state));
  }
}
