/** A running exchange with quiet books for one test file, and the people who trade on it. */
import { type Logger, pino } from "pino";
import { afterAll, expect } from "vitest";
import type { AccountKind, Realm, Wallet } from "../../../src/core/base/vocabulary.ts";
import { instrumentName } from "../../../src/core/state.ts";
import type { Credentials, UserCredentials } from "../../../src/main/credentials.ts";
import { type RunningExchange, startExchange } from "../../../src/main/exchange-server.ts";
import type { FirstUser } from "../../../src/main/founding/founding.ts";
import { INSTRUMENT_LISTINGS } from "../../../src/main/founding/listings.ts";
import type { InstrumentName } from "../../../src/ops/admin-outcome.ts";
import { type AdminMethod, adminAnswer } from "../../support/admin-request.ts";
import { priceSteps } from "./price-steps.ts";
import { takeClaimedEndpoints, takeRefusingEndpoints } from "./proves.ts";

/** The key of one user, as clients are given it. */
export type Key = Pick<UserCredentials, "uid" | "apiKey" | "secret" | "passphrase">;

/** Where an exchange is reached, without a slash at the end. */
export type Address = { readonly baseUrl: string; readonly socketUrl: string };

/**
 * Index prices of all instruments on a coin: round numbers, so that results are exact. Other coins
 * keep the prices of the founding.
 */
const INDEX_PRICES: Readonly<Record<string, string>> = {
  BTC: "60000",
  ETH: "3000",
  SOL: "150",
  XRP: "0.5",
  DOGE: "0.1",
};

const EVERY_WALLET: readonly (readonly [Wallet, string, string])[] = [
  ["spot", "USDT", "10000000"],
  ["spot", "BTC", "1000"],
  ["spot", "ETH", "1000"],
  ["usdt_futures", "USDT", "10000000"],
  ["usdc_futures", "USDC", "10000000"],
  ["coin_futures", "BTC", "1000"],
  ["coin_futures", "ETH", "1000"],
];
const PRACTICE_WALLETS: readonly (readonly [Wallet, string, string])[] = [
  ["usdt_futures", "SUSDT", "10000000"],
  ["usdc_futures", "SUSDC", "10000000"],
  ["coin_futures", "SBTC", "1000"],
];

export class ConformanceExchange implements Address {
  readonly #running: RunningExchange;

  constructor(running: RunningExchange) {
    this.#running = running;
  }

  get baseUrl(): string {
    return this.#running.credentials.baseUrl;
  }

  /** The same address for WebSocket connections. */
  get socketUrl(): string {
    return this.baseUrl.replace(/^http/, "ws");
  }

  /** Everything that `credentials.json` holds. */
  get credentials(): Credentials {
    return this.#running.credentials;
  }

  /** The key of a user every new exchange has. */
  firstUser(name: FirstUser["name"]): Key {
    const found = this.#running.credentials.users.find((user) => user.name === name);
    if (found === undefined) throw new RangeError(`a first user of the exchange, got ${name}`);
    return found;
  }

