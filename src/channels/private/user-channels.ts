import { unreachable } from "../../core/base/assert.ts";
import {
  type Category,
  MARGIN_WALLETS,
  type MarginWallet,
  type PositionSide,
  type Realm,
  type Wallet,
} from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { EventOf } from "../../core/events/events.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { LiveFill, LiveOrder, OrderChange } from "../../projections/live/live-order.ts";
import type { LivePlan } from "../../projections/live/live-plan.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import { quantityText } from "../../wire/sizes.ts";
import { priceText } from "../../wire/texts.ts";
import { marginBalancesPush, spotBalancesPush } from "../../wire/v2/balance-rows.ts";
import { marginOrderPush } from "../../wire/v2/margin-order-rows.ts";
import { equityPush, mixAccountsPush } from "../../wire/v2/mix-account-rows.ts";
import { mixFillPush, mixOrderPush } from "../../wire/v2/mix-order-rows.ts";
import { mixPlanPush } from "../../wire/v2/mix-plan-rows.ts";
import { closedPositionPush, mixPositionPush } from "../../wire/v2/position-rows.ts";
import { spotFillPush, spotOrderPush } from "../../wire/v2/spot-order-rows.ts";
import { spotPlanPush } from "../../wire/v2/spot-plan-rows.ts";
import { unifiedAccount } from "../../wire/v3/account-rows.ts";
import { fastFillPush, fillPush } from "../../wire/v3/fill-rows.ts";
import { type OrderPushCause, orderPush } from "../../wire/v3/order-rows.ts";
import {
  type EndedPosition,
  endedPositionPush,
  positionPush,
} from "../../wire/v3/position-rows.ts";
import { halvesOf, strategyPush } from "../../wire/v3/strategy-rows.ts";
import type { ChannelClock } from "../channel-clock.ts";
import { Paced } from "../public/paced.ts";
import { type Member, Push, type PushAction, pushText } from "../push.ts";
import type { AmendmentRequests } from "./amendment-requests.ts";
import {
  type ClassicChannel,
  MARGIN_TOPICS,
  type PrivateChannel,
  TOPIC_CONTENTS,
  type UnifiedChannel,
} from "./private-topics.ts";

/** Longest time between two pushes of account and positions of a unified account, in ms. */
export const STATE_PUSH_MS = 5_000;
/** Time within which changes of balances and positions are pushed together, in ms. */
export const STATE_CONFLATION_MS = 20;

type Row = Readonly<Record<string, unknown>>;

type Subscription = {
  readonly channel: PrivateChannel;
  readonly member: Member;
  /** The last pushed rows of balances as text without their time, by coin and pair. */
  readonly pushed: Map<string, string>;
};

/** A position whose change has not been pushed yet. */
type ChangedPosition = {
  readonly instrument: Instrument;
  readonly positionSide: PositionSide;
  /** Last figures of a position that is closed. */
  readonly ended?: EndedPosition | undefined;
};

/** The private channels of one user. */
export class UserChannels {
  readonly #user: number;
  readonly #realm: Realm;
  readonly #accounts: LiveAccounts;
  readonly #clock: ChannelClock;
  readonly #amendments: AmendmentRequests;
  readonly #paced: Paced;
  readonly #subscriptions = new Set<Subscription>();
  /** Those of `fast-fill`, which receive each fill before the others do (websocket.md 6.4). */
  readonly #fastFills = new Set<Subscription>();
  readonly #ofOrders = [this.#fastFills, this.#subscriptions];
  readonly #changedPositions = new Map<string, ChangedPosition>();
  readonly #changedCategories = new Set<Category>();
  /** Wallets whose balances or margins have changed since the last push. */
  readonly #changedWallets = new Set<Wallet>();
  #cancelPeriodic: (() => void) | undefined;

  constructor(options: {
    readonly user: number;
    readonly realm: Realm;
    readonly accounts: LiveAccounts;
    readonly clock: ChannelClock;
    readonly amendments: AmendmentRequests;
  }) {
    this.#user = options.user;
    this.#realm = options.realm;
    this.#accounts = options.accounts;
    this.#clock = options.clock;
    this.#amendments = options.amendments;
    this.#paced = new Paced(options.clock, STATE_CONFLATION_MS, () => this.#pushState());
    this.#schedulePeriodic();
  }

  get memberCount(): number {
    return this.#subscriptions.size + this.#fastFills.size;
  }

  open(channel: PrivateChannel, member: Member): () => void {
    const subscription = { channel, member, pushed: new Map<string, string>() };
    const subscriptions = channel.topic === "fast-fill" ? this.#fastFills : this.#subscriptions;
    subscriptions.add(subscription);
    if (channel.scope === "unified") this.#openUnified(channel, member);
    else this.#pushClassicState(subscription, channel, true);
    return () => subscriptions.delete(subscription);
  }

