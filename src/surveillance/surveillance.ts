/**
 * Surveillance: reads every batch of events and raises alerts for the operator. It only informs; it
 * never changes a price, a fill or an order (decision 0040).
 */

import { indexIn, ROLES, SIDES } from "../core/base/vocabulary.ts";
import { EventReader } from "../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../core/events/event-layout.ts";
import { AccountLinks } from "./account-links.ts";
import { type Alert, Alerts, type Evidence, type Finding } from "./alerts.ts";
import { BandWalks } from "./band-walks.ts";
import { counterpartiesOf } from "./counterparties.ts";
import { DEFAULT_FIGURES, type Figures } from "./figures.ts";
import { type FundDraw, FundDraws } from "./fund-draws.ts";
import { type MarketSource, ObservedMarket } from "./observed-market.ts";
import {
  detectFastProfit,
  detectSelfMatching,
  detectWashTrades,
  exceedsThreshold,
  type PairContext,
} from "./pair-detectors.ts";
import { type PairFlow, PairFlows, UserFlows } from "./pair-flows.ts";
import { ALERT_TRADES_MAX, CHECK_INTERVAL_MS } from "./surveillance-limits.ts";
import { newObservedTrade, TradeRing } from "./trade-ring.ts";

const TRADE = eventLayout("trade_executed");
const FILLED = eventLayout("order_filled");
const MARKED = eventLayout("mark_price_changed");
const MOVED = eventLayout("funds_moved");
const LIQUIDATION = eventLayout("liquidation_started");
const LIQUIDATION_END = eventLayout("liquidation_ended");
const UNWIND = eventLayout("unwind_started");
const UNWIND_END = eventLayout("unwind_ended");
const BUY = indexIn(SIDES, "buy");
const TAKER = indexIn(ROLES, "taker");

export type SurveillanceParts = {
  readonly source: MarketSource;
  /** Returns a label that stays the same for an address until the next start. */
  readonly labelOf: (address: string) => string;
  /** Called once for each new alert. */
  readonly onAlert: (alert: Alert) => void;
};

export class Surveillance {
  readonly alerts = new Alerts();
  readonly links: AccountLinks;
  readonly market: ObservedMarket;
  readonly #source: MarketSource;
  readonly #onAlert: (alert: Alert) => void;
  readonly #trades = new TradeRing();
  readonly #trade = newObservedTrade();
  readonly #pairs = new PairFlows();
  readonly #users = new UserFlows();
  readonly #totals = new UserFlows();
  readonly #walks: BandWalks;
  readonly #draws: FundDraws;
  /**
   * Number of active liquidations and unwindings by user; the exchange places the orders of these
   * users.
   */
  readonly #forced = new Map<number, number>();
  #figures: Figures = DEFAULT_FIGURES;

  constructor({ labelOf, onAlert, source }: SurveillanceParts) {
    this.#source = source;
    this.#onAlert = onAlert;
    this.market = new ObservedMarket(source);
    this.links = new AccountLinks({ parentOf: (user) => source.parentOf(user), labelOf });
    this.#walks = new BandWalks(this.market, (user) => this.leaderOf(user));
    this.#draws = new FundDraws(this.market);
  }

  get figures(): Figures {
    return this.#figures;
  }

  /** Sets the thresholds, which must be integers within their bounds. */
  setFigures(figures: Figures): void {
    this.#figures = Object.freeze({ ...figures });
  }

  /** Returns the smallest main account of a user's group, which identifies the group. */
  leaderOf(user: number): number {
    return Math.min(...this.links.groupOf(user, this.market.nowMs).accounts);
  }

  /** Records an authenticated request of a user from an address. */
  userSeen(user: number, address: string): void {
    this.links.recordRequest(user, address, this.market.nowMs);
  }

