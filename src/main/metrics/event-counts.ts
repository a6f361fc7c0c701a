/** Counts of events that say how the money is: liquidations, draws on funds, rejections, halts. */
import { elementAt } from "../../core/base/list.ts";
import { REJECTIONS } from "../../core/base/rejections.ts";
import { CATEGORIES, MARGIN_WALLETS } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout, type NumberOffset } from "../../core/events/event-layout.ts";
import type { EventKind, EventOf } from "../../core/events/events.ts";
import { currencyAt, instrumentAt, type State } from "../../core/state.ts";
import { type EventHandler, handlersByIndex } from "../../projections/live/event-consumers.ts";
import { isOperatorUser } from "../operator-users.ts";
import { coins } from "./coins.ts";
import type { DebtTotals } from "./debt-totals.ts";
import { LabelledCounts } from "./labelled-counts.ts";

/** What was rejected: an order, another command, or the order of a plan. */
type RejectedSubject = "order" | "command" | "plan";

const ORDER_REJECTED = eventLayout("order_rejected");
const COMMAND_REJECTED = eventLayout("command_rejected");
const PLAN_FAILED = eventLayout("plan_failed");
const FUNDING_PAID = eventLayout("funding_paid");

const FUTURES = CATEGORIES.filter((category) => CATEGORY_TRAITS[category].isFutures);

/**
 * Lines of products: categories of isolated positions, which are also the names of wallets, further
 * wallets, and loans.
 */
const PRODUCTS: readonly string[] = [
  ...FUTURES,
  ...["unified", ...MARGIN_WALLETS],
  ...["pledged_loan", "risk_unit"],
];

type KindHandlers = Readonly<Partial<Record<EventKind, EventHandler>>>;
/** Readers of events so rare that decoding a whole event costs nothing that counts. */
type DecodedReaders = { readonly [K in EventKind]?: (event: EventOf<K>) => void };

function decodingHandlers(readers: DecodedReaders): KindHandlers {
  const decoding = Object.entries(readers).map(([kind, read]) => [
    kind,
    (reader: EventReader) => read(reader.decode() as never),
  ]);
  return Object.fromEntries(decoding) as KindHandlers;
}

/** Joins two tables by index of the kind. */
function bothHandlers(
  first: readonly (EventHandler | undefined)[],
  second: readonly (EventHandler | undefined)[],
): readonly (EventHandler | undefined)[] {
  return first.map((one, kind) => {
    const other = second[kind];
    if (one === undefined || other === undefined) return one ?? other;
    return (reader) => {
      one(reader);
      other(reader);
    };
  });
}

/** Counts since the start of the process; the replay of the journal does not count. */
export class EventCounts {
  readonly liquidations = new LabelledCounts("product", "owner");
  readonly liquidationSteps = new LabelledCounts("category", "owner");
  readonly deleveragings = new LabelledCounts("category", "owner");
  readonly fundDraws = new LabelledCounts("product");
  /** Amounts in whole coins. */
  readonly fundPaid = new LabelledCounts("realm", "coin");
  readonly fundBackstopped = new LabelledCounts("realm", "coin");
  readonly poolLosses = new LabelledCounts("realm", "coin");
  readonly fundingSettlements = new LabelledCounts("category");
  readonly fundingPayments = new LabelledCounts("category");
  readonly halts = new LabelledCounts("category");
  readonly rejections = new LabelledCounts("subject", "reason", "owner");
  readonly #state: State;
  /** By user: whether it is an agent of the generated market or the exchange itself. */
  readonly #agents: boolean[] = [];
  readonly #handlers: readonly (EventHandler | undefined)[];

