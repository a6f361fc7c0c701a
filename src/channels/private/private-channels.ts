import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import type { CoreEvent, EventOf } from "../../core/events/events.ts";
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
import type { PrivateChannel } from "./private-topics.ts";
import { UserChannels } from "./user-channels.ts";

const MOVED = eventLayout("funds_moved");
const POSITION = eventLayout("position_changed");
const FUNDING = eventLayout("funding_paid");
const DELEVERAGED = eventLayout("position_deleveraged");

/** Kinds of events that name one user. */
type KindWithUser = Extract<CoreEvent, { readonly user: number }>["kind"];

/** The private channels of all users that have subscribers. */
export class PrivateChannels {
  readonly #accounts: LiveAccounts;
  readonly #clock: ChannelClock;
  readonly #users = new Map<number, UserChannels>();
  /** By index of the kind of event. */
  readonly #handlers: readonly (EventHandler | undefined)[];

  constructor(options: {
    readonly accounts: LiveAccounts;
    readonly orders: LiveOrders;
    readonly plans: LivePlans;
    readonly clock: ChannelClock;
  }) {
    this.#accounts = options.accounts;
    this.#clock = options.clock;
    this.#handlers = handlersByIndex(this.#eventHandlers());
    options.orders.onOrderChanged((order, change, fill) => {
      this.#orderChanged(order, change, fill);
    });
    options.plans.onPlanChanged((plan) => this.#users.get(plan.user)?.planChanged(plan));
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
        this.#users.get(reader.number(MOVED.fromUser))?.fundsMoved();
        this.#users.get(reader.number(MOVED.toUser))?.fundsMoved();
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
      loan_borrowed: this.#fundsMovedIn("loan_borrowed"),
      interest_charged: this.#fundsMovedIn("interest_charged"),
      loan_repaid: this.#fundsMovedIn("loan_repaid"),
      loan_covered: this.#fundsMovedIn("loan_covered"),
      collateral_swapped: this.#fundsMovedIn("collateral_swapped"),
      debt_changed: this.#fundsMovedIn("debt_changed"),
      debt_interest_charged: this.#fundsMovedIn("debt_interest_charged"),
      debt_exchanged: this.#fundsMovedIn("debt_exchanged"),
      conversion_executed: this.#fundsMovedIn("conversion_executed"),
      fund_moved: this.#fundsMovedIn("fund_moved"),
      leverage_changed: this.#settingsChangedIn("leverage_changed"),
      margin_moved: this.#settingsChangedIn("margin_moved"),
      margin_mode_changed: this.#settingsChangedIn("margin_mode_changed"),
      auto_margin_changed: this.#settingsChangedIn("auto_margin_changed"),
      position_mode_changed: this.#settingsChangedIn("position_mode_changed"),
    };
  }

  /** Returns a handler of events that move funds of the user in their field `user`. */
  #fundsMovedIn(kind: KindWithUser): EventHandler {
    const { user } = eventLayout(kind);
    return (reader) => this.#users.get(reader.number(user))?.fundsMoved();
  }

  /** Returns a handler of events that change settings of the user in their field `user`. */
  #settingsChangedIn(kind: KindWithUser): EventHandler {
    const { user } = eventLayout(kind);
    return (reader) => this.#users.get(reader.number(user))?.settingsChanged();
  }

  #orderChanged(order: LiveOrder, change: OrderChange, fill: LiveFill | undefined): void {
    this.#users.get(order.user)?.orderChanged(order, change, fill);
  }
}
