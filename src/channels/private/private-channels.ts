import type { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import type { EventOf } from "../../core/events/events.ts";
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
const FUND = eventLayout("fund_moved");
const DELEVERAGED = eventLayout("position_deleveraged");
/** The user stands at the same place in all events of loans and debts. */
const LOAN = eventLayout("loan_borrowed");
/** All events about the margin of one instrument name its user first. */
const SETTINGS_USER = eventLayout("leverage_changed").user;
const MODE = eventLayout("position_mode_changed");

/** The private channels of all users that have subscribers. */
export class PrivateChannels {
  readonly #accounts: LiveAccounts;
  readonly #clock: ChannelClock;
  readonly #users = new Map<number, UserChannels>();

  constructor(options: {
    readonly accounts: LiveAccounts;
    readonly orders: LiveOrders;
    readonly plans: LivePlans;
    readonly clock: ChannelClock;
  }) {
    this.#accounts = options.accounts;
    this.#clock = options.clock;
    options.orders.onOrderChanged((order, change, fill) => {
      this.#orderChanged(order, change, fill);
    });
    options.plans.onPlanChanged((plan) => this.#users.get(plan.user)?.planChanged(plan));
  }

  /** Users with at least one subscription. */
  get userCount(): number {
    return this.#users.size;
  }

  /** Subscribes; a snapshot is sent at once where the channel has one. The answer ends it. */
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

  /** Reads one event of a durable batch; money, positions and settings concern it. */
  apply(reader: EventReader): void {
    if (this.#users.size === 0) return;
    switch (reader.kindIndex) {
      case EVENT_INDEX.funds_moved:
        this.#users.get(reader.number(MOVED.fromUser))?.fundsMoved();
        this.#users.get(reader.number(MOVED.toUser))?.fundsMoved();
        break;
      case EVENT_INDEX.position_changed: {
        const channels = this.#users.get(reader.number(POSITION.user));
        channels?.positionChanged(reader.decode() as EventOf<"position_changed">);
        break;
      }
      case EVENT_INDEX.funding_paid: {
        const channels = this.#users.get(reader.number(FUNDING.user));
        channels?.fundingPaid(reader.decode() as EventOf<"funding_paid">);
        break;
      }
      case EVENT_INDEX.loan_borrowed:
      case EVENT_INDEX.interest_charged:
      case EVENT_INDEX.loan_repaid:
      case EVENT_INDEX.loan_covered:
      case EVENT_INDEX.collateral_swapped:
      case EVENT_INDEX.debt_changed:
      case EVENT_INDEX.debt_interest_charged:
      case EVENT_INDEX.debt_exchanged:
        this.#users.get(reader.number(LOAN.user))?.fundsMoved();
        break;
      case EVENT_INDEX.fund_moved:
        this.#users.get(reader.number(FUND.user))?.fundsMoved();
        break;
      case EVENT_INDEX.position_deleveraged: {
        const channels = this.#users.get(reader.number(DELEVERAGED.user));
        channels?.deleveraged(reader.decode() as EventOf<"position_deleveraged">);
        break;
      }
      case EVENT_INDEX.leverage_changed:
      case EVENT_INDEX.margin_moved:
      case EVENT_INDEX.margin_mode_changed:
      case EVENT_INDEX.auto_margin_changed:
        this.#users.get(reader.number(SETTINGS_USER))?.settingsChanged();
        break;
      case EVENT_INDEX.position_mode_changed:
        this.#users.get(reader.number(MODE.user))?.settingsChanged();
        break;
      default:
        // Orders and fills come from the live view of orders; the rest is public.
        break;
    }
  }

  #orderChanged(order: LiveOrder, change: OrderChange, fill: LiveFill | undefined): void {
    this.#users.get(order.user)?.orderChanged(order, change, fill);
  }
}