  constructor(state: State, debts: DebtTotals) {
    this.#state = state;
    this.#beginSeries();
    const decoding = decodingHandlers({ ...this.#moneyReaders(), ...this.#liquidationReaders() });
    const counting = handlersByIndex({ ...decoding, ...this.#frequentHandlers() });
    this.#handlers = bothHandlers(counting, debts.handlers);
  }

  /** Begins series at 0, because a scraper sees no increase in the first value of a series. */
  #beginSeries(): void {
    for (const owner of ["user", "agent"]) {
      for (const product of PRODUCTS) this.liquidations.add([product, owner], 0);
      for (const category of FUTURES) {
        this.liquidationSteps.add([category, owner], 0);
        this.deleveragings.add([category, owner], 0);
      }
    }
    for (const product of PRODUCTS) this.fundDraws.add([product], 0);
    for (const category of FUTURES) {
      this.fundingSettlements.add([category], 0);
      this.fundingPayments.add([category], 0);
    }
    for (const category of CATEGORIES) this.halts.add([category], 0);
  }

  /** Counts the events of a batch, which the state already contains. */
  onBatch(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) this.#handlers[reader.kindIndex]?.(reader);
  }

  #frequentHandlers(): KindHandlers {
    return {
      order_rejected: (reader) => this.#reject("order", reader, ORDER_REJECTED),
      command_rejected: (reader) => this.#reject("command", reader, COMMAND_REJECTED),
      plan_failed: (reader) => this.#reject("plan", reader, PLAN_FAILED),
      funding_paid: (reader) =>
        this.fundingPayments.add([this.#category(reader.number(FUNDING_PAID.instrument))]),
    };
  }

  #reject(
    subject: RejectedSubject,
    reader: EventReader,
    { reason, user }: { readonly reason: NumberOffset; readonly user: NumberOffset },
  ): void {
    const word = elementAt(REJECTIONS, reader.number(reason));
    this.rejections.add([subject, word, this.#owner(reader.number(user))]);
  }

  #owner(index: number): "user" | "agent" {
    const known = this.#agents[index];
    if (known !== undefined) return known ? "agent" : "user";
    const user = this.#state.users[index];
    if (user === undefined) return "user";
    this.#agents[index] = isOperatorUser(user);
    return this.#agents[index] ? "agent" : "user";
  }

  #category(instrument: number): string {
    return instrumentAt(this.#state, instrument).category;
  }

  #addCoins(
    to: LabelledCounts<"realm" | "coin">,
    { amount, currency, user }: Pick<EventOf<"fund_moved">, "amount" | "currency" | "user">,
  ): void {
    const { realm } = this.#state.users[user] ?? { realm: "live" };
    const coin = currencyAt(this.#state, currency);
    to.add([realm, coin.code], coins(amount, coin));
  }

  /** Adds what the end of a loan cost the fund and the pool. */
  #addLoanLoss(
    product: string,
    loss: Pick<EventOf<"loan_covered">, "currency" | "fundPaid" | "user" | "writtenOff">,
  ): void {
    const { currency, fundPaid, user, writtenOff } = loss;
    if (fundPaid > 0n) {
      this.fundDraws.add([product]);
      this.#addCoins(this.fundPaid, { amount: fundPaid, currency, user });
    }
    if (writtenOff > 0n) {
      this.#addCoins(this.poolLosses, { amount: writtenOff, currency, user });
    }
  }

  #moneyReaders(): DecodedReaders {
    return {
      fund_moved: (event) => {
        if (event.reason === "shortfall") {
          this.fundDraws.add([event.wallet]);
          this.#addCoins(this.fundPaid, event);
        } else if (event.reason === "backstop") {
          this.#addCoins(this.fundBackstopped, event);
        }
      },
      loan_covered: (event) => this.#addLoanLoss(event.wallet, event),
      pledged_loan_forced: (event) => {
        this.liquidations.add(["pledged_loan", this.#owner(event.user)]);
        this.#addLoanLoss("pledged_loan", event);
      },
      funding_fixed: ({ instrument }) => this.fundingSettlements.add([this.#category(instrument)]),
      instrument_status_changed: ({ instrument, status }) => {
        if (status === "halted") this.halts.add([this.#category(instrument)]);
      },
    };
  }

  #liquidationReaders(): DecodedReaders {
    return {
      liquidation_started: ({ instrument, user, wallet }) => {
        const product = instrument === 0 ? wallet : this.#category(instrument - 1);
        this.liquidations.add([product, this.#owner(user)]);
      },
      position_liquidated: ({ instrument, user }) =>
        this.liquidationSteps.add([this.#category(instrument), this.#owner(user)]),
      position_deleveraged: ({ instrument, user }) =>
        this.deleveragings.add([this.#category(instrument), this.#owner(user)]),
      unwind_started: ({ isForced, user, wallet }) => {
        if (isForced) this.liquidations.add([wallet, this.#owner(user)]);
      },
      unit_liquidation_changed: ({ isLiquidating, unit }) => {
        if (isLiquidating) this.liquidations.add(["risk_unit", this.#owner(unit)]);
      },
    };
  }
}
