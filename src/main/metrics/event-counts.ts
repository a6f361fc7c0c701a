/** Counts of events that say how the money is: liquidations, draws on funds, rejections, halts. */
import { elementAt } from "../../core/base/list.ts";
import { REJECTIONS } from "../../core/base/rejections.ts";
import { CATEGORIES, MARGIN_WALLETS } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout, type NumberOffset } from "../../core/events/event-layout.ts";
import { EVENT_KINDS, type EventKind, type EventOf } from "../../core/events/events.ts";
import { currencyAt, instrumentAt, type State } from "../../core/state.ts";
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

type RareReaders = { readonly [K in EventKind]?: (event: EventOf<K>) => void };

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
  readonly #debts: DebtTotals;
  /** By user: whether it is an agent of the generated market or the exchange itself. */
  readonly #agents: boolean[] = [];
  /** By index of the kind. */
  readonly #rare: readonly (((event: never) => void) | undefined)[];

  constructor(state: State, debts: DebtTotals) {
    this.#state = state;
    this.#debts = debts;
    this.#beginSeries();
    const rare = this.#rareReaders();
    this.#rare = EVENT_KINDS.map((kind) => rare[kind] as ((event: never) => void) | undefined);
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
    while (reader.next()) this.#read(reader);
  }

  #read(reader: EventReader): void {
    switch (reader.kindIndex) {
      case EVENT_INDEX.order_rejected:
        this.#reject("order", reader, ORDER_REJECTED);
        break;
      case EVENT_INDEX.command_rejected:
        this.#reject("command", reader, COMMAND_REJECTED);
        break;
      case EVENT_INDEX.plan_failed:
        this.#reject("plan", reader, PLAN_FAILED);
        break;
      case EVENT_INDEX.funding_paid:
        this.fundingPayments.add([this.#category(reader.number(FUNDING_PAID.instrument))]);
        break;
      default:
        this.#readRare(reader);
    }
  }

  #readRare(reader: EventReader): void {
    this.#debts.read(reader);
    const count = this.#rare[reader.kindIndex];
    if (count !== undefined) count(reader.decode() as never);
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

  #rareReaders(): RareReaders {
    return {
      ...this.#liquidationReaders(),
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

  #liquidationReaders(): RareReaders {
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