  /** Calls the administrative interface; throws unless it succeeds. */
  admin<T>(method: AdminMethod, path: string, body?: object): Promise<T> {
    return adminAnswer<T>(this.#running.credentials, method, path, body);
  }

  /** A new classic user with plenty of everything, to stand on the other side of orders. */
  async counterparty(realm: Realm = "live"): Promise<Key> {
    const user = { kind: "classic", realm, name: `counterparty-${realm}` };
    const { uid } = await this.admin<{ uid: string }>("POST", "/users", user);
    const practice = realm === "live" ? PRACTICE_WALLETS : [];
    await Promise.all(
      [...EVERY_WALLET, ...practice].map(([wallet, coin, amount]) =>
        this.admin("POST", `/users/${uid}/credits`, { wallet, coin, amount }),
      ),
    );
    return this.admin<Key>("POST", `/users/${uid}/keys`, {});
  }

  /** Creates a user with money in one wallet and returns its key. */
  async newUser(
    user: { readonly kind: AccountKind; readonly name?: string; readonly parentUid?: string },
    money: { readonly wallet: Wallet; readonly coin: string; readonly amount: string },
  ): Promise<Key> {
    const { uid } = await this.admin<{ uid: string }>("POST", "/users", { realm: "live", ...user });
    await this.admin("POST", `/users/${uid}/credits`, money);
    return this.admin<Key>("POST", `/users/${uid}/keys`, {});
  }

  async setIndexPrice(instrument: InstrumentName, price: string): Promise<void> {
    const { realm, category, symbol } = instrument;
    await this.admin("PUT", "/index-prices", { realm, category, symbol, price });
  }

  /**
   * Puts the indexes of the coins with a round number at it. Bands of spot follow the last price:
   * tests move prices at once by more than a reference would go in their time.
   */
  async setIndexPrices(): Promise<void> {
    type Row = InstrumentName & { readonly price: string };
    const rows = await this.admin<readonly Row[]>("GET", "/index-prices");
    const present = new Map(
      rows.map((row) => [instrumentName(row.realm, row.category, row.symbol), row.price]),
    );
    const priced = INSTRUMENT_LISTINGS.flatMap((listing) => {
      const { category, priceDecimals: decimals, realm, symbol, tickStep } = listing;
      const coin = /^S?(BTC|ETH|SOL|XRP|DOGE)/.exec(symbol)?.[1] ?? "";
      const price = INDEX_PRICES[coin];
      if (price === undefined) return [];
      const from = present.get(instrumentName(realm, category, symbol)) ?? "0";
      const prices = priceSteps(from, price, { decimals, tickStep });
      return [{ instrument: { category, realm, symbol }, prices }];
    });
    await Promise.all(
      priced
        .filter(({ instrument }) => instrument.category === "spot")
        .map(({ instrument }) =>
          this.admin("PUT", "/price-guards", { ...instrument, referenceStep: "0" }),
        ),
    );
    await Promise.all(
      priced.map(async ({ instrument, prices }) => {
        for (const price of prices) await this.setIndexPrice(instrument, price);
      }),
    );
  }

  /** Every invariant holds; every endpoint the file says it proves has answered with success. */
  async check(): Promise<void> {
    const claimed = [...takeClaimedEndpoints()];
    const refusing = [...takeRefusingEndpoints()];
    const report = await this.admin<{ holds: boolean; invariants: unknown }>("GET", "/audit");
    expect(report, JSON.stringify(report.invariants)).toMatchObject({ holds: true });
    const metrics = await (await fetch(`${this.baseUrl}/metrics`)).text();
    const answers = [
      ...metrics.matchAll(/^bourse_http_answers_total\{endpoint="([^"]+)",status="(\d)\d\d"\}/gm),
    ].map(([, endpoint, status]) => `${status} ${endpoint}`);
    const without = (status: number, endpoints: readonly string[]): string[] =>
      endpoints.filter((endpoint) => !answers.includes(`${status} ${endpoint}`));
    expect(without(2, claimed)).toEqual([]);
    expect(without(4, refusing)).toEqual([]);
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }
}

/** Ends what a test opened; the last opened first. */
const closers: (() => Promise<unknown> | unknown)[] = [];

/** Has `close` called when the test file ends. */
export function closeAtEnd(close: () => Promise<unknown> | unknown): void {
  closers.push(close);
}

/** Starts the file's exchange; when the file ends it is audited and stopped. */
export async function openExchange(
  options: {
    readonly agents?: boolean;
    /** Past of the exchange; none when absent. */
    readonly past?: "none" | "computed";
    /** What commands are stamped with; requests always live in the present. */
    readonly clockMs?: () => number;
    readonly priceSources?: readonly { readonly name: string; readonly weight: number }[];
    /** Time between two audits in ms; absent: only the one at the end. */
    readonly auditEveryMs?: number;
    /** Directory that keeps its files; without one it lives in memory. */
    readonly dataDir?: string;
    /** Absent: errors are written to standard output. */
    readonly log?: Logger;
  } = {},
): Promise<ConformanceExchange> {
  const running = await startExchange({
    config: {
      host: "127.0.0.1",
      port: 0,
      adminListen: undefined,
      isSignUpOpen: true,
      keepJournalMs: undefined,
      keepHistoryMs: undefined,
      auditEveryMs: options.auditEveryMs ?? 0,
      dataDir: options.dataDir ?? "",
      seed: 1,
      agents: options.agents ?? false,
      market: "normal",
      past: { kind: options.past ?? "none" },
      replayFiles: [],
      priceSources: options.priceSources ?? [],
      speed: 1,
      ephemeral: options.dataDir === undefined,
      windowMs: 30_000,
      acceptLossAfter: undefined,
      rateLimits: "off",
      trustedProxies: [],
      allowedHosts: [],
      adminToken: undefined,
      credentialsFile: undefined,
      logLevel: undefined,
      clockJumps: "hold",
      unattendedMs: 168 * 3_600_000,
    },
    log: options.log ?? pino({ level: "error" }),
    ...(options.clockMs === undefined ? {} : { clockMs: options.clockMs }),
    onFatal(fatal) {
      throw new Error(fatal.message, { cause: fatal.cause });
    },
  });
  const exchange = new ConformanceExchange(running);
  const isSilent = options.agents !== true && options.priceSources === undefined;
  if (isSilent) await exchange.setIndexPrices();
  afterAll(async () => {
    try {
      await exchange.check();
    } finally {
      for (const close of closers.splice(0).reverse()) await close();
      await exchange.stop();
    }
  });
  return exchange;
}
