import { describe, expect, it } from "vitest";
import { capturePath, HAS_CAPTURES } from "../../../test/support/captures.ts";
import { replayInMemory } from "../../../test/support/replay-in-memory.ts";
import type { VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { audit } from "../../core/audit.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { WALLET_INDEX } from "../../core/ledger/ledger.ts";
import type { Lots, Ticks } from "../../core/money/units.ts";
import { placeOrderOf } from "../market-port.ts";
import type { ReplayOptions, ReplayReport } from "./replay.ts";

const FILES = [
  "spot/btcusdt_20240808.gz",
  "spot/ethusdt_20240808.gz",
  "usdm/btcusdt_20240808.gz",
  "usdm/ethusdt_20240808.gz",
  "coinm/btcusd_perp_20240808.gz",
];
/** Whole files are replayed by `npm run replay-check -- FILE…` and in `test/conformance`. */
const CAPTURE_MS_MAX = 20_000;
const START_MS = 1_723_161_600_000;

function openReplay(files: readonly string[], more: Partial<ReplayOptions> = {}) {
  const paths = files.map(capturePath);
  return replayInMemory(paths, START_MS, { captureMsMax: CAPTURE_MS_MAX, ...more });
}

const broken = (exchange: VirtualExchange): unknown =>
  audit(exchange.state).verdicts.filter(({ findings }) => findings.length > 0);

describe.skipIf(!HAS_CAPTURES)("a replay of captures (skipped without ../shared/data)", () => {
  it.each(FILES)("follows the best bid and ask of %s and is never crossed", async (file) => {
    const { exchange, replay } = openReplay([file]);
    const report: ReplayReport = await replay.run();
    const [instrumentReport] = report.instruments;
    expect(instrumentReport?.crossed).toBe(0);
    expect(instrumentReport?.depthGaps).toBe(0);
    expect(instrumentReport?.touchesCompared).toBeGreaterThan(100);
    expect(instrumentReport?.touchShare).toBeGreaterThan(file.startsWith("usdm") ? 0.97 : 0.995);
    expect(instrumentReport?.takerLots.filled).toBeGreaterThan(
      0.95 * (instrumentReport?.takerLots.sent ?? 0),
    );
    expect(instrumentReport?.commandsNotTaken).toBe(0);
    expect(broken(exchange)).toEqual([]);
  });

  it("fills a user's resting order from the recorded flow", async () => {
    const { exchange, replay, plans } = openReplay(["spot/btcusdt_20240808.gz"]);
    const [plan] = plans;
    if (plan === undefined) throw new Error("there is a plan of a funded user");
    const user = exchange.createUser({ ...plan, name: "alice" });
    const held = (): bigint => {
      const { ledger } = exchange.state;
      return ledger.balance(ledger.account(user, WALLET_INDEX.spot, 0));
    };
    const before = held();
    let trades = 0;
    exchange.onApplied = (words) => {
      const reader = new EventReader(words);
      while (reader.next()) if (reader.kind === "trade_executed") trades += 1;
      if (trades < 20) return;
      exchange.onApplied = undefined;
      const price = exchange.books.of(0).bids.bestPrice;
      const bid = { user, instrument: 0, side: "buy", price, size: 1_000 as Lots } as const;
      exchange.submit(placeOrderOf(bid), () => undefined);
    };
    await replay.run();
    expect(held()).toBeGreaterThan(before);
    expect(broken(exchange)).toEqual([]);
  });
});

describe.skipIf(!HAS_CAPTURES)("a replay far from the last trade (skipped likewise)", () => {
  it.each([
    ["below", 5_000_000],
    ["above", 7_000_000],
  ])("finds the band at the index, with a last price %s the capture", async (_, last) => {
    const { exchange, replay, plans } = openReplay(["spot/btcusdt_20240808.gz"]);
    const [plan] = plans;
    if (plan === undefined) throw new Error("there is a plan of a funded user");
    for (const side of ["buy", "sell"] as const) {
      const user = exchange.createUser({ ...plan, name: side });
      const order = { user, instrument: 0, side, price: last as Ticks, size: 1_000 as Lots };
      exchange.command(placeOrderOf(order));
    }
    const none = { markCapE6: 0, markStepE6: 0, impactUnits: 0 };
    const guards = { ...none, instrument: 0, referenceStepE6: 5_000 };
    exchange.command({ kind: "set_price_guards", ...guards });
    // The reference price moves by at most 0.5 % per second: a minute suffices in either direction.
    exchange.run(exchange.nowMs() + 60_000);
    exchange.setIndex([[0, exchange.state.prices[0]?.index ?? 0]]);
    const report = await replay.run();
    expect(report.instruments[0]?.crossed).toBe(0);
    expect(report.instruments[0]?.touchShare).toBeGreaterThan(0.97);
    expect(broken(exchange)).toEqual([]);
  });
});

it("refuses a file whose market is unknown", () => {
  expect(() => openReplay(["elsewhere/btcusdt_20240808.gz"])).toThrow(/folder spot, usdm or coinm/);
});

it("refuses a market that is not listed", () => {
  expect(() => openReplay(["spot/zzzusdt_20240808.gz"])).toThrow(/is not listed in spot/);
});
