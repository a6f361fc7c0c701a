import { EventReader } from "../../core/events/event-buffer.ts";
import type { OutsideMarket, Preset } from "../../market-model/outside-market.ts";
import type { Streams } from "../../market-model/random.ts";
import { underlyingOf } from "../../market-model/underlying.ts";
import { cancelRestingOrders } from "../cancel-resting-orders.ts";
import type { Failure, InstrumentFacts, MarketPort } from "../market-port.ts";
import type { AgentAccounts } from "./agent-accounts.ts";
import { type AgentFunds, AgentFundsWatch } from "./agent-funds.ts";
import { AGENT_ROLES, type AgentPlan, type AgentRole } from "./agent-users.ts";
import { CoinTrading } from "./coin-trading.ts";
import { openPositions } from "./opening-positions.ts";
import { COMMANDS_IN_FLIGHT_MAX, OrderDesk } from "./order-desk.ts";
import { lotValue } from "./order-size.ts";
import { OutsiderFlow, type OutsiderTrade } from "./outsider-flow.ts";
import type { BeatBudget } from "./quoted-side.ts";
import { isPractice, modelCoinOf } from "./traded-coin.ts";
import {
  fairTicksOf,
  type RealmUsers,
  type TradedInstrument,
  type TradingContext,
  tradedInstrument,
} from "./traded-instrument.ts";

/** An agent whose user has been created; `user` is the user index. */
export type AgentAccount = AgentPlan & { readonly user: number };

export type AgentMarketOptions = {
  readonly port: MarketPort;
  /** Streams of this run; differ between runs of one exchange. */
  readonly streams: Streams;
  readonly preset: Preset;
  readonly agents: readonly AgentAccount[];
  /** Instruments to trade, without those under replay. */
  readonly instruments: readonly InstrumentFacts[];
  readonly outside: OutsideMarket;
  readonly accounts: AgentAccounts;
  /** Whether a user belongs to the operator: what such users trade moves no price. */
  readonly isOwn: (user: number) => boolean;
  /** Price in ticks at which the operator holds the index of an instrument; 0 if it does not. */
  readonly heldTicks?: (instrument: number) => number;
};

/** An agent outside this folder that acts on the same beat and reads the same events. */
export type BeatAgent = {
  beat(nowMs: number): void;
  /** Reads the words of one durable batch of events. */
  read?(words: Float64Array): void;
};

/** Interval in ms at which all agents act: their commands are one frame of the journal. */
export const BEAT_MS = 100;
/** Coins whose price has not moved are visited every so many beats. */
const RESTING_BEATS = 5;
/** Commands of one beat for work that can wait, such as the first quotes of a new exchange. */
const BEAT_COMMANDS = 150;

/**
 * All agents of all instruments. Their behaviour depends only on the streams, the outside market,
 * the passing of time and the events received. They are ordinary users that send ordinary commands.
 */
