/**
 * The exchange that attacks are tried on: the real founding, core, sequencer and gateway in one
 * process, on a virtual clock. The index is what the script says it is in the world outside.
 */

import { AmendmentRequests } from "../../../src/channels/private/amendment-requests.ts";
import type { CommandOutcome } from "../../../src/core/base/outcome.ts";
import type { AccountKind, Wallet } from "../../../src/core/base/vocabulary.ts";
import { isWorkDue } from "../../../src/core/clock/tick.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { decodeEvents } from "../../../src/core/events/event-buffer.ts";
import type { CoreEvent, EventKind, EventOf } from "../../../src/core/events/events.ts";
import { parseUnits } from "../../../src/core/money/decimals.ts";
import { atoms } from "../../../src/core/money/units.ts";
import type { State } from "../../../src/core/state.ts";
import { KeyIssuer } from "../../../src/gateway/auth/key-issuer.ts";
import { uidOf } from "../../../src/gateway/auth/uid.ts";
import { Taps } from "../../../src/gateway/inspection/taps.ts";
import { listEndpoints } from "../../../src/gateway/list-endpoints.ts";
import { CoreMachine } from "../../../src/main/core-machine.ts";
import { foundExchange, submitOrThrow } from "../../../src/main/founding/founding.ts";
import { inThreadHistory } from "../../../src/projections/history/in-thread-history.ts";
import { RETENTION_DEFAULT } from "../../../src/projections/history/limits.ts";
import { LiveAccounts } from "../../../src/projections/live/live-accounts.ts";
import { LiveViews } from "../../../src/projections/live/live-views.ts";
import { type TestGateway, testGateway } from "../../support/gateway-fixture.ts";
import { type CoreSequencer, inMemorySequencer } from "../../support/in-memory-sequencer.ts";
import { noBrowsers } from "../../support/no-browsers.ts";
import {
  START_MS,
  signedHeaders,
  TEST_SEAL,
  type TestKey,
  testKey,
} from "../../support/test-key.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { startAgents } from "./market-agents.ts";

/** The clock ticks this often, in virtual ms. */
const TICK_MS = 250;
const INDEX_EVERY_MS = 1_000;
/** Among agents the index moves to and fro by this share: they take it for their measure. */
const WOBBLE = 0.000_02;
const COIN_DECIMALS = 8;

export type Coin = "USDT" | "USDC" | "BTC" | "ETH";

/** Prices at the start, in dollars. Round numbers, so that results are exact. */
const WORLD: Readonly<Record<string, number>> = {
  BTC: 60_000,
  ETH: 3_000,
  SOL: 150,
  XRP: 0.5,
  DOGE: 0.1,
};

export type PersonPlan = {
  /** Classic unless said otherwise. */
  readonly accountKind?: AccountKind;
  readonly funds: readonly (readonly [Wallet, Coin, number])[];
};
export type People = Readonly<Record<string, PersonPlan>>;
export type Person = {
  readonly name: string;
  readonly index: number;
  readonly accountKind: AccountKind;
  readonly key: TestKey;
};

export type Answer = { readonly code: string; readonly msg: string; readonly data: unknown };

/** A request that never reached the core: the script that sent it would prove nothing. */
export class MalformedRequest extends Error {}

type Parts = {
  readonly sequencer: CoreSequencer;
  readonly state: State;
  readonly live: LiveViews;
  readonly clock: VirtualClock;
};

export class AdversaryMarket implements AsyncDisposable {
  readonly state: State;
  /** All events since the attack began. */
  readonly events: CoreEvent[] = [];
  /** How often each refusal was met, by its text. */
  readonly refusals = new Map<string, number>();
  readonly #parts: Parts;
  readonly #gateway: TestGateway;
  readonly #people: ReadonlyMap<string, Person>;
  readonly #world = new Map(Object.entries(WORLD));
  #isFeedSilent = false;
  #wobbles = 0;

  constructor(parts: Parts, gateway: TestGateway, people: ReadonlyMap<string, Person>) {
    this.state = parts.state;
    this.#parts = parts;
    this.#gateway = gateway;
    this.#people = people;
    parts.sequencer.onBatch((events) => {
      this.events.push(...decodeEvents(events.copyWords()));
    });
  }

