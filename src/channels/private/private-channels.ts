import { CATEGORIES, MARGIN_WALLETS, WALLETS, type Wallet } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import type { EventOf } from "../../core/events/events.ts";
import {
  type EventHandler,
  type EventHandlers,
  handlersByIndex,
} from "../../projections/live/event-consumers.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { LiveFill, LiveOrder, OrderChange } from "../../projections/live/live-order.ts";
import type { LiveOrders } from "../../projections/live/live-orders.ts";
import type { LivePlans } from "../../projections/live/live-plans.ts";
import type { ChannelClock } from "../channel-clock.ts";
import type { Member } from "../push.ts";
import type { AmendmentRequests } from "./amendment-requests.ts";
import type { PrivateChannel } from "./private-topics.ts";
import { UserChannels } from "./user-channels.ts";

const MOVED = eventLayout("funds_moved");
const POSITION = eventLayout("position_changed");
const FUNDING = eventLayout("funding_paid");
const DELEVERAGED = eventLayout("position_deleveraged");

const MODE = eventLayout("position_mode_changed");

/** Kinds of events that name one user and a wallet of that user. */
type KindWithWallet =
  | ("loan_borrowed" | "interest_charged" | "loan_repaid" | "loan_covered")
  | ("collateral_swapped" | "conversion_executed" | "fund_moved")
  | ("pledged_loan_taken" | "pledged_loan_repaid" | "pledge_revised" | "pledged_loan_forced");
type DebtKind = "debt_changed" | "debt_interest_charged" | "debt_exchanged";
type SettingKind =
  | ("leverage_changed" | "margin_moved")
  | ("margin_mode_changed" | "auto_margin_changed");

/** The private channels of all users that have subscribers. */
export class PrivateChannels {
  readonly #accounts: LiveAccounts;
  readonly #clock: ChannelClock;
  readonly #amendments: AmendmentRequests;
  readonly #users = new Map<number, UserChannels>();
  /** By index of the kind of event. */
  readonly #handlers: readonly (EventHandler | undefined)[];

  constructor(options: {
    readonly accounts: LiveAccounts;
    readonly orders: LiveOrders;
    readonly plans: LivePlans;
    readonly amendments: AmendmentRequests;
    readonly clock: ChannelClock;
  }) {
    this.#accounts = options.accounts;
    this.#clock = options.clock;
    this.#amendments = options.amendments;
    this.#handlers = handlersByIndex(this.#eventHandlers());
    options.orders.onOrderChanged((order, change, fill) => {
      this.#orderChanged(order, change, fill);
    });
    const { plans } = options;
    plans.onPlanChanged((plan, isNew) => {
      const { pairedId, user } = plan;
      this.#users.get(user)?.planChanged(plan, { other: plans.ownById(user, pairedId), isNew });
    });
  }

  /** Users with at least one subscription. */
  get userCount(): number {
    return this.#users.size;
  }