export class AgentMarket {
  readonly #options: AgentMarketOptions;
  readonly #context: TradingContext;
  readonly #desk: OrderDesk;
  readonly #funds: AgentFundsWatch;
  readonly #outsiders: OutsiderFlow;
  readonly #users: ReadonlyMap<string, RealmUsers>;
  readonly #facts = new Map<number, InstrumentFacts>();
  readonly #coins = new Map<string, CoinTrading>();
  readonly #traded = new Map<number, TradedInstrument>();
  readonly #companions: BeatAgent[] = [];
  #unopened: TradedInstrument[] = [];
  #beats = 0;
  #endEvents: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(options: AgentMarketOptions) {
    this.#options = options;
    const { accounts, agents, heldTicks, outside, port, preset, streams } = options;
    for (const instrument of port.instruments) this.#facts.set(instrument.index, instrument);
    this.#desk = new OrderDesk({ port, users: new Set(agents.map(({ user }) => user)) });
    this.#funds = new AgentFundsWatch(agents, port.instruments, accounts);
    this.#outsiders = new OutsiderFlow(options.isOwn, (trade) => this.#onOutsider(trade));
    this.#users = usersByRealm(agents);
    const held = heldTicks ?? (() => 0);
    this.#context = { port, desk: this.#desk, outside, streams, preset, heldTicks: held };
  }

  /** Number of commands sent since the start. */
  get submitted(): number {
    return this.#desk.submitted;
  }

  /** Number of rejections by reason. */
  get rejections(): ReadonlyMap<Failure, number> {
    return this.#desk.rejections;
  }

  /** Returns the credits for low wallets that are due now (see `AgentFundsWatch`). */
  fundsNeeded(): AgentFunds[] {
    return this.#funds.needed(this.#options.port.nowMs());
  }

  /** Has a further agent act on every beat, after those of this folder, and read all events. */
  join(agent: BeatAgent): void {
    this.#companions.push(agent);
  }

  /** Cancels the resting orders of an earlier run, then starts the agents. */
  start(): void {
    if (this.#endEvents !== undefined) return;
    const { accounts, agents, instruments, port } = this.#options;
    this.#endEvents = port.onEvents((words) => this.#read(words));
    const users = agents.map(({ user }) => user).filter((user) => accounts.hasOpenOrders(user));
    for (const command of cancelRestingOrders(users, port.instruments)) this.#desk.send(command);
    this.add(instruments);
    this.#scheduleBeat();
  }

  /** Quotes all books at once, after the start and before users see them. */
  openBooks(): void {
    this.#beat(true);
  }

  /** Starts the agents on further instruments, for example after their replay has ended. */
  add(instruments: readonly InstrumentFacts[]): void {
    for (const instrument of instruments) {
      if (!this.#traded.has(instrument.index)) this.#open(instrument);
    }
  }

  /** Stops the agents; their resting orders stay in the book. */
  stop(): void {
    this.#endEvents?.();
    this.#endEvents = undefined;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#coins.clear();
    this.#traded.clear();
    this.#unopened = [];
  }

  #open(facts: InstrumentFacts): void {
    const users = this.#users.get(facts.realm);
    const coin = modelCoinOf(facts.baseCode);
    if (users === undefined || coin === undefined) return;
    const traded = tradedInstrument(this.#context, facts, users);
    if (traded === undefined) return;
    this.#readInventories(facts, users);
    this.#traded.set(facts.index, traded);
    this.#unopened.push(traded);
    const isPlay = isPractice(facts);
    const key = `${facts.realm} ${isPlay} ${coin.code}`;
    const { dailyTurnover } = isPlay ? traded.profile : coin;
    const group =
      this.#coins.get(key) ?? new CoinTrading(this.#context, coin, users, dailyTurnover);
    this.#coins.set(key, group);
    group.add(traded);
  }

  /** Takes over what the agents hold in an instrument from the state of the exchange. */
  #readInventories(facts: InstrumentFacts, users: RealmUsers): void {
    const { accounts, agents } = this.#options;
    const lotAtoms = facts.lotStep * 10 ** (facts.baseDecimals - facts.sizeDecimals);
    for (const user of new Set(Object.values(users))) {
      if (facts.category !== "spot") {
        this.#desk.setInventory(user, facts.index, accounts.position(user, facts.index));
        continue;
      }
      // On spot a user holds what it has more than its first credit; pairs share the balance.
      if (facts.quoteCode !== "USDT") continue;
      const credit = agents
        .find((agent) => agent.user === user)
        ?.credits.find(({ currency, wallet }) => wallet === "spot" && currency === facts.base);
      if (credit === undefined) continue;
      const held = accounts.balance(user, "spot", facts.base) - credit.amount;
      this.#desk.setInventory(user, facts.index, Number(held) / lotAtoms);
    }
  }

  #scheduleBeat(): void {
    this.#cancelTimer = this.#options.port.schedule(BEAT_MS, () => {
      this.#scheduleBeat();
      this.#beat();
    });
  }

  /** `isOpening`: coins are visited that have not moved too. */
  #beat(isOpening = false): void {
    const nowMs = this.#options.port.nowMs();
    const moved = new Set(this.#options.outside.advance(nowMs));
    this.#beats += 1;
    // While the journal is slow, the agents wait rather than act on books they do not know.
    if (this.#desk.inFlight <= COMMANDS_IN_FLIGHT_MAX / 2) {
      this.#act(nowMs, moved, isOpening);
    }
    for (const agent of this.#companions) agent.beat(nowMs);
  }

  #act(nowMs: number, moved: ReadonlySet<string>, isOpening: boolean): void {
    this.#openPositions();
    const budget: BeatBudget = { commands: BEAT_COMMANDS };
    let place = this.#beats;
    for (const coin of this.#coins.values()) {
      const isMoved = moved.has(coin.coin);
      place += 1;
      if (isMoved || isOpening || place % RESTING_BEATS === 0) coin.beat(nowMs, isMoved, budget);
    }
  }

  #openPositions(): void {
    if (this.#unopened.length === 0) return;
    const { accounts } = this.#options;
    this.#unopened = this.#unopened.filter((traded) => {
      const users = this.#users.get(traded.facts.realm);
      traded.fairTicks = fairTicksOf(this.#context, traded);
      if (users === undefined || traded.fairTicks <= 0) return true;
      openPositions(traded, users, { accounts, desk: this.#desk });
      return false;
    });
  }

  #read(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) {
      this.#desk.read(reader);
      this.#funds.read(reader);
      this.#outsiders.read(reader);
    }
    for (const agent of this.#companions) agent.read?.(words);
  }

  /** Reports a trade of an outsider to the outside market. Play money moves no price. */
  #onOutsider({ instrument, isOutsiderBuying, price, size }: OutsiderTrade): void {
    const facts = this.#facts.get(instrument);
    if (facts === undefined || isPractice(facts)) return;
    const { outside } = this.#options;
    const perQuote = outside.price(underlyingOf(facts.quoteCode)) ?? 1;
    const dollars = size * lotValue(facts, price) * perQuote;
    const atPrice = ((price * facts.tickStep) / 10 ** facts.priceDecimals) * perQuote;
    const bought = isOutsiderBuying ? dollars : -dollars;
    outside.outsidersBought(underlyingOf(facts.baseCode), bought, atPrice);
  }
}

function usersByRealm(agents: readonly AgentAccount[]): Map<string, RealmUsers> {
  const users = new Map<string, RealmUsers>();
  for (const realm of new Set(agents.map((agent) => agent.realm))) {
    const userOf = (role: AgentRole): number => {
      const agent = agents.find(
        (candidate) => candidate.realm === realm && candidate.role === role,
      );
      if (agent === undefined) throw new RangeError(`every role has a user, ${role} has none`);
      return agent.user;
    };
    const entries = AGENT_ROLES.map((role) => [role, userOf(role)] as const);
    users.set(realm, Object.fromEntries(entries) as Record<AgentRole, number>);
  }
  return users;
}