  /** Processes the events of a batch, in order. */
  onBatch(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) this.#read(reader);
  }

  #read(reader: EventReader): void {
    switch (reader.kindIndex) {
      case EVENT_INDEX.command_applied:
        this.market.nowMs = reader.timeMs;
        break;
      case EVENT_INDEX.trade_executed:
        this.#onTrade(reader);
        break;
      case EVENT_INDEX.order_filled:
        this.#onFill(reader);
        break;
      case EVENT_INDEX.mark_price_changed:
        this.#onMarkPrice(reader);
        break;
      case EVENT_INDEX.funds_moved:
        this.#onFundsMoved(reader);
        break;
      case EVENT_INDEX.liquidation_started:
        this.#countForced(reader.number(LIQUIDATION.user), 1);
        break;
      case EVENT_INDEX.unwind_started:
        this.#countForced(reader.number(UNWIND.user), 1);
        break;
      case EVENT_INDEX.liquidation_ended:
        this.#countForced(reader.number(LIQUIDATION_END.user), -1);
        break;
      case EVENT_INDEX.unwind_ended:
        this.#countForced(reader.number(UNWIND_END.user), -1);
        break;
      case EVENT_INDEX.position_liquidated:
      case EVENT_INDEX.fund_moved:
      case EVENT_INDEX.loan_covered: {
        const draw = this.#draws.read(reader);
        if (draw !== undefined) this.#onFundDraw(draw);
        break;
      }
      default:
        // The other kinds do not affect surveillance.
        break;
    }
  }

  #countForced(user: number, by: 1 | -1): void {
    const count = (this.#forced.get(user) ?? 0) + by;
    if (count > 0) this.#forced.set(user, count);
    else this.#forced.delete(user);
  }

  #onMarkPrice(reader: EventReader): void {
    const observed = this.market.of(reader.number(MARKED.instrument));
    if (observed !== undefined) observed.reference = reader.number(MARKED.mark);
  }

  /**
   * Links the main accounts of a transfer between two users; ignores transfers with the exchange.
   */
  #onFundsMoved(reader: EventReader): void {
    const from = reader.number(MOVED.fromUser);
    const to = reader.number(MOVED.toUser);
    if (from === to || this.#source.isExchange(from) || this.#source.isExchange(to)) return;
    this.links.link(from, to, "funding", this.market.nowMs);
  }

  /**
   * Stores a trade, which names its orders; the fills of maker and taker follow and name the users.
   */
  #onTrade(reader: EventReader): void {
    const trade = this.#trade;
    trade.tradeId = reader.number(TRADE.tradeId);
    trade.instrument = reader.number(TRADE.instrument);
    trade.price = reader.number(TRADE.price);
    trade.size = reader.number(TRADE.size);
    trade.timeMs = reader.timeMs;
    trade.isTakerBuy = reader.number(TRADE.takerSide) === BUY;
    trade.takerOrderId = reader.number(TRADE.takerOrderId);
    trade.makerOrderId = reader.number(TRADE.makerOrderId);
  }

  #onFill(reader: EventReader): void {
    const trade = this.#trade;
    if (reader.number(FILLED.tradeId) !== trade.tradeId) return;
    const user = reader.number(FILLED.user);
    if (reader.number(FILLED.role) !== TAKER) {
      trade.maker = user;
      return;
    }
    trade.taker = user;
    this.#trades.add(trade);
    this.#checkBandWalk();
    const observed = this.market.of(trade.instrument);
    if (observed !== undefined) observed.last = trade.price;
    if (trade.taker !== trade.maker) this.#checkPair();
  }

  #checkBandWalk(): void {
    const trade = this.#trade;
    if (this.#forced.has(trade.taker)) return;
    const finding = this.#walks.detect(this.#figures, trade);
    if (finding === undefined) return;
    const { instrument, isTakerBuy } = trade;
    const leader = this.leaderOf(trade.taker);
    this.#raise(finding, () => {
      const trades = this.#trades.select(
        this.#sinceMs,
        ALERT_TRADES_MAX,
        (taker, _maker, traded) => traded === instrument && this.leaderOf(taker) === leader,
      );
      const inDirection = trades.filter((trade) => trade.isTakerBuy === isTakerBuy);
      return { trades: inDirection, counterparties: [] };
    });
  }

  #checkPair(): void {
    const { instrument, isTakerBuy, maker, price, size, taker, timeMs } = this.#trade;
    const valueUsd = this.market.valueUsd(instrument, price, size);
    const window = Math.floor(timeMs / this.#figures.windowMs);
    this.#users.add(taker, instrument, window, valueUsd);
    this.#users.add(maker, instrument, window, valueUsd);
    this.#totals.add(0, instrument, window, valueUsd);
    const pair = { low: Math.min(taker, maker), high: Math.max(taker, maker) };
    const flow = this.#pairs.of(pair, instrument, window);
    const notional = this.market.notional(instrument, price, size);
    flow.add((taker === pair.low) === isTakerBuy, { size, notional, valueUsd });
    if (timeMs < flow.nextCheckMs || !exceedsThreshold(this.#figures, flow)) return;
    flow.nextCheckMs = timeMs + CHECK_INTERVAL_MS;
    this.#runDetectors(flow);
  }

  #runDetectors(flow: PairFlow): void {
    const context: PairContext = {
      figures: this.#figures,
      market: this.market,
      users: this.#users,
      totals: this.#totals,
    };
    const linkedBy = this.#linkedBy(flow);
    const findings = [
      detectSelfMatching(context, flow, linkedBy),
      detectWashTrades(context, flow, linkedBy ?? []),
      detectFastProfit(context, flow, linkedBy ?? []),
    ];
    for (const finding of findings) {
      if (finding === undefined) continue;
      if (finding.kind === "wash_trading") {
        this.links.link(flow.low, flow.high, "wash_trades", this.market.nowMs);
      }
      this.#raise(finding, () => this.#evidenceOf(flow));
    }
  }

  /** Returns the links of a pair, searched again after new links. */
  #linkedBy(flow: PairFlow): readonly string[] | undefined {
    if (flow.linksVersion !== this.links.version) {
      flow.linkedBy = this.links.linkedBy(flow.low, flow.high, this.market.nowMs);
      flow.linksVersion = this.links.version;
    }
    return flow.linkedBy;
  }

  #evidenceOf({ high, instrument, low }: PairFlow): Evidence {
    const trades = this.#trades.select(
      this.#sinceMs,
      ALERT_TRADES_MAX,
      (taker, maker, traded) =>
        traded === instrument && Math.min(taker, maker) === low && Math.max(taker, maker) === high,
    );
    return { trades, counterparties: [] };
  }

  /** Beginning of the previous window, in ms since 1970. */
  get #sinceMs(): number {
    const { windowMs } = this.#figures;
    return (Math.floor(this.market.nowMs / windowMs) - 1) * windowMs;
  }

  #onFundDraw(draw: FundDraw): void {
    const { bearer, instrument, lossUsd, user } = draw;
    if (lossUsd < this.#figures.drawValueMin) return;
    const finding: Finding = {
      kind: "fund_draw",
      key: `${instrument} ${user}`,
      instrument,
      users: [user],
      linkedBy: [],
      valueUsd: lossUsd,
      isAdded: true,
      measures: { bearer },
    };
    this.#raise(finding, () => this.#counterpartiesOf(user));
  }

  /** Returns the counterparties of a user in the windows, and the newest of these trades. */
  #counterpartiesOf(loser: number): Evidence {
    const linkedBy = (user: number): readonly string[] => {
      const hasSameParent = this.#source.parentOf(user) === this.#source.parentOf(loser);
      if (hasSameParent) return ["parent"];
      return this.links.linkedBy(loser, user, this.market.nowMs) ?? [];
    };
    const parts = { market: this.market, trades: this.#trades, linkedBy };
    const counterparties = counterpartiesOf(parts, loser, this.#sinceMs);
    const trades = this.#trades.select(
      this.#sinceMs,
      ALERT_TRADES_MAX,
      (taker, maker) => taker === loser || maker === loser,
    );
    return { trades, counterparties };
  }

  #raise(finding: Finding, collect: () => Evidence): void {
    const time = { nowMs: this.market.nowMs, windowMs: this.#figures.windowMs };
    const { alert, isNew } = this.alerts.raise(finding, time, collect);
    if (isNew) this.#onAlert(alert);
  }
}
