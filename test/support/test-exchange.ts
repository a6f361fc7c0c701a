/**
 * A whole exchange without sockets, threads or files: the real core behind a real sequencer with a
 * log in memory, live views, history on this thread, and the gateway, all on one virtual clock.
 */

import { AmendmentRequests } from "../../src/channels/private/amendment-requests.ts";
import type { CommandOutcome } from "../../src/core/base/outcome.ts";
import type { AccountKind, Realm, Wallet } from "../../src/core/base/vocabulary.ts";
import type { CommandDraft, DraftOf } from "../../src/core/commands/commands.ts";
import { atoms } from "../../src/core/money/units.ts";
import type { State } from "../../src/core/state.ts";
import type { Network } from "../../src/gateway/address/network.ts";
import { KeyIssuer } from "../../src/gateway/auth/key-issuer.ts";
import type { Permission } from "../../src/gateway/auth/permissions.ts";
import type { ExchangeAccess } from "../../src/gateway/exchange-access.ts";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import { Taps } from "../../src/gateway/inspection/taps.ts";
import type { RateLimitMode } from "../../src/gateway/rate-limit/rate-limiter.ts";
import type { ReadyUser, TerminalAccess } from "../../src/gateway/terminal/terminal-access.ts";
import { LiveKeys } from "../../src/main/live-keys.ts";
import { instrumentRow } from "../../src/projections/history/history.ts";
import { inThreadHistory } from "../../src/projections/history/in-thread-history.ts";
import { RETENTION_DEFAULT } from "../../src/projections/history/limits.ts";
import { LiveAccounts } from "../../src/projections/live/live-accounts.ts";
import { LiveViews } from "../../src/projections/live/live-views.ts";
import { type TestGateway, testGateway } from "./gateway-fixture.ts";
import {
  applyAccepted,
  type CoreSequencer,
  inMemorySequencer,
  listTestMarkets,
} from "./in-memory-sequencer.ts";
import type { Lane } from "./lane-client.ts";
import { noBrowsers } from "./no-browsers.ts";
import type { TestAnswer } from "./test-answer.ts";
import { START_MS, signedHeaders, TEST_SEAL, type TestKey, testKey } from "./test-key.ts";
import { currencyIndex, type TestCurrency } from "./test-listings.ts";
import { TestMachine } from "./test-machine.ts";

export interface TestUserPlan {
  readonly name: string;
  readonly accountKind: AccountKind;
  readonly realm?: Realm;
  /** Name of the main account, planned before; absent for a main account. */
  readonly parent?: string;
  /** What the user starts with, in atoms. */
  readonly funds?: readonly (readonly [Wallet, TestCurrency, bigint])[];
  readonly openOrdersMax?: number;
  /** All of the kind's when absent. */
  readonly permissions?: readonly Permission[];
}

export interface TestUser {
  readonly index: number;
  readonly uid: string;
  readonly key: TestKey;
}

type Query = Readonly<Record<string, string | number>>;

/** A running exchange, its gateway, and its users by name. */
export class ExchangeFixture implements AsyncDisposable {
  readonly access: ExchangeAccess;
  readonly state: State;
  readonly gateway: TestGateway;
  readonly #sequencer: CoreSequencer;
  readonly #users: ReadonlyMap<string, TestUser>;

  constructor(parts: {
    readonly access: ExchangeAccess;
    readonly state: State;
    readonly gateway: TestGateway;
    readonly sequencer: CoreSequencer;
    readonly users: ReadonlyMap<string, TestUser>;
  }) {
    this.access = parts.access;
    this.state = parts.state;
    this.gateway = parts.gateway;
    this.#sequencer = parts.sequencer;
    this.#users = parts.users;
  }

  /** Starts with the test listings, the index prices set, and the users of the plans. */
  static async start(options: {
    readonly endpoints: readonly Endpoint[];
    readonly users: readonly TestUserPlan[];
    /** Rate limits, `off` when absent. */
    readonly rateLimits?: RateLimitMode;
    /** Names of live users that a browser may continue as, with those of their demo accounts. */
    readonly ready?: Readonly<Record<string, string>>;
    readonly trustedProxies?: readonly Network[];
    readonly terminal?: Partial<TerminalAccess>;
    readonly lane?: Lane | undefined;
  }): Promise<ExchangeFixture> {
    let clockMs = (): number => START_MS;
    const machine = new TestMachine();
    const sequencer = await inMemorySequencer(machine, () => clockMs());
    const { state } = machine;
    const live = new LiveViews(state.instruments);
    const history = inThreadHistory({
      path: ":memory:",
      quietUsers: [0, 1],
      retention: RETENTION_DEFAULT,
      durableSeq: 0,
    });
    let listed = 0;
    sequencer.onBatch((events) => {
      const words = events.copyWords();
      const added = state.instruments.slice(listed);
      listed += added.length;
      history.listInstruments(
        added.map((instrument) => instrumentRow(instrument, state.currencies)),
      );
      live.onBatch(words);
      history.post(words);
    });
    await listTestMarkets(sequencer);
    const users = new Map<string, TestUser>();
    for (const plan of options.users)
      users.set(plan.name, await createTestUser(sequencer, plan, users));
    const accounts = new LiveAccounts(state, live.orders);
    const keyIssuer = new KeyIssuer(TEST_SEAL);
    const indexComponents = (instrument: number) => [
      { source: "test", price: state.prices[instrument]?.index ?? 0, weight: 1 },
    ];
    const amendments = new AmendmentRequests();
    const parts = { commands: sequencer, accounts, live, amendments, history };
    const commandAt = async (seq: number) => machine.commands.get(seq);
    const terminal: TerminalAccess = {
      ...noBrowsers(() => clockMs()),
      browsers: { senderInBrowser: (...asked) => gateway.authenticator.senderInBrowser(...asked) },
      readyUsers: readyUsersOf(options.ready ?? {}, users),
      ...options.terminal,
    };
    const access: ExchangeAccess = {
      ...{ ...parts, commandAt, keyIssuer, indexComponents, taps: new Taps(), terminal },
    };
    live.onAccessChanged(access.taps);
    const keys = Array.from(users.values(), ({ key }) => key);
    const gateway: TestGateway = testGateway({
      endpoints: options.endpoints,
      keys,
      directory: new LiveKeys(accounts),
      uses: terminal.keyUses,
      ...(options.trustedProxies && { trustedProxies: options.trustedProxies }),
      mode: options.rateLimits ?? "off",
      exchange: access,
      lane: options.lane,
    });
    clockMs = gateway.gateway.nowMs;
    return new ExchangeFixture({ access, state, gateway, sequencer, users });
  }