  stop(): void {
    this.#paced.stop();
    this.#cancelPeriodic?.();
  }

  /** The balance or the margin of a wallet changed. */
  walletChanged(wallet: Wallet): void {
    this.#changedWallets.add(wallet);
  }

  /** The wallet that pays for a category changed. */
  #payerChanged(category: Category): void {
    const isUnified = this.#accounts.user(this.#user)?.isUnified === true;
    this.#changedWallets.add(isUnified ? "unified" : CATEGORY_TRAITS[category].classicWallet);
  }

  settingsChanged(category: Category): void {
    this.#payerChanged(category);
    for (const row of this.#accounts.positions(this.#user)) {
      this.#changedCategories.add(row.instrument.category);
      this.#addChangedPosition(row);
    }
  }

  positionChanged(event: EventOf<"position_changed">): void {
    const instrument = this.#accounts.instrumentAt(event.instrument);
    if (instrument === undefined) return;
    this.#payerChanged(instrument.category);
    this.#changedCategories.add(instrument.category);
    const { positionSide } = event;
    const ended = event.size === 0 ? event : undefined;
    this.#addChangedPosition({ instrument, positionSide, ended });
    if (ended !== undefined) this.#pushClosedPosition(instrument, event);
  }

  /** A payment of funding changes the balance and the figures of one position. */
  fundingPaid({ instrument: index, positionSide }: EventOf<"funding_paid">): void {
    const instrument = this.#accounts.instrumentAt(index);
    if (instrument === undefined) return;
    this.#payerChanged(instrument.category);
    this.#changedCategories.add(instrument.category);
    this.#addChangedPosition({ instrument, positionSide });
  }

  /** A position was deleveraged; its fill is pushed like any other. */
  deleveraged(event: EventOf<"position_deleveraged">): void {
    const instrument = this.#accounts.instrumentAt(event.instrument);
    if (instrument === undefined) return;
    const record = {
      symbol: instrument.symbol,
      side: event.positionSide === "long" ? "sell" : "buy",
      status: "triggered",
      price: priceText(instrument, event.price),
      amount: quantityText(instrument, event.size, event.price),
      ts: String(event.timeMs),
    };
    for (const { channel, member } of this.#subscriptions) {
      if (TOPIC_CONTENTS[channel.topic] !== "deleveraging") continue;
      if (concerns(channel, instrument)) this.#send(member, "update", [record]);
    }
  }

  orderChanged(order: LiveOrder, change: OrderChange, fill: LiveFill | undefined): void {
    const instrument = this.#accounts.instrumentAt(order.instrument);
    if (instrument === undefined) return;
    const wallet = MARGIN_WALLETS.find((name) => name === order.backing);
    if (wallet === undefined) this.#payerChanged(instrument.category);
    else this.#changedWallets.add(wallet);
    if (instrument.isFutures) this.#changedCategories.add(instrument.category);
    // The push of the fill before it has status filled already.
    const isPushed = change === "closed" && order.status === "filled";
    if (wallet !== undefined) {
      if (!isPushed) this.#pushMarginOrder(instrument, { order, wallet }, fill);
      return;
    }
    const requestId =
      change === "amended" ? this.#amendments.find(this.#user, order.seq) : undefined;
    const cause = { fill, requestId };
    for (const subscriptions of this.#ofOrders) {
      for (const { channel, member } of subscriptions) {
        if (!concerns(channel, instrument)) continue;
        const content = TOPIC_CONTENTS[channel.topic];
        if (content === "orders") {
          if (!isPushed) this.#send(member, "snapshot", [this.#orderOf(channel, order, cause)]);
        } else if (fill !== undefined && content === "fills") {
          this.#send(member, "snapshot", [this.#fillOf(channel, order, fill)]);
        }
      }
    }
  }

  /** `other` is the other half of a pair of take-profit and stop-loss, while it is pending. */
  planChanged(
    plan: LivePlan,
    { isNew, other }: { readonly other: LivePlan | undefined; readonly isNew: boolean },
  ): void {
    const accounts = this.#accounts;
    const instrument = accounts.instrumentAt(plan.instrument);
    if (instrument === undefined) return;
    for (const { channel, member } of this.#subscriptions) {
      if (TOPIC_CONTENTS[channel.topic] !== "plans") continue;
      if (!concerns(channel, instrument)) continue;
      if (channel.scope !== "unified") {
        this.#send(member, "snapshot", [classicPlanRow(accounts, instrument, plan)]);
        continue;
      }
      // One order of both halves has the id of the first; the second half is accepted after it.
      if (isNew && plan.pairedId > plan.planId) continue;
      const halves = halvesOf(plan, other);
      this.#send(member, "snapshot", [strategyPush(accounts, instrument, halves)]);
    }
  }

  /** Orders on classic margin have channels of their own. */
  #pushMarginOrder(
    instrument: ListedInstrument,
    { order, wallet }: { readonly order: LiveOrder; readonly wallet: MarginWallet },
    fill: LiveFill | undefined,
  ): void {
    const topic = MARGIN_TOPICS[wallet].orders;
    for (const { channel, member } of this.#subscriptions) {
      if (channel.topic !== topic) continue;
      if (channel.symbol !== undefined && channel.symbol !== instrument.symbol) continue;
      const record = marginOrderPush(this.#accounts, instrument, order, fill);
      this.#send(member, "snapshot", [record]);
    }
  }

  /**
   * Pushes the rows that differ from those of the last push, the first time all of them. Clients
   * merge rows by coin.
   */
  #pushChangedRows(
    { member, pushed }: Subscription,
    records: readonly Row[],
    isFirst: boolean,
  ): void {
    const changed = records.filter((record) => {
      const key = `${record["symbol"]} ${record["coin"] ?? record["marginCoin"]}`;
      const text = JSON.stringify({ ...record, uTime: "" });
      if (pushed.get(key) === text) return false;
      pushed.set(key, text);
      return true;
    });
    if (isFirst || changed.length > 0) this.#send(member, "snapshot", changed);
  }

  #pushMarginAccount(subscription: Subscription, channel: ClassicChannel, isFirst: boolean): void {
    const owner = { user: this.#user, realm: this.#realm };
    const shown = { coin: channel.coin, nowMs: this.#clock.nowMs() };
    for (const wallet of MARGIN_WALLETS) {
      if (channel.topic !== MARGIN_TOPICS[wallet].account) continue;
      const records = marginBalancesPush(this.#accounts, owner, wallet, shown);
      this.#pushChangedRows(subscription, records, isFirst);
    }
  }

  /** Called after each batch. */
  changed(): void {
    if (this.#changedWallets.size > 0) this.#paced.request();
  }

  #orderOf(channel: PrivateChannel, order: LiveOrder, cause: OrderPushCause): Row {
    const accounts = this.#accounts;
    const instrument = accounts.instrumentAt(order.instrument);
    if (instrument === undefined) return {};
    if (channel.scope === "unified") return orderPush(accounts, instrument, order, cause);
    return instrument.isFutures
      ? mixOrderPush(accounts, instrument, order, cause.fill)
      : spotOrderPush(accounts, instrument, order, cause.fill);
  }

  #fillOf(channel: PrivateChannel, order: LiveOrder, fill: LiveFill): Row {
    const accounts = this.#accounts;
    const instrument = accounts.instrumentAt(order.instrument);
    if (instrument === undefined) return {};
    if (channel.topic === "fast-fill") return fastFillPush(instrument, order, fill);
    if (channel.scope === "unified") return fillPush(accounts, instrument, order, fill);
    return instrument.isFutures
      ? mixFillPush(accounts, instrument, order, fill)
      : spotFillPush(accounts, instrument, order, fill);
  }

  #addChangedPosition(position: ChangedPosition): void {
    const key = `${position.instrument.index} ${position.positionSide}`;
    this.#changedPositions.set(key, position);
  }

  #pushClosedPosition(instrument: ListedInstrument, event: EventOf<"position_changed">): void {
    for (const { channel, member } of this.#subscriptions) {
      if (TOPIC_CONTENTS[channel.topic] !== "closed_positions" || !concerns(channel, instrument))
        continue;
      const record = closedPositionPush(this.#accounts, instrument, event);
      this.#send(member, "snapshot", [record]);
    }
  }

  #openUnified(channel: UnifiedChannel, member: Member): void {
    if (channel.topic === "account") this.#pushUnifiedAccount(member);
    else if (channel.topic === "position") this.#pushUnifiedPositions(channel, member);
  }

  /** Pushes changes of state since the last push, to every channel that shows state. */
  #pushState(): void {
    for (const subscription of this.#subscriptions) {
      const { channel, member } = subscription;
      if (channel.scope === "unified") this.#pushUnifiedChange(channel, member);
      else if (this.#isClassicChanged(channel)) {
        this.#pushClassicState(subscription, channel, false);
      }
    }
    this.#changedPositions.clear();
    this.#changedCategories.clear();
    this.#changedWallets.clear();
  }

  #pushUnifiedChange(channel: UnifiedChannel, member: Member): void {
    if (channel.topic === "account" && this.#changedWallets.has("unified")) {
      this.#pushUnifiedAccount(member);
    }
    if (channel.topic !== "position" || this.#changedPositions.size === 0) return;
    const nowMs = this.#clock.nowMs();
    const rows = this.#accounts.positions(this.#user);
    const records = [...this.#changedPositions.values()]
      .filter(({ instrument }) => concerns(channel, instrument))
      .flatMap(({ ended, instrument, positionSide }) => {
        const row = rows.find(
          (open) =>
            open.instrument.index === instrument.index && open.positionSide === positionSide,
        );
        if (row !== undefined) return [positionPush(this.#accounts, this.#user, row, nowMs)];
        if (ended === undefined) return [];
        return [endedPositionPush(this.#accounts, instrument, ended, nowMs)];
      });
    if (records.length > 0) this.#send(member, "update", records);
  }

  #pushUnifiedAccount(member: Member): void {
    const record = unifiedAccount(this.#accounts, this.#user, this.#realm);
    this.#send(member, "snapshot", [record]);
  }

  /** Pushes the complete list as a snapshot: clients drop positions that it does not contain. */
  #pushUnifiedPositions(channel: UnifiedChannel, member: Member): void {
    const nowMs = this.#clock.nowMs();
    const records = this.#accounts
      .positions(this.#user)
      .filter((row) => concerns(channel, row.instrument))
      .map((row) => positionPush(this.#accounts, this.#user, row, nowMs));
    this.#send(member, "snapshot", records);
  }

  #isClassicChanged({ category, topic }: ClassicChannel): boolean {
    if (category === undefined) {
      const shown = MARGIN_WALLETS.find((wallet) => MARGIN_TOPICS[wallet].account === topic);
      return shown !== undefined && this.#changedWallets.has(shown);
    }
    if (topic === "positions") return this.#changedCategories.has(category);
    return this.#changedWallets.has(CATEGORY_TRAITS[category].classicWallet);
  }

  /**
   * Pushes the state of a classic channel: of balances and equity what has changed since the last
   * push, of positions the whole list. Nothing where a channel only shows events.
   */
  #pushClassicState(subscription: Subscription, channel: ClassicChannel, isFirst: boolean): void {
    const { member } = subscription;
    const { category } = channel;
    if (category === undefined) {
      this.#pushMarginAccount(subscription, channel, isFirst);
      return;
    }
    const accounts = this.#accounts;
    const owner = { user: this.#user, realm: this.#realm };
    const nowMs = this.#clock.nowMs();
    switch (channel.topic) {
      case "account":
        this.#pushChangedRows(
          subscription,
          category === "spot"
            ? spotBalancesPush(accounts, owner, channel.coin, nowMs)
            : mixAccountsPush(accounts, owner, category),
          isFirst,
        );
        break;
      case "equity":
        if (category === "spot") break;
        this.#pushChangedRows(subscription, [equityPush(accounts, owner, category)], isFirst);
        break;
      case "positions": {
        const rows = accounts
          .positions(this.#user)
          .filter((row) => concerns(channel, row.instrument));
        const records = rows.map((row) => mixPositionPush(accounts, this.#user, row, nowMs));
        this.#send(member, "snapshot", records);
        break;
      }
      case "orders":
      case "orders-algo":
      case "fill":
      case "positions-history":
      case "adl-noti":
      case "orders-crossed":
      case "orders-isolated":
      case "account-crossed":
      case "account-isolated":
        break;
      default:
        unreachable(channel.topic);
    }
  }

  #schedulePeriodic(): void {
    this.#cancelPeriodic = this.#clock.after(STATE_PUSH_MS, () => {
      for (const { channel, member } of this.#subscriptions) {
        if (channel.scope === "unified") this.#openUnified(channel, member);
      }
      this.#schedulePeriodic();
    });
  }

  #send(member: Member, action: PushAction, records: readonly Row[]): void {
    const data = JSON.stringify(records);
    const text = pushText(action, member.argJson, data, this.#clock.nowMs());
    member.subscriber.sendPrivate(new Push(text));
  }
}

function classicPlanRow(accounts: LiveAccounts, instrument: ListedInstrument, plan: LivePlan): Row {
  return instrument.isFutures
    ? mixPlanPush(accounts, instrument, plan)
    : spotPlanPush(accounts, instrument, plan);
}

/** Whether a channel's filters let an instrument through. */
function concerns(channel: PrivateChannel, instrument: ListedInstrument): boolean {
  if (channel.scope === "classic" && channel.category !== instrument.category) return false;
  if (channel.category !== undefined && channel.category !== instrument.category) return false;
  return channel.symbol === undefined || channel.symbol === instrument.symbol;
}
