/**
 * Postings between ledger accounts that events report, each as two changes of a balance. Margin
 * moved within an account is left out: its bills tell both sides, and agents are one account.
 */
import { assert } from "../../core/base/assert.ts";
import {
  type FundMoveReason,
  indexIn,
  ORDER_SOURCES,
  REALMS,
  type Realm,
  SIDES,
  type Wallet,
} from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import type { EventOf } from "../../core/events/events.ts";
import { realmOfExchange } from "../../core/reads/liquidation-reads.ts";
import { type EventHandler, type EventHandlers, handlersByIndex } from "../live/event-consumers.ts";
import { COUNTER_WALLETS } from "./counter-wallets.ts";
import { decoded, type KindOf } from "./decoded-event.ts";
import type { MovementKind } from "./statement-tables.ts";
import type { InstrumentRow } from "./tables.ts";

const ACCEPTED = eventLayout("order_accepted");
const FILLED = eventLayout("order_filled");
const DELIVERY = indexIn(ORDER_SOURCES, "delivery");
const BUY = indexIn(SIDES, "buy");

const FUND_KINDS: Readonly<Record<FundMoveReason, MovementKind>> = {
  surplus: "liquidation_surplus",
  shortfall: "liquidation_shortfall",
  backstop: "fund_backstop",
  fees: "fund_fees",
};

/** Wallet of a user. */
export type Side = { readonly user: number; readonly wallet: Wallet };

type Exchange = {
  readonly from: Side;
  readonly to: Side;
  readonly currency: number;
  readonly kind: MovementKind;
  readonly amount: bigint;
};

type Parts = {
  /** Changes the balance of one account by an amount in atoms; negative where it pays. */
  readonly post: (side: Side, currency: number, kind: MovementKind, amount: bigint) => void;
  /** Index of the exchange's own user in the realm of a user. */
  readonly exchangeOf: (user: number) => number;
  readonly instrumentAt: (instrument: number) => InstrumentRow | undefined;
  readonly addUser: (event: { readonly realm: Realm; readonly user: number }) => void;
};

type PledgeSale = Pick<EventOf<"pledged_loan_forced">, "user" | "wallet" | "pledgeCurrency"> &
  Pick<EventOf<"pledged_loan_forced">, "pledgeUsed" | "pledgeAsInterest" | "released">;

export class Postings {
  readonly #parts: Parts;
  /** Orders of the present command by which positions are delivered. */
  readonly #delivering = new Set<number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Handlers of the events that move money, by the index of their kind. */
  handlers(): readonly (EventHandler | undefined)[] {
    const { addUser } = this.#parts;
    return handlersByIndex({
      user_created: (reader) => addUser(decoded(reader, "user_created")),
      account_kind_changed: (reader) => addUser(decoded(reader, "account_kind_changed")),
      order_accepted: (reader) => {
        if (reader.number(ACCEPTED.source) !== DELIVERY) return;
        this.#delivering.add(reader.number(ACCEPTED.orderId));
      },
      order_filled: (reader) => this.#filled(reader),
      funds_moved: (reader) => this.#moved(decoded(reader, "funds_moved")),
      funding_paid: (reader) => this.#funded(decoded(reader, "funding_paid")),
      fund_moved: (reader) => this.#fundMoved(decoded(reader, "fund_moved")),
      ...this.#lendingHandlers(),
      ...this.#pledgeHandlers(),
    });
  }

