/**
 * Computes what commands would cause: applies them to a copy of the state, lets exchange time pass
 * with unchanged prices, and sums up what happened to accounts. Nothing of it reaches the exchange.
 */
import type { Rejection } from "../../core/base/rejections.ts";
import type { Realm } from "../../core/base/vocabulary.ts";
import type { Command, CommandDraft } from "../../core/commands/commands.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import type { CoreEvent, EventOf } from "../../core/events/events.ts";
import { notionalAt } from "../../core/instruments/instrument.ts";
import { lots, type Seq, type TimeMs, ticks } from "../../core/money/units.ts";
import type { State } from "../../core/state.ts";
import { CoreMachine } from "../core-machine.ts";
import { operatorUsers } from "../operator-users.ts";
import { FixedPrices } from "./wealth.ts";

/** Exchange time that passes after the commands, in ms, in steps of a tick. */
export const WHAT_IF_SPAN_MS = 30_000;
const TICK_MS = 100;
/** Interval in ms at which the unchanged index prices are set again, so that they stay fresh. */
const INDEX_MS = 1_000;

/** Users that an effect names, those with the largest losses first. */
export const EFFECT_USERS_MAX = 100;

/** What an account would lose. */
export type UserEffect = {
  readonly user: number;
  /** Whether it is one of the market's own agents. */
  readonly isAgent: boolean;
  /** Value of the positions that would be liquidated, in US dollars. */
  readonly liquidatedUsd: number;
  /** Fall of its balances and of the result of its positions at present prices, in US dollars. */
  readonly lossUsd: number;
};

export type Effect = {
  /** First rejection of a command; then nothing else of the effect holds. */
  readonly rejection: Rejection | undefined;
  /** Accounts with a liquidation, at most `EFFECT_USERS_MAX` of them. */
  readonly users: readonly UserEffect[];
  /** Number of all such accounts, agents among them. */
  readonly liquidatedUsers: number;
  readonly liquidatedUsd: number;
  /** Value of positions of other users that would be closed to end liquidations. */
  readonly deleveragedUsd: number;
  /**
   * Change of the insurance funds, in US dollars: below zero when they would pay. Without their
   * share of trading fees, which they receive whatever the commands do.
   */
  readonly insuranceUsd: number;
  /** Loss of the lending pools, in US dollars. */
  readonly poolLossUsd: number;
  /** Orders that would be cancelled. */
  readonly cancelledOrders: number;
};

/** Sums of an account over the span. */
type Tally = { liquidatedUsd: number };

class WhatIf {
  readonly #machine = new CoreMachine();
  readonly #tallies = new Map<number, Tally>();
  #deleveragedUsd = 0;
  #poolLossUsd = 0;
  #cancelledOrders = 0;
  /** Trading fees that the insurance funds receive within the span. */
  #sharedFeesUsd = 0;

  readonly #prices: FixedPrices;

  constructor(state: Uint8Array) {
    this.#machine.loadState(state);
    this.#prices = new FixedPrices(this.#machine.state);
  }

  get state(): State {
    return this.#machine.state;
  }

