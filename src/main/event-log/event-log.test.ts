/** Lines of the log that events of the core lead to. */
import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture } from "../../../test/support/lending-fixture.ts";
import { INDEX_AGE_MS_MAX } from "../../core/base/limits.ts";
import { atoms } from "../../core/money/units.ts";
import { EventLog } from "./event-log.ts";
import { LINES_PER_SECOND, type LineLevel, LineLimit, type LogLine } from "./line-limit.ts";

type Written = LogLine & { readonly level: LineLevel };

const HOUR_MS = 3_600_000;
const FEES = { takerRateE6: 600 };

/** Exchange with a log of all levels; `lines` takes what was written since it was asked last. */
function logged(core = new CoreFixture(FEES)) {
  const written: Written[] = [];
  const write = (level: LineLevel) => (line: LogLine) => void written.push({ level, ...line });
  const output = { debug: write("debug"), info: write("info"), warn: write("warn") };
  const limit = new LineLimit({
    output: { ...output, isLevelEnabled: () => true },
    nowMs: () => core.state.timeMs,
  });
  const log = new EventLog(core.state, limit);
  core.onApplied = (words) => log.onBatch(words);
  const lines = (event?: string): Written[] =>
    written.splice(0).filter((line) => event === undefined || line.event === event);
  return { core, lines };
}

function uid(user: number): string {
  return String(1_000_000_000 + user);
}

/** Seq and time of the last command, as every line has them. */
function stamp(core: CoreFixture, commandsAgo = 0) {
  const { seq, timeMs } = core.state;
  return { seq: seq - commandsAgo, exchangeTime: new Date(timeMs).toISOString() };
}

type Deal = {
  readonly buyer: number;
  readonly seller: number;
  readonly price: number;
  readonly size: number;
};

function deal(core: CoreFixture, { buyer, price, seller, size }: Deal): void {
  core.place({ user: seller, instrument: LINEAR, side: "sell", price, size });
  core.place({ user: buyer, instrument: LINEAR, side: "buy", price, size });
}

const MARKET = { symbol: "LINEAR", category: "usdt_futures", realm: "live" };

/** Victim that bought 100 at 1,000 from mallory with 6,000 USD, and an index fallen to 944. */
function fallen(names: { readonly victim: string; readonly other: string }) {
  const { core, lines } = logged();
  core.index(1_000);
  const other = core.rich(names.other);
  const victim = core.user(names.victim, [["usdt_futures", USD, 6_000]]);
  deal(core, { buyer: victim, seller: other, price: 1_000, size: 100 });
  lines();
  core.index(944);
  for (let tick = 0; tick < 10; tick += 1) core.passMs(0);
  return { core, lines, other, victim };
}

describe("a liquidation without a fund", () => {
  it("has lines with who lost what to whom, and at which price", () => {
    const { core, lines, other, victim } = fallen({ victim: "victim", other: "mallory" });
    const found = lines();
    const started = found[0];
    const id = started?.["liquidationId"];
    expect(id).toMatch(/^1\d{18}$/);
    const ids = { liquidationId: id };
    // 6,000 − 60 of fees − 56 × 100 = 340 is above zero, and below maintenance.
    const position = { ...MARKET, side: "long", size: "100", markPrice: "944", coin: "USD" };
    expect(found).toMatchObject([
      {
        ...{ level: "warn", event: "liquidation_started", ...ids, uid: uid(victim) },
        ...{ scope: "crossed", wallet: "usdt_futures", coin: "USD", equity: "340" },
      },
      {
        ...{ level: "warn", event: "position_deleveraged", ...ids, uid: uid(other) },
        ...{ counterpartyUid: uid(victim), ...position, side: "short", reason: "counterparty" },
        realisedPnl: String((1_000 - Number(found[1]?.["price"])) * 100),
      },
      {
        ...{ level: "warn", event: "position_liquidated", ...ids, uid: uid(victim) },
        ...{ ...position, step: "close", taker: "deleveraged" },
        realisedPnl: String((Number(found[1]?.["price"]) - 1_000) * 100),
      },
      { level: "info", event: "insurance_fund_received", ...ids, uid: uid(victim), coin: "USD" },
      { level: "warn", event: "liquidation_ended", ...ids, uid: uid(victim), outcome: "closed" },
    ]);
    for (const line of found) {
      expect(line["seq"]).toBeGreaterThan(core.state.seq - 11);
      expect(line["exchangeTime"]).toBe(stamp(core).exchangeTime);
    }
  });

  it("is at level debug between agents, and a warning for the user who is deleveraged", () => {
    const between = fallen({ victim: "agent-crowd-1", other: "agent-maker-live" });
    const lines = between.lines();
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line).toMatchObject({ level: "debug", agent: true });
    const ofUser = fallen({ victim: "agent-crowd-1", other: "mallory" }).lines();
    const warned = ofUser.filter(({ level }) => level !== "debug");
    expect(warned).toMatchObject([{ level: "warn", event: "position_deleveraged" }]);
  });
});

