/**
 * The real core on virtual time, spoken to in coins and prices. Time passes in ticks of five
 * seconds; the index prices come in again with each, as from a feed that lives.
 */

import { exchangeUserOf } from "../../../src/core/accounts/user.ts";
import { audit } from "../../../src/core/audit.ts";
import { longOf, shortOf } from "../../../src/core/base/position-handle.ts";
import { indexIn, WALLETS, type Wallet } from "../../../src/core/base/vocabulary.ts";
import { isWorkDue } from "../../../src/core/clock/tick.ts";
import type { Command, CommandDraft } from "../../../src/core/commands/commands.ts";
import { decodeEvents, EventBuffer } from "../../../src/core/events/event-buffer.ts";
import type { CoreEvent, EventKind, EventOf } from "../../../src/core/events/events.ts";
import { apply } from "../../../src/core/exchange.ts";
import { formatTrimmed, parseUnits } from "../../../src/core/money/decimals.ts";
import type { Atoms, Lots, Seq, TimeMs } from "../../../src/core/money/units.ts";
import { createState } from "../../../src/core/state.ts";
import { orderDraft } from "../../support/command-drafts.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const TICK_MS = 5_000;
const DECIMALS = 8;
const PRICE_DECIMALS = 1;
const SIZE_DECIMALS = 4;

/** Index of each coin. */
export const COINS = { USDT: 0, USD: 1, BTC: 2 } as const;
export type Coin = keyof typeof COINS;

function unitsOf(text: string, decimals: number): bigint {
  const units = parseUnits(text, decimals);
  if (units === undefined) throw new RangeError(`a decimal with ${decimals} places, got ${text}`);
  return units;
}

export class Scenario {
  readonly state = createState();
  /** All events so far, those of ticks in which nothing but prices moved left out. */
  readonly events: CoreEvent[] = [];
  readonly #buffer = new EventBuffer();
  readonly #index = new Map<number, number>();
  #nowMs: number;