  #lendingHandlers() {
    return {
      loan_borrowed: (reader) => {
        const { amount, currency, user, wallet } = decoded(reader, "loan_borrowed");
        const pool = this.#house(user, COUNTER_WALLETS.loan);
        this.#exchange({ from: pool, to: { user, wallet }, currency, kind: "loan", amount });
      },
      loan_repaid: (reader) => {
        const event = decoded(reader, "loan_repaid");
        const { currency, interestPart, principalPart, user, wallet } = event;
        this.#repay({ user, wallet }, { currency, interestPart, principalPart });
      },
      loan_covered: (reader) => {
        const { currency, fundPaid, user } = decoded(reader, "loan_covered");
        this.#cover(user, currency, fundPaid);
      },
      collateral_swapped: (reader) => {
        const event = decoded(reader, "collateral_swapped");
        this.#swap(event, event.wallet, COUNTER_WALLETS.collateralSwap, "collateral_swap");
      },
      debt_interest_charged: (reader) => {
        const { amount, currency, user } = decoded(reader, "debt_interest_charged");
        const to = this.#house(user, COUNTER_WALLETS.interest);
        const from = { user, wallet: "unified" } as const;
        this.#exchange({ from, to, currency, kind: "interest", amount });
      },
      debt_exchanged: (reader) => {
        const event = decoded(reader, "debt_exchanged");
        this.#swap(event, "unified", COUNTER_WALLETS.debtExchange, "debt_exchange");
      },
      conversion_executed: (reader) => {
        const event = decoded(reader, "conversion_executed");
        this.#swap(event, event.wallet, COUNTER_WALLETS.conversion, "conversion");
      },
    } satisfies Partial<EventHandlers<"history">>;
  }

  #pledgeHandlers() {
    return {
      pledged_loan_taken: (reader) => {
        const event = decoded(reader, "pledged_loan_taken");
        const { amount, currency, pledge, pledgeCurrency, user, wallet } = event;
        this.#pledge({ user, wallet }, pledgeCurrency, pledge);
        const from = this.#house(user, COUNTER_WALLETS.loan);
        this.#exchange({ from, to: { user, wallet }, currency, kind: "loan", amount });
      },
      pledged_loan_repaid: (reader) => {
        const event = decoded(reader, "pledged_loan_repaid");
        const { currency, interestPart, principalPart, user, wallet } = event;
        if (event.method === "wallet") {
          this.#repay({ user, wallet }, { currency, interestPart, principalPart });
        }
        this.#sell(event);
      },
      pledge_revised: (reader) => {
        const { amount, isAdded, pledgeCurrency, user, wallet } = decoded(reader, "pledge_revised");
        this.#pledge({ user, wallet }, pledgeCurrency, isAdded ? amount : -amount);
      },
      pledged_loan_forced: (reader) => {
        const event = decoded(reader, "pledged_loan_forced");
        this.#sell(event);
        this.#cover(event.user, event.currency, event.fundPaid);
      },
    } satisfies Partial<EventHandlers<"history">>;
  }

  #house(user: number, wallet: Wallet): Side {
    return { user: this.#parts.exchangeOf(user), wallet };
  }

  #exchange({ amount, currency, from, kind, to }: Exchange): void {
    this.#parts.post(from, currency, kind, -amount);
    this.#parts.post(to, currency, kind, amount);
  }

  #moved(event: EventOf<"funds_moved">): void {
    const { amount, currency, fromUser, fromWallet, reason: kind, toUser, toWallet } = event;
    const from = { user: fromUser, wallet: fromWallet };
    this.#exchange({ from, to: { user: toUser, wallet: toWallet }, currency, kind, amount });
  }

  #funded(event: EventOf<"funding_paid">): void {
    const { amount, currency, user, wallet } = event;
    const from = this.#house(user, COUNTER_WALLETS.funding);
    this.#exchange({ from, to: { user, wallet }, currency, kind: "funding", amount });
  }

  #fundMoved(event: EventOf<"fund_moved">): void {
    const { amount, currency, isPaidIn, user, wallet } = event;
    const own = { user, wallet };
    const fund = this.#house(user, COUNTER_WALLETS.fund);
    const [from, to] = isPaidIn ? [own, fund] : [fund, own];
    this.#exchange({ from, to, currency, kind: FUND_KINDS[event.reason], amount });
  }

  #cover(user: number, currency: number, amount: bigint): void {
    const from = this.#house(user, COUNTER_WALLETS.fund);
    const to = this.#house(user, COUNTER_WALLETS.loan);
    this.#exchange({ from, to, currency, kind: "loan_cover", amount });
  }

  #repay(
    from: Side,
    paid: Pick<KindOf<"loan_repaid">, "currency" | "interestPart" | "principalPart">,
  ): void {
    const { currency, interestPart, principalPart } = paid;
    const income = this.#house(from.user, COUNTER_WALLETS.interest);
    const pool = this.#house(from.user, COUNTER_WALLETS.loan);
    this.#exchange({ from, to: income, currency, kind: "interest", amount: interestPart });
    this.#exchange({ from, to: pool, currency, kind: "loan_repayment", amount: principalPart });
  }

  /** Posts both coins that a user exchanges with an account of the exchange. */
  #swap(
    event: Pick<KindOf<"debt_exchanged">, "user" | "fromCurrency" | "fromAmount"> &
      Pick<KindOf<"debt_exchanged">, "toCurrency" | "toAmount">,
    wallet: Wallet,
    counterpart: Wallet,
    kind: MovementKind,
  ): void {
    const { fromAmount, fromCurrency, toAmount, toCurrency, user } = event;
    const own = { user, wallet };
    const house = this.#house(user, counterpart);
    const [paid, received] = [{ currency: fromCurrency }, { currency: toCurrency }];
    this.#exchange({ from: own, to: house, ...paid, kind, amount: fromAmount });
    this.#exchange({ from: house, to: own, ...received, kind, amount: toAmount });
  }

  #pledge(own: Side, currency: number, amount: bigint): void {
    const to = { user: own.user, wallet: COUNTER_WALLETS.pledge };
    this.#exchange({ from: own, to, currency, kind: "pledge", amount });
  }

  /** Posts the parts of a pledge that were used for its loan, and that returned to the user. */
  #sell(event: PledgeSale): void {
    const { pledgeAsInterest, pledgeCurrency: currency, pledgeUsed, released, user } = event;
    const from = { user, wallet: COUNTER_WALLETS.pledge };
    const income = this.#house(user, COUNTER_WALLETS.interest);
    const pool = this.#house(user, COUNTER_WALLETS.loan);
    const sale = { from, currency, kind: "pledge_sale" } as const;
    this.#exchange({ ...sale, to: income, amount: pledgeAsInterest });
    this.#exchange({ ...sale, to: pool, amount: pledgeUsed - pledgeAsInterest });
    this.#pledge({ user, wallet: event.wallet }, currency, -released);
  }

  /** Reads `order_filled`, the most frequent event that moves money. */
  #filled(reader: EventReader): void {
    const listed = this.#parts.instrumentAt(reader.number(FILLED.instrument));
    assert(listed !== undefined, "an instrument is listed before its first fill");
    const user = reader.number(FILLED.user);
    const exchange = indexIn(REALMS, listed.realm);
    const { classicWallet, isFutures } = CATEGORY_TRAITS[listed.category];
    // The wallet of an ordinary user does not matter: it has bills, and agents are one account.
    const wallet = realmOfExchange(user) === undefined ? classicWallet : "insurance_fund";
    const own: Side = { user, wallet };
    const clearing = { user: exchange, wallet: COUNTER_WALLETS.trade };
    const isBuy = reader.number(FILLED.side) === BUY;
    const value = reader.money(FILLED.value);
    if (isFutures) {
      const { settle: currency } = listed;
      if (this.#delivering.delete(reader.number(FILLED.orderId))) {
        const pool = { user: exchange, wallet: "rounding" } as const;
        const amount = isBuy === listed.isInverse ? value : -value;
        this.#exchange({ from: pool, to: clearing, currency, kind: "delivery", amount });
      }
      const amount = reader.money(FILLED.realisedPnl);
      this.#exchange({ from: clearing, to: own, currency, kind: "trade", amount });
    } else {
      const size = BigInt(reader.number(FILLED.size)) * listed.baseAtomsPerLot;
      const [base, quote] = isBuy ? [size, -value] : [-size, value];
      const kind = "trade";
      this.#exchange({ from: clearing, to: own, currency: listed.base, kind, amount: base });
      this.#exchange({ from: clearing, to: own, currency: listed.quote, kind, amount: quote });
    }
    const fees = { user: exchange, wallet: COUNTER_WALLETS.fee };
    const fee = reader.money(FILLED.fee);
    const currency = reader.number(FILLED.feeCurrency);
    this.#exchange({ from: own, to: fees, currency, kind: "trading_fee", amount: fee });
  }
}
