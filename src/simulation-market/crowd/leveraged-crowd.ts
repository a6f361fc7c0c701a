import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import type { OutsideMarket } from "../../market-model/outside-market.ts";
import type { Streams } from "../../market-model/random.ts";
import type { CurrencyFacts, Failure, MarketPort } from "../market-port.ts";
import { Arrivals } from "./arrivals.ts";
import type { CrowdAccounts } from "./crowd-accounts.ts";
import { type CrowdAccount, CrowdMember, type MemberContext } from "./crowd-member.ts";
import { crowdInstruments } from "./crowd-users.ts";
import { drawTraits } from "./member-traits.ts";
import { TrendWatch } from "./trend-watch.ts";

/** Largest rate of commands of all members together, and the most at one beat. */
const COMMANDS_PER_SECOND_MAX = 5;
const COMMANDS_PER_LOOK_MAX = 2;

const CLOSED = eventLayout("order_closed");
const LIQUIDATION = eventLayout("liquidation_started");

export type LeveragedCrowdOptions = {
  readonly port: MarketPort;
  readonly streams: Streams;
  /** Name of this run among the streams; differs between runs of one exchange. */
  readonly stream: string;
  readonly members: readonly CrowdAccount[];
  readonly currencies: readonly CurrencyFacts[];
  readonly accounts: CrowdAccounts;
  readonly outside: OutsideMarket;
};

/**
 * Leveraged trend followers and noise traders of the perpetuals. They open positions at 5 to 50
 * times their margin, keep losers too long and are liquidated by ordinary movements; new members
 * take the place of emptied ones. Their behaviour depends only on the streams, the passing of
 * time and what they read.
 */
export class LeveragedCrowd {
  readonly #port: MarketPort;
  readonly #members: readonly CrowdMember[];
  readonly #byUser = new Map<number, CrowdMember>();
  readonly #trends: TrendWatch;
  readonly #rejections = new Map<Failure, number>();
  #submitted = 0;
  #allowance = 0;
  #beatAtMs: number;
  #isStopped = false;

  constructor(options: LeveragedCrowdOptions) {
    const { port, outside, members } = options;
    this.#port = port;
    this.#beatAtMs = port.nowMs();
    this.#trends = new TrendWatch(outside);
    const arrivals = new Arrivals();
    this.#members = members.map((account) => {
      const member = this.#createMember(account, options, arrivals);
      this.#byUser.set(account.user, member);
      return member;
    });
  }

  /** Number of commands sent since the start. */
  get submitted(): number {
    return this.#submitted;
  }

  /** Number of rejections by reason. */
  get rejections(): ReadonlyMap<Failure, number> {
    return this.#rejections;
  }

  /** Lets the members act that are due, within the bound of commands. Call it every 100 ms. */
  beat(nowMs: number): void {
    if (this.#isStopped) return;
    this.#trends.observe(nowMs);
    const earned = ((nowMs - this.#beatAtMs) / 1_000) * COMMANDS_PER_SECOND_MAX;
    this.#allowance = Math.min(COMMANDS_PER_SECOND_MAX, this.#allowance + earned);
    this.#beatAtMs = nowMs;
    for (const member of this.#members) {
      if (this.#allowance < COMMANDS_PER_LOOK_MAX) return;
      if (member.dueAtMs <= nowMs) member.look(nowMs);
    }
  }

  /** Reads the events of a durable batch. */
  read(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) {
      if (reader.kindIndex === EVENT_INDEX.order_closed) {
        const member = this.#byUser.get(reader.number(CLOSED.user));
        member?.orderClosed(reader.number(CLOSED.orderId));
      } else if (reader.kindIndex === EVENT_INDEX.liquidation_started) {
        const member = this.#byUser.get(reader.number(LIQUIDATION.user));
        member?.liquidated(this.#port.nowMs());
      }
    }
  }

  /** Stops the members; their positions and resting orders stay. */
  stop(): void {
    this.#isStopped = true;
  }

  #createMember(
    account: CrowdAccount,
    options: LeveragedCrowdOptions,
    arrivals: Arrivals,
  ): CrowdMember {
    const { port, streams, stream, currencies, accounts, outside } = options;
    const traded = crowdInstruments(port.instruments, account);
    const context: MemberContext = {
      account,
      decimals: currencies.find(({ index }) => index === account.settle)?.decimals ?? 0,
      instruments: traded.filter(({ settle }) => settle === account.settle),
      port,
      accounts,
      outside,
      trends: this.#trends,
      arrivals,
      random: streams(`crowd ${stream} ${account.name}`),
      submit: (command, done, withinMs) => {
        const onOutcome: typeof done = (outcome) => {
          const { rejection } = outcome;
          if (rejection !== undefined) {
            this.#rejections.set(rejection, (this.#rejections.get(rejection) ?? 0) + 1);
          }
          done(outcome);
        };
        this.#allowance -= 1;
        if (port.submit(command, onOutcome, withinMs)) this.#submitted += 1;
        else done({ seq: 0, timeMs: 0, rejection: "expired", orderId: 0 });
      },
    };
    return new CrowdMember(context, drawTraits(streams(`crowd ${account.name}`)));
  }
}