  get people(): readonly Person[] {
    return [...this.#people.values()];
  }

  person(name: string): Person {
    const person = this.#people.get(name);
    if (person === undefined) throw new RangeError(`a person of the plan, got ${name}`);
    return person;
  }

  /** The events of one kind since the attack began. */
  eventsOf<K extends EventKind>(kind: K): EventOf<K>[] {
    return this.events.filter((event): event is EventOf<K> & CoreEvent => event.kind === kind);
  }

  /** Dollars that a coin is worth outside the exchange. */
  worldPrice(coin: string): number {
    return this.#world.get(coin) ?? 1;
  }

  /** Moves the price of a coin in the world, and the index with it while the feed works. */
  async moveWorld(coin: Coin, price: number): Promise<void> {
    this.#world.set(coin, price);
    await this.sendIndex();
  }

  /** From here on no index price comes in, or it does again. */
  silenceFeed(isSilent: boolean): void {
    this.#isFeedSilent = isSilent;
  }

  /** Sends the prices of the world to all instruments, unless the feed is silent. */
  async sendIndex(): Promise<void> {
    if (this.#isFeedSilent) return;
    const instruments: number[] = [];
    const prices: number[] = [];
    for (const { base, index, priceDecimals, tickStep } of this.state.instruments) {
      const code = this.state.currencies[base]?.code ?? "";
      const price = this.#world.get(code) ?? this.#world.get(code.replace(/^S/, ""));
      if (price === undefined) continue;
      instruments.push(index);
      const wobble = 1 + (this.#wobbles % 2) * WOBBLE;
      prices.push(Math.round((price * wobble * 10 ** priceDecimals) / tickStep));
    }
    if (this.#wobbles > 0) this.#wobbles += 1;
    await this.command({ kind: "set_index_prices", instruments, prices });
  }

  /** Lets time pass: ticks, index prices each second, and whatever agents do. */
  async wait(ms: number): Promise<void> {
    const { clock, sequencer } = this.#parts;
    for (const untilMs = clock.nowMs() + ms; clock.nowMs() < untilMs; ) {
      const beforeMs = clock.nowMs();
      const stepMs = Math.min(TICK_MS, untilMs - beforeMs);
      clock.advance(stepMs);
      this.#gateway.advance(stepMs);
      await sequencer.drain();
      const isNewSecond =
        Math.floor(clock.nowMs() / INDEX_EVERY_MS) !== Math.floor(beforeMs / INDEX_EVERY_MS);
      if (isNewSecond) await this.sendIndex();
      do await this.command({ kind: "tick" });
      while (isWorkDue(this.state));
    }
  }

  /**
   * A signed POST. A refusal of the core is an answer; throws `MalformedRequest` for a request that
   * did not reach it.
   */
  async post(name: string, path: string, body: object): Promise<Answer> {
    const { key } = this.person(name);
    const payload = JSON.stringify(body);
    const timestampMs = this.#gateway.gateway.nowMs();
    const headers = signedHeaders(key, {
      ...{ method: "POST", target: path, body: payload },
      timestampMs,
    });
    const { sequencer } = this.#parts;
    const { appliedSeq } = sequencer;
    const reply = await this.#gateway.app.inject({ method: "POST", url: path, headers, payload });
    const answer = reply.json<Answer>();
    if (answer.code === "00000") return answer;
    if (sequencer.appliedSeq === appliedSeq) {
      throw new MalformedRequest(`${path} ${payload}: ${answer.code} ${answer.msg}`);
    }
    this.refusals.set(answer.msg, (this.refusals.get(answer.msg) ?? 0) + 1);
    return answer;
  }

  /** Has market agents trade the instruments of these symbols, and lets their books fill. */
  async startAgents(symbols: readonly string[]): Promise<void> {
    await startAgents(this.#parts, symbols);
    this.#wobbles = 1;
    await this.wait(4_000);
  }

  /** Applies a command of the operator or the clock, which must be accepted. */
  async command(draft: CommandDraft): Promise<CommandOutcome> {
    return submitOrThrow(this.#parts.sequencer, draft);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#gateway.app.close();
    await this.#parts.sequencer.stop();
    await this.#gateway.gateway.exchange.history[Symbol.asyncDispose]();
  }
}

async function person(parts: Parts, name: string, plan: PersonPlan): Promise<Person> {
  const { sequencer, state } = parts;
  const { accountKind = "classic" } = plan;
  const terms = { name, accountKind, realm: "live", parent: 0, openOrdersMax: 0 } as const;
  const { id: index } = await submitOrThrow(sequencer, { kind: "create_user", ...terms });
  for (const [wallet, coin, amount] of plan.funds) {
    const currency = state.currencyByCode.get(coin)?.index ?? 0;
    const money = atoms(parseUnits(String(amount), COIN_DECIMALS) ?? 0n);
    const credit = { user: index, wallet, currency, amount: money };
    await submitOrThrow(sequencer, { kind: "credit", ...credit });
  }
  if (accountKind === "unified") {
    const level = { user: index, level: "advanced", isByOperator: true } as const;
    await submitOrThrow(sequencer, { kind: "set_account_level", ...level });
  }
  const key = testKey({ uid: uidOf(index), userIndex: index, accountKind, realm: "live" });
  return { name, index, accountKind, key };
}

/** Starts the default market with these people and its index prices. */
export async function openAdversaryMarket(plans: People): Promise<AdversaryMarket> {
  const clock = new VirtualClock(START_MS);
  const machine = new CoreMachine();
  const sequencer = await inMemorySequencer(machine, () => Math.floor(clock.nowMs()));
  const { state } = machine;
  const live = new LiveViews(state.instruments);
  sequencer.onBatch((events) => live.onBatch(events.words()));
  const parts = { sequencer, state, live, clock };
  await foundExchange(sequencer, state, START_MS);
  const people = new Map<string, Person>();
  for (const [name, plan] of Object.entries(plans)) {
    people.set(name, await person(parts, name, plan));
  }
  const gateway = testGateway({
    endpoints: listEndpoints(),
    keys: Array.from(people.values(), ({ key }) => key),
    mode: "off",
    exchange: {
      commands: sequencer,
      accounts: new LiveAccounts(state, live.orders),
      live,
      amendments: new AmendmentRequests(),
      taps: new Taps(),
      terminal: noBrowsers(),
      commandAt: async () => undefined,
      keyIssuer: new KeyIssuer(TEST_SEAL),
      indexComponents: () => [],
      history: inThreadHistory({
        path: ":memory:",
        quietUsers: [0, 1],
        retention: RETENTION_DEFAULT,
        durableSeq: 0,
      }),
    },
  });
  const market = new AdversaryMarket(parts, gateway, people);
  await market.sendIndex();
  await market.wait(1_000);
  return market;
}