describe("an insurance fund", () => {
  it("has a line for what it pays, and for whom", () => {
    const { core, lines } = logged();
    core.index(1_000);
    const bob = core.rich("bob");
    const victim = core.user("victim", [["usdt_futures", USD, 6_000]]);
    deal(core, { buyer: victim, seller: bob, price: 1_000, size: 100 });
    const where = { realm: "live", wallet: "insurance_fund", currency: USD } as const;
    core.run({ kind: "endow", ...where, amount: atoms(20_000n) });
    const deliveryAtMs = core.state.timeMs + 7_200_000;
    lines();
    core.run({ kind: "schedule_delivery", instrument: LINEAR, deliveryAtMs });
    const deliveryAt = new Date(deliveryAtMs).toISOString();
    const scheduled = { level: "info", event: "delivery_scheduled", ...stamp(core), ...MARKET };
    expect(lines()).toEqual([{ ...scheduled, deliveryAt }]);
    core.passMs(7_199_000);
    core.index(800);
    for (const ms of [1_000, 0, 1_000]) core.passMs(ms);
    const found = lines();
    // Delivered at 800 before the account could be liquidated: 5,940 − 20,000 = −14,060.
    expect(found.filter(({ event }) => event === "insurance_fund_paid")).toMatchObject([
      {
        ...{ level: "warn", uid: uid(victim), realm: "live", coin: "USD" },
        ...{ amount: "14060", fundBalance: "5940" },
      },
    ]);
    const fixed = { level: "info", event: "delivery_fixed", ...MARKET, settlementPrice: "800" };
    expect(found).toContainEqual(expect.objectContaining(fixed));
    const ended = { event: "instrument_status_changed", ...MARKET, status: "offline" };
    expect(found).toContainEqual(expect.objectContaining({ level: "warn", ...ended }));
  });
});

describe("funding", () => {
  it("has one line for each contract and interval, when all positions have paid", () => {
    const { core, lines } = logged();
    const [alice, bob] = [core.rich("alice"), core.rich("bob")];
    deal(core, { buyer: alice, seller: bob, price: 100, size: 1_000 });
    core.passMs(0);
    lines();
    core.passMs(8 * HOUR_MS - 1_000_000 - 1_000);
    core.index(100);
    for (let tick = 0; tick < 5; tick += 1) core.passMs(1_000);
    const settled = lines("funding_settled").filter((line) => line["symbol"] === "LINEAR");
    expect(settled).toMatchObject([
      {
        ...{ level: "info", event: "funding_settled", ...MARKET, number: 1 },
        ...{ settledAt: "1970-01-01T08:00:00.000Z", rate: "0.0001", markPrice: "100" },
        ...{ positions: 2, coin: "USD", paid: "10", received: "10" },
      },
    ]);
  });
});

describe("users and keys", () => {
  it("have lines for access, reviews and keys, without anything secret", () => {
    const { core, lines } = logged();
    const alice = core.user("alice");
    const created = { level: "info", event: "user_created", ...stamp(core), uid: uid(alice) };
    expect(lines()).toEqual([{ ...created, accountKind: "classic", realm: "live" }]);

    const access = { kind: "set_user_access", user: alice, permissions: "" } as const;
    const of = { uid: uid(alice), realm: "live" };
    for (const status of ["frozen", "normal"] as const) {
      core.run({ ...access, status });
      const line = { level: "info", event: "user_access_changed", ...stamp(core), ...of, status };
      expect(lines()).toEqual([line]);
    }

    const freezes = { trading: true, transfersOut: false, withdrawals: true, login: false };
    core.run({ kind: "set_user_freezes", user: alice, ...freezes });
    const frozen = { level: "info", event: "user_freezes_changed", ...stamp(core), ...of };
    expect(lines()).toEqual([{ ...frozen, ...freezes }]);

    const review = { kind: "set_user_review", user: alice, reason: "operator_decision" } as const;
    core.run({ ...review, isHeld: true });
    const since = stamp(core).exchangeTime;
    expect(lines()).toEqual([
      { level: "info", event: "review_began", ...stamp(core), ...of, reason: review.reason, since },
    ]);
    core.run({ ...review, isHeld: false });
    expect(lines()).toEqual([{ level: "info", event: "review_ended", ...stamp(core), ...of }]);

    const apiKey = `bg_${"0123456789abcdef".repeat(2)}`;
    const key = { user: alice, apiKey, permissions: "read", ipList: "", note: "secret-note" };
    const passphraseHash = "hash-of-the-passphrase";
    const sealedSecret = new Uint8Array([1, 2, 3]);
    core.run({ kind: "create_key", keyKind: "hmac", ...key, passphraseHash, sealedSecret });
    const line = { level: "info", event: "key_changed", ...of, kind: "hmac", key: "bg_01234567…" };
    expect(lines()).toEqual([{ ...line, ...stamp(core), change: "created" }]);
    core.run({ kind: "modify_key", ...key, passphraseHash: "" });
    expect(lines()).toEqual([{ ...line, ...stamp(core), change: "changed" }]);
    core.run({ kind: "delete_key", user: alice, apiKey });
    expect(lines()).toEqual([{ ...line, ...stamp(core), change: "revoked" }]);
  });
});