  user(name: string): TestUser {
    const user = this.#users.get(name);
    if (user === undefined) throw new Error(`a planned user, got ${name}`);
    return user;
  }

  /** The clock of gateway and sequencer. */
  get nowMs(): number {
    return this.gateway.gateway.nowMs();
  }

  /** Applies a command; throws when it is rejected. */
  async apply(command: CommandDraft): Promise<CommandOutcome> {
    return applyAccepted(this.#sequencer, command);
  }

  /** Sets the index price of an instrument, in ticks. */
  async setIndex(instrument: number, price: number): Promise<void> {
    await this.apply({ kind: "set_index_prices", instruments: [instrument], prices: [price] });
  }

  /** A GET, signed when `name` is given. */
  async get(path: string, query: Query = {}, name?: string, headers = {}): Promise<TestAnswer> {
    const parameters = Object.entries(query).map(
      ([key, value]) => `${key}=${encodeURIComponent(value)}`,
    );
    const target = parameters.length === 0 ? path : `${path}?${parameters.join("&")}`;
    return this.#send("GET", target, undefined, name, headers);
  }

  /** A POST, signed when `name` is given. */
  async post(path: string, body: unknown, name?: string, headers = {}): Promise<TestAnswer> {
    return this.#send("POST", path, JSON.stringify(body), name, headers);
  }

  async #send(
    method: "GET" | "POST",
    target: string,
    body: string | undefined,
    name: string | undefined,
    more: Readonly<Record<string, string>>,
  ): Promise<TestAnswer> {
    const headers: Record<string, string> = { ...more };
    if (name !== undefined) {
      const { key } = this.user(name);
      if (key.record.realm === "demo") headers["paptrading"] = "1";
      const timestampMs = this.nowMs;
      const signed = body === undefined ? { method, target } : { method, target, body };
      Object.assign(headers, signedHeaders(key, { ...signed, timestampMs }));
    }
    const { app } = this.gateway;
    const payload = body === undefined ? {} : { payload: body };
    const reply = await app.inject({ method, url: target, headers, ...payload });
    const { code, msg, data } = reply.json<{ code: string; msg: string; data: unknown }>();
    return { status: reply.statusCode, code, msg, data, headers: reply.headers };
  }

  /** From here on no command is taken. */
  async stopSequencer(): Promise<void> {
    await this.#sequencer.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.gateway.app.close();
    await this.#sequencer.stop();
    await this.access.history[Symbol.asyncDispose]();
  }
}

function readyUsersOf(
  ready: Readonly<Record<string, string>>,
  users: ReadonlyMap<string, TestUser>,
): ReadyUser[] {
  return Object.entries(ready).flatMap(([name, demoName]) => {
    const [live, demo] = [users.get(name), users.get(demoName)];
    if (live === undefined || demo === undefined) return [];
    const { accountKind } = live.key.record;
    return [{ name, accountKind, userIndex: live.index, demoUserIndex: demo.index }];
  });
}

async function createTestUser(
  sequencer: CoreSequencer,
  plan: TestUserPlan,
  users: ReadonlyMap<string, TestUser>,
): Promise<TestUser> {
  const { name, accountKind, realm = "live", openOrdersMax = 0, permissions } = plan;
  const parent = plan.parent === undefined ? 0 : (users.get(plan.parent)?.index ?? 0) + 1;
  const terms: DraftOf<"create_user"> = {
    kind: "create_user",
    accountKind,
    realm,
    parent,
    name,
    openOrdersMax,
  };
  const { id: index } = await applyAccepted(sequencer, terms);
  for (const [wallet, code, amount] of plan.funds ?? []) {
    const money = { user: index, wallet, currency: currencyIndex(code), amount: atoms(amount) };
    await applyAccepted(sequencer, { kind: "credit", ...money });
  }
  if (accountKind === "unified") {
    const terms = { user: index, level: "advanced", isByOperator: true } as const;
    await applyAccepted(sequencer, { kind: "set_account_level", ...terms });
  }
  const uid = String(1_000_000_000 + index);
  const held = permissions === undefined ? {} : { permissions: new Set(permissions) };
  const key = testKey({ uid, userIndex: index, accountKind, realm, ...held });
  return { index, uid, key };
}
