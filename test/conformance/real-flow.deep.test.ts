import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReplayReport } from "../../src/simulation-market/replay/replay.ts";
import { capturePath, HAS_CAPTURES, WHOLE_BTCUSDT } from "../support/captures.ts";
import { eventually } from "../support/eventually.ts";
import { restV3 } from "./support/bitget-api-clients.ts";
import { subscribed, websocketV3 } from "./support/bitget-api-sockets.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";
import { FlowTrader } from "./support/flow-trader.ts";
import { type FollowedBook, journalBooks } from "./support/journal-books.ts";
import { RebuiltBook } from "./support/rebuilt-book.ts";
import { followedShare } from "./support/recorded-touches.ts";

/** Eleven minutes of capture in half a minute. */
const SPEED = 25;
const END_MS_MAX = 240_000;
const TEST_MS_MAX = 300_000;
const AUDIT_INTERVAL_MS = 1_000;

const MARKETS = [
  { market: "BTC/USDT", amount: 0.001, category: "spot", tickE8: 1e6 },
  { market: "BTC/USDT:USDT", amount: 0.002, category: "usdt_futures", tickE8: 1e7 },
] as const;
const INST_TYPES = { spot: "SPOT", usdt_futures: "USDT-FUTURES" } as const;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-real-flow-"));
let exchange: ExchangeProcess | undefined;
afterAll(async () => {
  await exchange?.kill();
  rmSync(dataDir, { recursive: true });
});

async function startReplay(): Promise<ExchangeProcess> {
  const files = WHOLE_BTCUSDT.flatMap((name) => ["--replay", capturePath(name)]);
  const flags = ["--no-agents", "--rate-limits", "off", "--speed", String(SPEED), ...files];
  exchange = await ExchangeProcess.start(dataDir, { flags });
  return exchange;
}

/** Follows the channel `books`; throws at a push that leaves the book crossed or has a gap. */
async function followBook(running: ExchangeProcess, category: keyof typeof INST_TYPES) {
  const listening = websocketV3(running.address);
  const instType = INST_TYPES[category].toLowerCase();
  const payload = { instType, symbol: "BTCUSDT" } as never;
  await listening.client.subscribe({ topic: "books", payload }, "v3Public");
  await subscribed(listening, { topic: "books", symbol: "BTCUSDT" });
  const book = new RebuiltBook(0);
  let taken = 0;
  const catchUp = (): RebuiltBook => {
    const { pushes } = listening;
    for (const push of pushes.slice(taken)) {
      book.take(push);
      if (book.isCrossed) throw new Error(`no push crosses ${category}, got seq ${book.seq}`);
    }
    taken = pushes.length;
    return book;
  };
  return { category, catchUp };
}

type Followed = Awaited<ReturnType<typeof followBook>>;

/** Trades with everybody, audits and checks books until the replay says that it ended. */
async function tradeToTheEnd(
  running: ExchangeProcess,
  traders: readonly FlowTrader[],
  books: readonly Followed[],
): Promise<{ readonly report: ReplayReport; readonly audits: number }> {
  const isOver = (): boolean =>
    running.logged("replay_ended") !== undefined || running.logged("replay_failed") !== undefined;
  let audits = 0;
  const trading = Promise.all(
    traders.map(async (trader) => {
      while (!isOver()) await trader.round();
    }),
  );
  let auditDueMs = 0;
  const watching = eventually(
    "the end of the replay",
    async () => {
      for (const { catchUp } of books) catchUp();
      if (performance.now() < auditDueMs) return isOver();
      const { holds, invariants } = await running.audit();
      if (!holds) return { invariants };
      audits += 1;
      auditDueMs = performance.now() + AUDIT_INTERVAL_MS;
      return isOver();
    },
    END_MS_MAX,
  );
  expect((await Promise.all([watching, trading]))[0]).toBe(true);
  expect(running.logged("replay_failed")).toBeUndefined();
  return { report: running.logged("replay_ended") as unknown as ReplayReport, audits };
}

