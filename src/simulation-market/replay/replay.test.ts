import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LISTINGS, VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { audit } from "../../core/audit.ts";
import { EventReader } from "../../core/event-buffer.ts";
import { WALLET_INDEX } from "../../core/ledger/ledger.ts";
import type { Lots, Ticks } from "../../core/money/units.ts";
import { placeOrderOf } from "../market-port.ts";
import { Replay, type ReplayOptions, type ReplayReport } from "./replay.ts";
import { replayUsers } from "./replay-users.ts";

/** Captures are not part of the repository; without them these tests are skipped by name. */
const CAPTURES = resolve(import.meta.dirname, "../../../../shared/data/binance-raw");
const FILES = [
  "spot/btcusdt_20240808.gz",
  "spot/ethusdt_20240808.gz",
  "usdm/btcusdt_20240808.gz",
  "usdm/ethusdt_20240808.gz",
  "coinm/btcusd_perp_20240808.gz",
];
/** Whole files are replayed by `npm run replay-check -- FILE…`. */
const CAPTURE_MS_MAX = 20_000;
const START_MS = 1_723_161_600_000;

function openReplay(files: readonly string[], more: Partial<ReplayOptions> = {}) {
  const exchange = new VirtualExchange(START_MS, true);
  for (const listing of LISTINGS) exchange.list(listing);
  const plans = replayUsers(exchange.instruments, exchange.currencies);
  const [maker = 0, taker = 0] = plans.map((plan) => exchange.seat(plan));
  exchange.setIndex([
    [0, 6_180_000],
    [1, 268_200],
    [2, 618_000],
    [3, 268_200],
    [4, 618_000],
  ]);
  const replay = new Replay({
    port: exchange,
    files: files.map((file) => resolve(CAPTURES, file)),
    speed: Number.POSITIVE_INFINITY,
    users: { maker, taker },
    captureMsMax: CAPTURE_MS_MAX,
    ...more,
  });
  return { exchange, replay, maker, taker, plans };
}

const broken = (exchange: VirtualExchange): unknown =>
  audit(exchange.state).verdicts.filter(({ findings }) => findings.length > 0);

describe.skipIf(!existsSync(CAPTURES))(
  "a replay of captures (skipped without ../shared/data)",
  () => {
    it.each(FILES)("follows the best bid and ask of %s and is never crossed", async (file) => {
      const { exchange, replay } = openReplay([file]);
      const report: ReplayReport = await replay.run();
      const [one] = report.instruments;
      expect(one?.crossed).toBe(0);
      expect(one?.depthGaps).toBe(0);
      expect(one?.touchesCompared).toBeGreaterThan(100);
      expect(one?.touchShare).toBeGreaterThan(file.startsWith("usdm") ? 0.97 : 0.995);
      expect(one?.takerLots.filled).toBeGreaterThan(0.95 * (one?.takerLots.sent ?? 0));
      expect(one?.commandsNotTaken).toBe(0);
      expect(broken(exchange)).toEqual([]);
    });

    it("fills a user's order that rests in the recorded flow", async () => {
      const { exchange, replay, plans } = openReplay(["spot/btcusdt_20240808.gz"]);
      const [plan] = plans;
      if (plan === undefined) throw new Error("there is a plan of a funded user");
      const user = exchange.seat({ ...plan, name: "alice" });
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
  },
);

describe.skipIf(!existsSync(CAPTURES))(
  "a replay far from the last trade (skipped likewise)",
  () => {
    it.each([
      ["below", 5_000_000],
      ["above", 7_000_000],
    ])("brings a price band along that lies %s the capture", async (_, last) => {
      const { exchange, replay, plans } = openReplay(["spot/btcusdt_20240808.gz"]);
      const [plan] = plans;
      if (plan === undefined) throw new Error("there is a plan of a funded user");
      for (const side of ["buy", "sell"] as const) {
        const user = exchange.seat({ ...plan, name: side });
        const order = { user, instrument: 0, side, price: last as Ticks, size: 1_000 as Lots };
        exchange.command(placeOrderOf(order));
      }
      const report = await replay.run();
      expect(report.instruments[0]?.crossed).toBe(0);
      expect(report.instruments[0]?.touchShare).toBeGreaterThan(0.97);
      expect(broken(exchange)).toEqual([]);
    });
  },
);

it("refuses a file whose market it cannot tell", () => {
  expect(() => openReplay(["elsewhere/btcusdt_20240808.gz"])).toThrow(/folder spot, usdm or coinm/);
});

it("refuses a market that is not listed", () => {
  expect(() => openReplay(["spot/zzzusdt_20240808.gz"])).toThrow(/a listed instrument/);
});
