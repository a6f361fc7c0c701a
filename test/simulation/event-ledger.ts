/**
 * Double entry kept from events alone: every movement an event tells is posted between two
 * accounts, and in the end the balances must be those of the core's own ledger.
 */
import { unreachable } from "../../src/core/base/assert.ts";
import { type AccountKind, WALLET_OF_BACKING, WALLETS } from "../../src/core/base/vocabulary.ts";
import type { Command, CommandOf } from "../../src/core/commands/commands.ts";
import type { CoreEvent, EventOf } from "../../src/core/events/events.ts";
import type { State } from "../../src/core/state.ts";
import { CATEGORY_WALLETS } from "./naive/naive-money.ts";
import { Violation } from "./violation.ts";

type Owner = { readonly accountKind: AccountKind; readonly exchange: number };

/** `instrument` is an index + 1, or 0 for accounts that belong to none. */
function keyOf(user: number, wallet: string, currency: number, instrument: number): string {
  const place = `${user}/${wallet}/${currency}`;
  return instrument === 0 ? place : `${place}/${instrument - 1}`;
}

export class EventLedger {
  readonly #balances = new Map<string, bigint>();
  readonly #owners: Owner[] = [
    { accountKind: "classic", exchange: 0 },
    { accountKind: "classic", exchange: 1 },
  ];
  readonly #listings: CommandOf<"list_instrument" | "prepare_instrument">[] = [];
  /** Orders by which positions are delivered. */
  readonly #delivering = new Set<number>();
  readonly #decimals: number[] = [];

  /** Takes over what one command brought; the command itself only where it lists something. */
  apply(command: Command, events: readonly CoreEvent[]): void {
    for (const event of events) {
      switch (event.kind) {
        case "currency_listed":
          if (command.kind === "list_currency") this.#decimals.push(command.decimals);
          break;
        case "instrument_listed":
          if (command.kind === "list_instrument" || command.kind === "prepare_instrument") {
            this.#listings.push(command);
          }
          break;
        case "user_created":
        case "account_kind_changed":
          this.#owners[event.user] = {
            accountKind: event.accountKind,
            exchange: event.realm === "live" ? 0 : 1,
          };
          break;
        case "funds_moved":
          this.#moved(event);
          break;
        case "order_filled":
          this.#filled(event);
          break;
        case "order_accepted":
          if (event.source === "delivery") this.#delivering.add(event.orderId);
          break;
        case "funding_paid":
          this.#funded(event);
          break;
        case "loan_borrowed":
        case "loan_repaid":
        case "loan_covered":
        case "collateral_swapped":
          this.#lent(event);
          break;
        case "debt_interest_charged":
        case "debt_exchanged":
          this.#owed(event);
          break;
        case "conversion_executed":
          this.#converted(event);
          break;
        case "pledged_loan_taken":
        case "pledged_loan_repaid":
        case "pledge_revised":
        case "pledged_loan_forced":
          this.#pledged(event);
          break;
        case "margin_moved":
          this.#marginMoved(event);
          break;
        case "fund_moved":
          this.#fundMoved(event);
          break;
        default:
          break;
      }
    }
  }

  /** Compares every balance with those of the state, both ways. */
  check(state: State): void {
    const { ledger } = state;
    const left = new Map(this.#balances);
    for (let account = 1; account < ledger.end; account++) {
      const wallet = WALLETS[ledger.walletOf(account)] ?? "";
      const instrument = ledger.instrumentOf(account);
      const place = `${ledger.userOf(account)}/${wallet}/${ledger.currencyOf(account)}`;
      const key = instrument === 0 ? place : `${place}/${instrument - 1}`;
      const stated = left.get(key) ?? 0n;
      left.delete(key);
      if (stated === ledger.balance(account)) continue;
      const held = ledger.balance(account);
      const message = `account ${key}: events imply ${stated}, the ledger ${held}`;
      throw new Violation("ledger", state.seq, message);
    }
    for (const [key, balance] of left) {
      if (balance !== 0n) throw new Violation("ledger", state.seq, `${key} is in no account`);
    }
  }

  #post(from: string, to: string, amount: bigint): void {
    this.#balances.set(from, (this.#balances.get(from) ?? 0n) - amount);
    this.#balances.set(to, (this.#balances.get(to) ?? 0n) + amount);
  }

  #expect(event: CoreEvent, key: string, stated: bigint): void {
    const balance = this.#balances.get(key) ?? 0n;
    if (balance === stated) return;
    const message = `${event.kind} tells ${stated} of ${key}, events imply ${balance}`;
    throw new Violation("ledger", event.seq, message);
  }

  #moved(event: EventOf<"funds_moved">): void {
    const { currency, fromInstrument, fromUser, fromWallet } = event;
    const from = keyOf(fromUser, fromWallet, currency, fromInstrument);
    const to = keyOf(event.toUser, event.toWallet, currency, event.toInstrument);
    this.#post(from, to, event.amount);
    this.#expect(event, from, event.fromBalance);
    this.#expect(event, to, event.toBalance);
  }

  #funded(event: EventOf<"funding_paid">): void {
    const exchange = this.#owners[event.user]?.exchange ?? 0;
    const pool = `${exchange}/rounding/${event.currency}/${event.instrument}`;
    const place = `${event.user}/${event.wallet}/${event.currency}`;
    const account = event.wallet.endsWith("_margin") ? `${place}/${event.instrument}` : place;
    this.#post(pool, account, event.amount);
    this.#expect(event, account, event.balance);
  }

  #lent(
    event:
      | EventOf<"loan_borrowed">
      | EventOf<"loan_repaid">
      | EventOf<"loan_covered">
      | EventOf<"collateral_swapped">,
  ): void {
    const { instrument, user, wallet } = event;
    const exchange = this.#owners[user]?.exchange ?? 0;
    const own = (currency: number): string => keyOf(user, wallet, currency, instrument);
    const house = (name: string, currency: number): string => `${exchange}/${name}/${currency}`;
    switch (event.kind) {
      case "loan_borrowed":
        this.#post(house("lending_pool", event.currency), own(event.currency), event.amount);
        this.#expect(event, own(event.currency), event.balance);
        return;
      case "loan_repaid": {
        const { currency, interestPart, principalPart } = event;
        this.#post(own(currency), house("interest_income", currency), interestPart);
        this.#post(own(currency), house("lending_pool", currency), principalPart);
        this.#expect(event, own(currency), event.balance);
        return;
      }
      case "loan_covered": {
        const { currency, fundPaid } = event;
        this.#post(house("insurance_fund", currency), house("lending_pool", currency), fundPaid);
        return;
      }
      case "collateral_swapped": {
        const { fromAmount, fromCurrency, toAmount, toCurrency } = event;
        this.#post(own(fromCurrency), house("insurance_fund", fromCurrency), fromAmount);
        this.#post(house("insurance_fund", toCurrency), own(toCurrency), toAmount);
        this.#expect(event, own(fromCurrency), event.fromBalance);
        this.#expect(event, own(toCurrency), event.toBalance);
        return;
      }
      default:
        unreachable(event);
    }
  }

  #fundMoved(event: EventOf<"fund_moved">): void {
    const { currency, isPaidIn, user, wallet } = event;
    const exchange = this.#owners[user]?.exchange ?? 0;
    const fund = `${exchange}/insurance_fund/${currency}`;
    const account = keyOf(user, wallet, currency, 0);
    this.#post(account, fund, isPaidIn ? event.amount : -event.amount);
    this.#expect(event, account, event.balance);
    this.#expect(event, fund, event.fundBalance);
  }

  #owed(event: EventOf<"debt_interest_charged"> | EventOf<"debt_exchanged">): void {
    const { user } = event;
    const exchange = this.#owners[user]?.exchange ?? 0;
    const own = (currency: number): string => keyOf(user, "unified", currency, 0);
    if (event.kind === "debt_interest_charged") {
      const { amount, balance, currency } = event;
      this.#post(own(currency), `${exchange}/interest_income/${currency}`, amount);
      this.#expect(event, own(currency), balance);
      return;
    }
    const { fromAmount, fromCurrency, toAmount, toCurrency } = event;
    const pool = (currency: number): string => `${exchange}/lending_pool/${currency}`;
    this.#post(own(fromCurrency), pool(fromCurrency), fromAmount);
    this.#post(pool(toCurrency), own(toCurrency), toAmount);
    this.#expect(event, own(fromCurrency), event.fromBalance);
    this.#expect(event, own(toCurrency), event.toBalance);
  }

  #converted(event: EventOf<"conversion_executed">): void {
    const { fromAmount, fromCurrency, toAmount, toCurrency, user, wallet } = event;
    const inventory = (coin: number): string =>
      `${this.#owners[user]?.exchange ?? 0}/conversion/${coin}`;
    const own = (coin: number): string => keyOf(user, wallet, coin, 0);
    this.#post(own(fromCurrency), inventory(fromCurrency), fromAmount);
    this.#post(inventory(toCurrency), own(toCurrency), toAmount);
    this.#expect(event, own(fromCurrency), event.fromBalance);
    this.#expect(event, own(toCurrency), event.toBalance);
  }

  #pledged(
    event:
      | EventOf<"pledged_loan_taken">
      | EventOf<"pledged_loan_repaid">
      | EventOf<"pledge_revised">
      | EventOf<"pledged_loan_forced">,
  ): void {
    const { currency: coin, pledgeCurrency: held, user } = event;
    const house = (name: string, of: number): string =>
      `${this.#owners[user]?.exchange ?? 0}/${name}/${of}`;
    const own = (of: number): string => keyOf(user, event.wallet, of, 0);
    const pledged = keyOf(user, "pledged", held, 0);
    const sell = (used: bigint, asInterest: bigint, released: bigint): void => {
      this.#post(pledged, house("interest_income", held), asInterest);
      this.#post(pledged, house("lending_pool", held), used - asInterest);
      this.#post(pledged, own(held), released);
    };
    switch (event.kind) {
      case "pledged_loan_taken":
        this.#post(own(held), pledged, event.pledge);
        this.#post(house("lending_pool", coin), own(coin), event.amount);
        this.#expect(event, own(coin), event.balance);
        break;
      case "pledged_loan_repaid":
        if (event.method === "wallet") {
          this.#post(own(coin), house("interest_income", coin), event.interestPart);
          this.#post(own(coin), house("lending_pool", coin), event.principalPart);
        }
        sell(event.pledgeUsed, event.pledgeAsInterest, event.released);
        this.#expect(event, own(coin), event.balance);
        break;
      case "pledge_revised":
        this.#post(own(held), pledged, event.isAdded ? event.amount : -event.amount);
        break;
      case "pledged_loan_forced":
        sell(event.pledgeUsed, event.pledgeAsInterest, event.released);
        this.#post(house("insurance_fund", coin), house("lending_pool", coin), event.fundPaid);
        break;
      default:
        unreachable(event);
    }
    this.#expect(event, own(held), event.pledgeBalance);
  }

  #marginMoved(event: EventOf<"margin_moved">): void {
    const listing = this.#listings[event.instrument];
    if (listing === undefined) {
      throw new Violation("ledger", event.seq, "margin moves for a listed instrument");
    }
    const { settle } = listing;
    const wallet = `${event.user}/${CATEGORY_WALLETS[listing.category]}/${settle}`;
    const margin = `${event.user}/${event.positionSide}_margin/${settle}/${event.instrument}`;
    this.#post(wallet, margin, event.isAdded ? event.amount : -event.amount);
    this.#expect(event, wallet, event.walletBalance);
    this.#expect(event, margin, event.margin);
  }

  #filled(event: EventOf<"order_filled">): void {
    const listing = this.#listings[event.instrument];
    const owner = this.#owners[event.user];
    if (listing === undefined || owner === undefined) {
      throw new Violation("ledger", event.seq, "a fill names a listed instrument and a user");
    }
    const byCategory = CATEGORY_WALLETS[listing.category];
    const own = event.user < 2 ? "insurance_fund" : byCategory;
    const wallet = owner.accountKind === "unified" ? "unified" : own;
    const { backing, user } = event;
    const part = backing === "isolated_margin" ? event.instrument + 1 : 0;
    const place = backing === "default" ? wallet : WALLET_OF_BACKING[backing];
    const of = (coin: number): string => keyOf(user, place, coin, part);
    const clearing = (coin: number): string =>
      `${owner.exchange}/clearing/${coin}/${event.instrument}`;
    const fees = `${owner.exchange}/fees/${event.feeCurrency}`;
    if (listing.category === "spot") {
      const { base, quote } = listing;
      const shift = (this.#decimals[base] ?? 0) - listing.sizeDecimals;
      const size = BigInt(event.size) * BigInt(listing.lotStep) * 10n ** BigInt(shift);
      this.#exchange(event, { base, quote, size, of, clearing });
      this.#post(of(event.feeCurrency), fees, event.fee);
      this.#expect(event, of(base), event.baseBalance);
      this.#expect(event, of(quote), event.quoteBalance);
      return;
    }
    const { settle } = listing;
    if (this.#delivering.delete(event.orderId)) {
      const pool = `${owner.exchange}/rounding/${settle}/${event.instrument}`;
      const isFromPool = (event.side === "sell") !== listing.isInverse;
      this.#post(pool, clearing(settle), isFromPool ? event.value : -event.value);
    }
    this.#post(clearing(settle), of(settle), event.realisedPnl);
    this.#post(of(settle), fees, event.fee);
    this.#expect(event, of(settle), event.quoteBalance);
  }

  #exchange(
    event: EventOf<"order_filled">,
    terms: {
      readonly base: number;
      readonly quote: number;
      readonly size: bigint;
      readonly of: (coin: number) => string;
      readonly clearing: (coin: number) => string;
    },
  ): void {
    const { base, clearing, of, quote, size } = terms;
    switch (event.side) {
      case "buy":
        this.#post(of(quote), clearing(quote), event.value);
        this.#post(clearing(base), of(base), size);
        return;
      case "sell":
        this.#post(of(base), clearing(base), size);
        this.#post(clearing(quote), of(quote), event.value);
        return;
      default:
        unreachable(event.side);
    }
  }
}
