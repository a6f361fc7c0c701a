/** The real core on virtual time under surveillance: people trade in it, and alerts are read. */

import type { Side, Wallet } from "../../src/core/base/vocabulary.ts";
import type { Atoms } from "../../src/core/money/units.ts";
import { marketSource } from "../../src/main/surveillance-source.ts";
import type { Alert } from "../../src/surveillance/alerts.ts";
import { Surveillance } from "../../src/surveillance/surveillance.ts";
import { orderDraft } from "./command-drafts.ts";
import { LISTINGS, VirtualExchange } from "./virtual-exchange.ts";

/** A time at which a window begins. */
export const WATCH_START_MS = 1_780_000_200_000;

/** An instrument of `LISTINGS`, with the size that is worth about 60,000 dollars at 60,000. */
export const WATCHED = {
  spot: { instrument: 0, scale: 100, oneBtc: 1_000_000 },
  linear: { instrument: 2, scale: 10, oneBtc: 10_000 },
  inverse: { instrument: 4, scale: 10, oneBtc: 60_000 },
} as const;
export type WatchedName = keyof typeof WATCHED;

const INDEX = 60_000;
const COIN = 10n ** 8n;
const DOLLARS = ["USDT", "USD"];

export class WatchedMarket {
  readonly exchange = new VirtualExchange(WATCH_START_MS);
  readonly surveillance: Surveillance;
  /** Alerts in the order in which they were raised. */
  readonly alerts: Alert[] = [];

  constructor() {
    const { exchange } = this;
    for (const listing of LISTINGS) exchange.list(listing);
    for (const { code, index } of exchange.currencies) {
      if (!DOLLARS.includes(code)) continue;
      const terms = { currency: index, isDollar: true, isShared: true };
      const tiers = { tierStarts: [0], ratesE6: [1_000_000] };
      exchange.command({ kind: "set_collateral", ...terms, ...tiers });
    }
    this.surveillance = new Surveillance({
      source: marketSource(exchange.state),
      labelOf: (address) => `label of ${address}`,
      onAlert: (alert) => this.alerts.push(alert),
    });
    exchange.onApplied = (words) => this.surveillance.onBatch(words);
    this.index(INDEX);
  }

  /** Kinds of the alerts so far, each once. */
  get kinds(): string[] {
    return [...new Set(this.alerts.map(({ kind }) => kind))];
  }

  /** Sets the index of all instruments on BTC. */
  index(price: number): void {
    const { inverse, linear, spot } = WATCHED;
    this.exchange.setIndex(
      [spot, linear, inverse].map(({ instrument, scale }) => [instrument, price * scale]),
    );
  }

  /** A classic user with plenty of everything. */
  person(name: string): number {
    return this.poor(name, [
      ["spot", "USDT", 1_000_000_000n],
      ["spot", "BTC", 10_000n],
      ["usdt_futures", "USDT", 1_000_000_000n],
      ["coin_futures", "BTC", 10_000n],
    ]);
  }

  /** A classic user with these whole coins. */
  poor(name: string, funds: readonly (readonly [Wallet, string, bigint])[]): number {
    const { exchange } = this;
    const currencyOf = (code: string): number =>
      exchange.currencies.find((one) => one.code === code)?.index ?? -1;
    return exchange.createUser({
      name,
      accountKind: "classic",
      realm: "live",
      openOrdersMax: 0,
      credits: funds.map(([wallet, code, coins]) => ({
        wallet,
        currency: currencyOf(code),
        amount: coins * COIN,
      })),
    } as Parameters<VirtualExchange["createUser"]>[0]);
  }

  /** A sub-account with plenty of everything. */
  sub(parent: number): number {
    const terms = { accountKind: "classic", realm: "live", openOrdersMax: 0, name: "" } as const;
    const { exchange } = this;
    const user = exchange.command({
      kind: "create_user",
      ...terms,
      parent: parent + 1,
    });
    for (const { code, index } of exchange.currencies) {
      const wallets: readonly Wallet[] = code === "BTC" ? ["spot", "coin_futures"] : ["spot"];
      for (const wallet of wallets) {
        const money = { user, wallet, currency: index, amount: (10_000n * COIN) as Atoms };
        exchange.command({ kind: "credit", ...money });
      }
    }
    return user;
  }

  /** A limit order in bitcoins at a price in dollars, good until cancelled. */
  order(
    user: number,
    name: WatchedName,
    terms: { readonly side: Side; readonly price: number; readonly btc: number },
  ): void {
    const { instrument, oneBtc, scale } = WATCHED[name];
    const price = Math.round(terms.price * scale);
    const size = Math.round(terms.btc * oneBtc);
    this.exchange.command(orderDraft({ user, instrument, side: terms.side, price, size }));
  }

  /** The taker trades against an order that the maker places for it. */
  trade(
    taker: number,
    maker: number,
    name: WatchedName,
    terms: { readonly side: Side; readonly price: number; readonly btc: number },
  ): void {
    this.order(maker, name, { ...terms, side: terms.side === "buy" ? "sell" : "buy" });
    this.order(taker, name, terms);
  }

  /** Lets time pass, with a tick at its end. */
  pass(ms: number): void {
    this.exchange.run(this.exchange.nowMs() + ms);
    this.exchange.command({ kind: "tick" });
  }
}