type Run = Awaited<ReturnType<typeof tradeToTheEnd>> & {
  readonly running: ExchangeProcess;
  readonly traders: readonly FlowTrader[];
  readonly books: readonly Followed[];
};

/** Starts the replay, and trades in it on a classic and a unified account until it ends. */
async function runReplay(): Promise<Run> {
  const running = await startReplay();
  const traders: FlowTrader[] = [];
  for (const name of ["classic", "unified"]) {
    const user = running.credentials.users.find((one) => one.name === name);
    const client = await plainClient(running.address, user, { uta: name === "unified" });
    for (const { market, amount } of MARKETS) traders.push(new FlowTrader(client, market, amount));
  }
  const books = await Promise.all(MARKETS.map(({ category }) => followBook(running, category)));
  const ended = await tradeToTheEnd(running, traders, books);
  for (const trader of traders) await trader.leave();
  return { ...ended, running, traders, books };
}

/** The part of the recorded changes of best bid and ask that a book went through in their order. */
async function shareFollowed(
  { category, tickE8 }: (typeof MARKETS)[number],
  touches: FollowedBook["touches"],
): Promise<number> {
  const folder = category === "spot" ? "spot/" : "usdm/";
  const paths = WHOLE_BTCUSDT.filter((name) => name.startsWith(folder)).map(capturePath);
  const { changes, followed } = await followedShare(paths, tickE8, touches);
  const percent = ((100 * followed) / changes).toFixed(2);
  console.info(`${category}, users trading: ${percent} % of ${changes} recorded changes of touch`);
  return followed / changes;
}

describe.skipIf(!HAS_CAPTURES)(
  "ccxt in the whole recorded flow of BTCUSDT (skipped without ../shared/data)",
  () => {
    let run: Run;
    beforeAll(async () => {
      run = await runReplay();
    }, TEST_MS_MAX);

    it("is filled at rest by the flow, consumes it, edits and cancels in it", async () => {
      for (const trader of run.traders) {
        const { maker, taker } = await trader.fills();
        console.info(JSON.stringify({ ...trader.counts, fills: { maker, taker } }));
        expect(maker).toBeGreaterThan(0);
        expect(taker).toBeGreaterThan(0);
        expect(Math.min(...Object.values(trader.counts))).toBeGreaterThan(0);
      }
    });

    it("leaves every invariant whole, and all of the capture replayed", async () => {
      const whole = { crossed: 0, depthGaps: 0, commandsNotTaken: 0 };
      expect(run.report.instruments).toMatchObject([whole, whole]);
      expect(run.audits).toBeGreaterThan(2);
      expect(await run.running.audit()).toMatchObject({ holds: true });
    });

    it(
      "is pushed books that were never crossed and that are those of REST",
      async () => {
        const rest = restV3(run.running.address);
        for (const { category, catchUp } of run.books) {
          const named = {
            category: INST_TYPES[category],
            symbol: "BTCUSDT",
            limit: "200",
          } as const;
          const { data } = await rest.getOrderBook(named);
          const { seq } = data as unknown as { seq: number };
          await eventually("the last push", () => catchUp().seq === seq, END_MS_MAX);
          expect(catchUp().updates).toBeGreaterThan(100);
          const { asks, bids } = catchUp().depth;
          expect(asks.slice(0, 200)).toEqual(data.a);
          expect(bids.slice(0, 200)).toEqual(data.b);
        }
      },
      TEST_MS_MAX,
    );

    it(
      "leaves a journal in which no command crosses a book, and best prices go as recorded",
      async () => {
        expect(await run.running.terminate()).toBe(0);
        const named = MARKETS.map(({ category }) => ({ category, symbol: "BTCUSDT" }));
        const { commands, books, broken } = await journalBooks(dataDir, named);
        expect(broken).toEqual([]);
        expect(commands).toBeGreaterThan(800_000);
        for (const [place, { crossed, touches }] of books.entries()) {
          expect(crossed).toBe(0);
          const market = MARKETS[place] as (typeof MARKETS)[number];
          expect(await shareFollowed(market, touches)).toBeGreaterThan(0.9);
        }
      },
      TEST_MS_MAX,
    );
  },
);