  /** Subscribes and sends the snapshot, if the channel has one. Returns a function to end it. */
  open(channel: PrivateChannel, user: number, member: Member): () => void {
    let channels = this.#users.get(user);
    if (channels === undefined) {
      channels = new UserChannels({
        user,
        realm: this.#accounts.user(user)?.realm ?? "live",
        accounts: this.#accounts,
        clock: this.#clock,
        amendments: this.#amendments,
      });
      this.#users.set(user, channels);
    }
    const opened = channels;
    const end = opened.open(channel, member);
    return () => {
      end();
      if (opened.memberCount > 0 || this.#users.get(user) !== opened) return;
      opened.stop();
      this.#users.delete(user);
    };
  }

  /** Called when state and live views reflect the batch. */
  changed(): void {
    for (const channels of this.#users.values()) channels.changed();
  }

  stop(): void {
    for (const channels of this.#users.values()) channels.stop();
    this.#users.clear();
  }

  /** Processes one event of a durable batch. */
  apply(reader: EventReader): void {
    if (this.#users.size > 0) this.#handlers[reader.kindIndex]?.(reader);
  }

  #eventHandlers(): EventHandlers<"private_channels"> {
    return {
      funds_moved: (reader) => {
        const { fromUser, fromWallet, toUser, toWallet } = MOVED;
        this.#walletChanged(reader.number(fromUser), WALLETS[reader.number(fromWallet)]);
        this.#walletChanged(reader.number(toUser), WALLETS[reader.number(toWallet)]);
      },
      position_changed: (reader) => {
        const channels = this.#users.get(reader.number(POSITION.user));
        channels?.positionChanged(reader.decode() as EventOf<"position_changed">);
      },
      funding_paid: (reader) => {
        const channels = this.#users.get(reader.number(FUNDING.user));
        channels?.fundingPaid(reader.decode() as EventOf<"funding_paid">);
      },
      position_deleveraged: (reader) => {
        const channels = this.#users.get(reader.number(DELEVERAGED.user));
        channels?.deleveraged(reader.decode() as EventOf<"position_deleveraged">);
      },
      loan_borrowed: this.#changedIn("loan_borrowed", MARGIN_WALLETS),
      interest_charged: this.#changedIn("interest_charged", MARGIN_WALLETS),
      loan_repaid: this.#changedIn("loan_repaid", MARGIN_WALLETS),
      loan_covered: this.#changedIn("loan_covered", MARGIN_WALLETS),
      collateral_swapped: this.#changedIn("collateral_swapped", MARGIN_WALLETS),
      debt_changed: this.#debtChangedIn("debt_changed"),
      debt_interest_charged: this.#debtChangedIn("debt_interest_charged"),
      debt_exchanged: this.#debtChangedIn("debt_exchanged"),
      conversion_executed: this.#changedIn("conversion_executed", WALLETS),
      fund_moved: this.#changedIn("fund_moved", WALLETS),
      pledged_loan_taken: this.#changedIn("pledged_loan_taken", WALLETS),
      pledged_loan_repaid: this.#changedIn("pledged_loan_repaid", WALLETS),
      pledge_revised: this.#changedIn("pledge_revised", WALLETS),
      pledged_loan_forced: this.#changedIn("pledged_loan_forced", WALLETS),
      leverage_changed: this.#settingsChangedIn("leverage_changed"),
      margin_moved: this.#settingsChangedIn("margin_moved"),
      margin_mode_changed: this.#settingsChangedIn("margin_mode_changed"),
      auto_margin_changed: this.#settingsChangedIn("auto_margin_changed"),
      position_mode_changed: (reader) => {
        const category = CATEGORIES[reader.number(MODE.category)];
        if (category === undefined) return;
        this.#users.get(reader.number(MODE.user))?.settingsChanged(category);
      },
    };
  }

  #walletChanged(user: number, wallet: Wallet | undefined): void {
    if (wallet !== undefined) this.#users.get(user)?.walletChanged(wallet);
  }

  /** Returns a handler of events that name a user and one of `wallets` of that user. */
  #changedIn(kind: KindWithWallet, wallets: readonly Wallet[]): EventHandler {
    const { user, wallet } = eventLayout(kind);
    return (reader) => this.#walletChanged(reader.number(user), wallets[reader.number(wallet)]);
  }

  /** Returns a handler of events of debts, which only unified accounts have. */
  #debtChangedIn(kind: DebtKind): EventHandler {
    const { user } = eventLayout(kind);
    return (reader) => this.#walletChanged(reader.number(user), "unified");
  }

  /** Returns a handler of events that change settings of a user in one instrument. */
  #settingsChangedIn(kind: SettingKind): EventHandler {
    const { instrument, user } = eventLayout(kind);
    return (reader) => {
      const category = this.#accounts.instrumentAt(reader.number(instrument))?.category;
      if (category === undefined) return;
      this.#users.get(reader.number(user))?.settingsChanged(category);
    };
  }

  #orderChanged(order: LiveOrder, change: OrderChange, fill: LiveFill | undefined): void {
    this.#users.get(order.user)?.orderChanged(order, change, fill);
  }
}