describe("markets", () => {
  it("have lines for halts and resumptions", () => {
    const { core, lines } = logged();
    const status = { kind: "set_instrument_status", instrument: LINEAR } as const;
    core.run({ ...status, status: "halted" });
    const line = { event: "instrument_status_changed", ...MARKET };
    expect(lines()).toEqual([{ level: "warn", ...line, ...stamp(core), status: "halted" }]);
    core.run({ ...status, status: "online" });
    expect(lines()).toEqual([{ level: "info", ...line, ...stamp(core), status: "online" }]);
  });

  it("have a line for a price that grows stale and one for its return, not for each price", () => {
    const { core, lines } = logged();
    for (let tick = 0; tick < 40; tick += 1) {
      core.index(100 + tick);
      core.passMs(1_000);
    }
    expect(lines()).toEqual([]);
    core.passMs(INDEX_AGE_MS_MAX - 1_000);
    expect(lines()).toEqual([]);
    core.passMs(2_000);
    const stale = { level: "warn", event: "index_price_stale", indexPrice: "139" };
    const symbols = ["SPOT", "LINEAR", "INVERSE"];
    expect(lines()).toMatchObject(symbols.map((symbol) => ({ ...stale, ...stamp(core), symbol })));
    core.passMs(60_000);
    expect(lines()).toEqual([]);
    core.index(150);
    core.passMs(1_000);
    const fresh = { level: "info", event: "index_price_fresh", indexPrice: "150" };
    expect(lines()).toMatchObject(symbols.map((symbol) => ({ ...fresh, ...stamp(core), symbol })));
  });

  it("give prices time to arrive after a start", () => {
    const core = new CoreFixture();
    core.passMs(2 * INDEX_AGE_MS_MAX);
    const { lines } = logged(core);
    core.passMs(INDEX_AGE_MS_MAX);
    expect(lines()).toEqual([]);
    core.passMs(1_000);
    expect(lines()).toHaveLength(3);
  });
});

describe("a lending pool", () => {
  it("has lines for a loss, for its stop and for its resumption in the next hour", () => {
    const rules = { leverage: 5, pool: 10_000, feeE6: 0, poolLossShareE6: 20_000 };
    const core = new LendingFixture({ isCrossed: true, ...rules });
    const { lines } = logged(core);
    const alice = core.borrower("alice", { usd: 1_000 });
    const bob = core.rich("bob");
    core.place({ user: bob, side: "sell", price: 100, size: 30 });
    core.marginOrder(alice, { side: "buy", price: 100, size: 30, loanType: "auto_borrow" });
    core.place({ user: bob, side: "buy", price: 60, size: 30 });
    lines();
    core.index(60);
    for (const ms of [1_000, 0, 0, 1_000]) core.passMs(ms);
    const of = { uid: uid(alice), realm: "live", wallet: "crossed_margin" };
    const stopped = { realm: "live", coin: "USD", lostInHour: "200" };
    expect(lines()).toMatchObject([
      { level: "warn", event: "margin_liquidation_started", ...of },
      {
        level: "warn",
        event: "loan_loss_covered",
        ...of,
        coin: "USD",
        fundPaid: "0",
        poolLost: "200",
      },
      { level: "warn", event: "margin_liquidation_ended", ...of, outcome: "failed" },
      { level: "warn", event: "lending_pool_stopped", ...stamp(core), ...stopped },
    ]);
    core.passMs(HOUR_MS);
    const resumed = { ...stopped, lostInHour: "0" };
    expect(lines("lending_pool_resumed")).toEqual([
      { level: "info", event: "lending_pool_resumed", ...stamp(core), ...resumed },
    ]);
  });
});

describe("many events of a kind", () => {
  it("are bounded, and their number follows", () => {
    const { core, lines } = logged();
    for (let index = 0; index < LINES_PER_SECOND + 20; index += 1) core.user(`user-${index}`);
    expect(lines()).toHaveLength(LINES_PER_SECOND);
    core.passMs(1_000);
    const summary = { event: "log_suppressed", kind: "user_created", count: 20 };
    expect(lines()).toEqual([{ level: "info", ...summary }]);
  });
});

it("no line is written about trading, transfers and prices", () => {
  const { core, lines } = logged();
  const [alice, bob] = [core.rich("alice"), core.rich("bob")];
  lines();
  core.place({ user: alice, side: "sell", price: 100, size: 5 });
  core.place({ user: bob, side: "buy", price: 100, size: 5 });
  core.transfer({ user: alice, from: "spot", to: "funding", currency: COIN, amount: 5 });
  core.place({ user: alice, side: "sell", price: 101, size: 5 });
  core.cancel(alice, core.orderId);
  expect(lines()).toEqual([]);
});