  run(drafts: readonly CommandDraft[]): Effect {
    const { state } = this;
    const before = this.#prices.wealth(state);
    const insuranceBefore = this.#prices.insurance(state);
    for (const draft of drafts) {
      const rejection = this.#apply(draft, 0);
      if (rejection !== undefined) return { ...NOTHING, rejection };
    }
    for (let ms = TICK_MS; ms <= WHAT_IF_SPAN_MS; ms += TICK_MS) {
      if (ms % INDEX_MS === 0) this.#apply(unchangedPrices(state), TICK_MS);
      else this.#apply({ kind: "tick" }, TICK_MS);
      if (ms % INDEX_MS === 0) this.#apply({ kind: "tick" }, 0);
    }
    const after = this.#prices.wealth(state);
    const agents = new Set(operatorUsers(state));
    const users = [...this.#tallies].map(([user, { liquidatedUsd }]) => ({
      user,
      isAgent: agents.has(user),
      liquidatedUsd,
      lossUsd: (before.get(user) ?? 0) - (after.get(user) ?? 0),
    }));
    users.sort((one, other) => other.lossUsd - one.lossUsd || one.user - other.user);
    return {
      rejection: undefined,
      users: users.slice(0, EFFECT_USERS_MAX),
      liquidatedUsers: users.length,
      liquidatedUsd: users.reduce((sum, { liquidatedUsd }) => sum + liquidatedUsd, 0),
      deleveragedUsd: this.#deleveragedUsd,
      insuranceUsd: this.#prices.insurance(state) - insuranceBefore - this.#sharedFeesUsd,
      poolLossUsd: this.#poolLossUsd,
      cancelledOrders: this.#cancelledOrders,
    };
  }

  #apply(draft: CommandDraft, afterMs: number): Rejection | undefined {
    const { state } = this;
    const stamp = { seq: (state.seq + 1) as Seq, timeMs: (state.timeMs + afterMs) as TimeMs };
    const { events } = this.#machine;
    events.clear();
    const { rejection } = this.#machine.apply({ ...draft, ...stamp } as Command);
    const reader = new EventReader(events.words());
    while (reader.next()) this.#see(reader);
    return rejection;
  }

  #see(reader: EventReader): void {
    switch (reader.kind) {
      case "liquidation_started":
      case "unwind_started":
        return this.#started(reader.decode());
      case "position_liquidated": {
        const event = reader.decode() as EventOf<"position_liquidated">;
        this.#tallyOf(event.user).liquidatedUsd += this.#positionUsd(event);
        return;
      }
      case "position_deleveraged":
        this.#deleveragedUsd += this.#positionUsd(
          reader.decode() as EventOf<"position_deleveraged">,
        );
        return;
      case "loan_covered": {
        const { currency, user, writtenOff } = reader.decode() as EventOf<"loan_covered">;
        this.#poolLossUsd += this.#prices.usd(this.#realmOf(user), currency, writtenOff);
        return;
      }
      case "fund_moved": {
        const { amount, currency, reason, user } = reader.decode() as EventOf<"fund_moved">;
        if (reason !== "fees") return;
        this.#sharedFeesUsd += this.#prices.usd(this.#realmOf(user), currency, amount);
        return;
      }
      case "order_closed": {
        const { outcome, reason } = reader.decode() as EventOf<"order_closed">;
        if (outcome === "cancelled" && reason !== "liquidation") this.#cancelledOrders += 1;
        return;
      }
      default:
    }
  }

  #started(event: CoreEvent): void {
    if (event.kind === "liquidation_started") this.#tallyOf(event.user);
    if (event.kind !== "unwind_started" || !event.isForced) return;
    const { assets, currency, user } = event;
    this.#tallyOf(user).liquidatedUsd += this.#prices.usd(this.#realmOf(user), currency, assets);
  }

  #tallyOf(user: number): Tally {
    const known = this.#tallies.get(user);
    if (known !== undefined) return known;
    const tally = { liquidatedUsd: 0 };
    this.#tallies.set(user, tally);
    return tally;
  }

  #realmOf(user: number): Realm {
    return this.state.users[user]?.realm ?? "live";
  }

  #positionUsd(step: {
    readonly instrument: number;
    readonly mark: number;
    readonly size: number;
  }): number {
    const instrument = this.state.instruments[step.instrument];
    if (instrument === undefined) return 0;
    const notional = notionalAt(instrument, ticks(step.mark), lots(step.size));
    return this.#prices.usd(instrument.realm, instrument.settle, notional);
  }
}

const NOTHING: Effect = {
  rejection: undefined,
  users: [],
  liquidatedUsers: 0,
  liquidatedUsd: 0,
  deleveragedUsd: 0,
  insuranceUsd: 0,
  poolLossUsd: 0,
  cancelledOrders: 0,
};

/** Sets every known index price again. */
function unchangedPrices({ instruments, prices }: State): CommandDraft {
  const known = instruments.filter(({ index }) => (prices[index]?.index ?? 0) > 0);
  return {
    kind: "set_index_prices",
    instruments: known.map(({ index }) => index),
    prices: known.map(({ index }) => prices[index]?.index ?? 0),
  };
}

/** Returns what the commands would cause; `state` is the encoding of the present state. */
export function computeEffect(state: Uint8Array, drafts: readonly CommandDraft[]): Effect {
  return new WhatIf(state).run(drafts);
}
