import { afterEach, beforeEach, expect, it } from "vitest";
import { transferDraft } from "../../../../test/support/command-drafts.ts";
import { lendCoins } from "../../../../test/support/lend-coins.ts";
import { errorOf, rowOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { atoms } from "../../../core/money/units.ts";
import { endpointsTradeV3 } from "../../rest-v3/trade/endpoints-trade.ts";
import { endpointsTerminalReads } from "../endpoints-terminal-reads.ts";

const PATH = "/terminal/v1/equity";
const DAY_MS = 86_400_000;

let exchange: ExchangeFixture;

beforeEach(async () => {
  const funds = [
    ["unified", "USDT", 10_000n * COIN],
    ["unified", "BTC", 2n * COIN],
  ] as const;
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsTradeV3, ...endpointsTerminalReads],
    users: [
      { name: "alice", accountKind: "unified", funds },
      { name: "bob", accountKind: "unified", funds: [["unified", "USDT", 1_000_000n * COIN]] },
      {
        name: "child",
        accountKind: "unified",
        parent: "alice",
        funds: [["unified", "USDT", 500n * COIN]],
      },
      {
        name: "carol",
        accountKind: "classic",
        funds: [["spot", "USDT", 1_000n * COIN]],
      },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

type Equity = {
  readonly list: readonly Readonly<Record<string, string>>[];
  readonly now: Readonly<Record<string, string>>;
  readonly uids: readonly string[];
  readonly unpriced: readonly string[];
  readonly isComplete: boolean;
};

async function equityOf(name: string, query: Record<string, string> = {}): Promise<Equity> {
  return rowOf(await exchange.get(PATH, query, name)) as unknown as Equity;
}

/** Ends a day: the ticks after it pass prices on. */
async function passDay(): Promise<void> {
  exchange.gateway.advance(DAY_MS);
  await exchange.apply({ kind: "tick" });
}

async function setPrices(spot: number): Promise<void> {
  const linear = exchange.access.accounts.instrument("live", "usdt_futures", "BTCUSDT");
  await exchange.setIndex(0, spot * 100);
  await exchange.setIndex(linear?.index ?? -1, spot * 10);
  await exchange.apply({ kind: "tick" });
}

it("values balances at the closing index price of each day", async () => {
  await setPrices(50_000);
  await passDay();
  await setPrices(60_000);
  await passDay();
  const { isComplete, list, now, unpriced } = await equityOf("alice");
  expect(list.map(({ equity }) => equity)).toEqual(["110000", "130000"]);
  expect(now["equity"]).toBe("130000");
  expect([isComplete, unpriced]).toEqual([true, []]);
});

it("has the unrealised profit of futures at the closing mark price", async () => {
  const order = { category: "USDT-FUTURES", symbol: "BTCUSDT", orderType: "limit" };
  const terms = { ...order, price: "50000", qty: "1" };
  rowOf(await exchange.post("/api/v3/trade/place-order", { ...terms, side: "sell" }, "bob"));
  rowOf(await exchange.post("/api/v3/trade/place-order", { ...terms, side: "buy" }, "alice"));
  await setPrices(51_000);
  await passDay();
  await setPrices(51_000);
  const { list, now } = await equityOf("alice");
  const { equity, unrealisedPnl } = list.at(-1) ?? {};
  const hers = Number(unrealisedPnl);
  expect(hers).toBeGreaterThan(900);
  expect(Number(equity)).toBeCloseTo(112_000 + hers - 30, 4);
  // The mark price has moved on since, and the present value has the funding that is due.
  expect(Math.abs(Number(equity) - Number(now["equity"]))).toBeLessThan(20);
  const his = (await equityOf("bob")).list.at(-1);
  expect(Number(his?.["unrealisedPnl"])).toBeCloseTo(-hers, 6);
});

it("subtracts the debts of margin accounts with their interest", async () => {
  await lendCoins(exchange);
  const { index: user } = exchange.user("carol");
  const usdt = exchange.access.accounts.currency("USDT")?.index ?? -1;
  const amount = 1_000n * COIN;
  await exchange.apply(
    transferDraft({ user, from: "spot", to: "crossed_margin", currency: usdt, amount }),
  );
  await exchange.apply({
    kind: "borrow",
    ...{ user, wallet: "crossed_margin" as const, instrument: 0, currency: usdt },
    amount: atoms(500n * COIN),
  });
  await passDay();
  const { list } = await equityOf("carol");
  const { balances, debts, equity } = list.at(-1) ?? {};
  expect(balances).toBe("1500");
  expect(Number(debts)).toBeGreaterThan(500);
  expect(Number(equity)).toBeCloseTo(1500 - Number(debts), 6);
});

it("adds up the sub-accounts of a main account when it is asked to", async () => {
  await passDay();
  const [alone, all] = [
    await equityOf("alice"),
    await equityOf("alice", { withSubAccounts: "yes" }),
  ];
  const last = ({ list }: Equity) => Number(list.at(-1)?.["equity"]);
  expect(last(all) - last(alone)).toBe(500);
  expect(all.uids).toEqual([exchange.user("alice").uid, exchange.user("child").uid]);
  const { uid } = exchange.user("child");
  expect(last(await equityOf("alice", { uid }))).toBe(500);
  const foreign = await exchange.get(PATH, { uid }, "bob");
  expect(errorOf(foreign)).toEqual([400, "40066"]);
  const asChild = await exchange.get(PATH, { withSubAccounts: "yes" }, "child");
  expect(errorOf(asChild)).toEqual([400, "40068"]);
});

it("refuses periods that are backwards or too long, and has no day that has not ended", async () => {
  const nowMs = exchange.nowMs;
  const asked = async (from: number, to: number) =>
    exchange.get(PATH, { from: String(from), to: String(to) }, "alice");
  expect(errorOf(await asked(nowMs, nowMs - DAY_MS))).toEqual([400, "20001"]);
  expect(errorOf(await asked(nowMs - 400 * DAY_MS, nowMs))).toEqual([400, "00001"]);
  expect(rowOf(await asked(nowMs, nowMs + DAY_MS))["list"]).toEqual([]);
});