  constructor(startIso: string) {
    this.#nowMs = Date.parse(startIso);
    for (const code of Object.keys(COINS)) {
      this.run({ kind: "list_currency", code, decimals: DECIMALS, isPractice: false });
    }
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Applies a command, which must be accepted; answers its events. */
  run(command: CommandDraft): CoreEvent[] {
    const stamp = { seq: (this.state.seq + 1) as Seq, timeMs: this.#nowMs as TimeMs };
    this.#buffer.clear();
    apply(this.state, { ...command, ...stamp } as unknown as Command, this.#buffer);
    const { rejection } = this.state.outcome;
    if (rejection !== undefined) throw new Error(`${command.kind} is accepted, got ${rejection}`);
    const events = decodeEvents(this.#buffer.copyWords()).slice(1);
    this.events.push(...events.filter(({ kind }) => kind !== "mark_price_changed"));
    return events;
  }

  /** Lists a perpetual without fees: BTC in USDT, or inverse in dollars. */
  perpetual(symbol: string, terms: { readonly isInverse?: boolean; readonly hours?: number } = {}) {
    const { hours = 8, isInverse = false } = terms;
    const lots = (text: string): Lots =>
      Number(unitsOf(text, isInverse ? 0 : SIZE_DECIMALS)) as Lots;
    this.run({
      kind: "list_instrument",
      symbol,
      category: isInverse ? "coin_futures" : "usdt_futures",
      realm: "live",
      base: COINS.BTC,
      quote: isInverse ? COINS.USD : COINS.USDT,
      settle: isInverse ? COINS.BTC : COINS.USDT,
      isInverse,
      priceDecimals: PRICE_DECIMALS,
      tickStep: 1,
      sizeDecimals: isInverse ? 0 : SIZE_DECIMALS,
      lotStep: 1,
      sizeLotsMin: 1 as Lots,
      sizeLotsMax: lots(isInverse ? "10000000" : "1000"),
      sizeLotsMarketMax: lots(isInverse ? "10000000" : "1000"),
      valueMin: 0n as Atoms,
      makerRateE6: 0,
      takerRateE6: 0,
      buyLimitRatioE6: 500_000,
      sellLimitRatioE6: 500_000,
      leverageMin: 1,
      leverageMax: 125,
      fundingIntervalHours: hours,
    });
    return this.state.outcome.id;
  }

  /** A new classic user with these funds. */
  person(name: string, funds: readonly (readonly [Wallet, Coin, string])[]): number {
    const terms = { accountKind: "classic", realm: "live", parent: 0, openOrdersMax: 0 } as const;
    this.run({ kind: "create_user", name, ...terms });
    const user = this.state.outcome.id;
    for (const [wallet, coin, text] of funds) {
      const amount = unitsOf(text, DECIMALS) as Atoms;
      this.run({ kind: "credit", user, wallet, currency: COINS[coin], amount });
    }
    return user;
  }

  /** From now on the index price of an instrument. */
  index(instrument: number, price: string): void {
    this.#index.set(instrument, Number(unitsOf(price, PRICE_DECIMALS)));
    this.#sendIndex();
  }

  /** No index price comes in any more until the next is set. */
  loseIndex(): void {
    this.#index.clear();
  }

  /** A limit order that rests or trades; answers its id. */
  order(
    user: number,
    instrument: number,
    terms: { readonly side: "buy" | "sell"; readonly price: string; readonly size: string },
  ): number {
    const decimals = this.state.instruments[instrument]?.sizeDecimals ?? 0;
    const price = Number(unitsOf(terms.price, PRICE_DECIMALS));
    const size = Number(unitsOf(terms.size, decimals));
    this.run(orderDraft({ user, instrument, side: terms.side, price, size }));
    return this.state.outcome.id;
  }

  /** Lets time pass; ticks follow at once while the core has work. */
  pass(ms: number): void {
    for (const untilMs = this.#nowMs + ms; this.#nowMs < untilMs; ) {
      this.#nowMs = Math.min(untilMs, this.#nowMs + TICK_MS);
      this.#sendIndex();
      do this.run({ kind: "tick" });
      while (isWorkDue(this.state));
    }
  }

  /** Makes a user's contract isolated, with a leverage. */
  isolate(user: number, instrument: number, leverage: number): void {
    this.run({ kind: "set_margin_mode", user, instrument, marginMode: "isolated" });
    this.run({ kind: "set_leverage", user, instrument, positionSide: "net", leverage });
  }

  /** Funds from outside into the insurance fund of live users. */
  endowFund(coin: Coin, text: string): void {
    const amount = unitsOf(text, DECIMALS) as Atoms;
    const fund = { realm: "live", wallet: "insurance_fund", currency: COINS[coin] } as const;
    this.run({ kind: "endow", ...fund, amount });
  }

  /** What the insurance fund of live users has, as decimal text. */
  fund(coin: Coin): string {
    return this.balance(exchangeUserOf("live"), "insurance_fund", coin);
  }

  /** Long and short size of a user, in lots. */
  held(user: number, instrument: number): readonly [number, number] {
    const { positions } = this.state;
    const row = positions.find(user, instrument);
    return [positions.size.get(longOf(row)), positions.size.get(shortOf(row))];
  }

  /** One tick after so much time, and no more, whatever is left to do. */
  tickAfter(ms: number): CoreEvent[] {
    this.#nowMs += ms;
    return this.run({ kind: "tick" });
  }

  /** The events of one kind so far. */
  eventsOf<K extends EventKind>(kind: K): EventOf<K>[] {
    return this.events.filter((event): event is EventOf<K> & CoreEvent => event.kind === kind);
  }

  /** A balance as decimal text. */
  balance(user: number, wallet: Wallet, coin: Coin): string {
    const account = this.state.ledger.find(user, indexIn(WALLETS, wallet), COINS[coin]);
    return formatTrimmed(this.state.ledger.balance(account), DECIMALS);
  }

  /** Every invariant of the audit holds; throws what does not. */
  audit(): void {
    const broken = audit(this.state).verdicts.filter(({ findings }) => findings.length > 0);
    if (broken.length > 0) throw new Error(`the audit holds, got ${JSON.stringify(broken)}`);
  }

  #sendIndex(): void {
    if (this.#index.size === 0) return;
    const instruments = [...this.#index.keys()];
    this.run({ kind: "set_index_prices", instruments, prices: [...this.#index.values()] });
  }
}
