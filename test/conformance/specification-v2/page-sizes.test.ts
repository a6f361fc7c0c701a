/** Specification, Limits: rows of a page of each v2 list, by default and at most. */
import { beforeAll, describe, expect, it } from "vitest";
import { rowOf } from "../../support/test-answer.ts";
import type { Resource } from "./support/field-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const SPOT = "/api/v2/spot";
const ISOLATED = "/api/v2/margin/isolated";
const MIX = "/api/v2/mix/order";
const PAIR = { symbol: "BTCUSDT" };
const LINE = { productType: "USDT-FUTURES" };
const TERMS = { ...PAIR, side: "buy", orderType: "limit", force: "gtc" };

const exchange = specifiedExchange({ openOrdersMax: 10_000 });
const calls = new SpecifiedCalls(exchange);

async function repeat(times: number, step: (nth: number) => Promise<unknown>): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) await step(nth);
}

/** Each request differs: an exact repeat would be answered with the first transfer. */
let transfers = 0;
async function transfer(toType: string, amount: string, user = "alice"): Promise<void> {
  transfers += 1;
  const money = { fromType: "spot", toType, amount, coin: "USDT", clientOid: `t-${transfers}` };
  await calls.post(`${SPOT}/wallet/transfer`, { ...money, ...PAIR }, user);
}

/** Fills of Alice, one an order. */
async function trade(times: number): Promise<void> {
  const order = { ...TERMS, price: "50000", size: "0.001" };
  await repeat(times, async () => {
    await calls.post(`${SPOT}/trade/place-order`, { ...order, side: "sell" }, "bob");
    await calls.post(`${SPOT}/trade/place-order`, order);
  });
}

async function openPlans(times: number): Promise<void> {
  const plan = { ...LINE, ...PAIR, marginCoin: "USDT", marginMode: "crossed", side: "buy" };
  const trigger = { planType: "normal_plan", triggerPrice: "51000", triggerType: "fill_price" };
  const order = { ...plan, ...trigger, orderType: "market", size: "0.001" };
  await repeat(times, () => calls.post(`${MIX}/place-plan-order`, order));
}

async function openOrders(times: number): Promise<void> {
  await transfer("isolated_margin", "10000");
  const order = { ...TERMS, price: "40000", baseSize: "0.0001", loanType: "normal" };
  await repeat(times, () => calls.post(`${ISOLATED}/place-order`, order));
}

/** Sells Carol's bitcoin in so many forced orders: each second one finds a buyer of a little. */
async function liquidate(times: number): Promise<void> {
  await transfer("isolated_margin", "8000", "carol");
  const order = { ...TERMS, price: "50000" };
  await calls.post(`${SPOT}/trade/place-order`, { ...order, side: "sell", size: "1" }, "bob");
  const buy = { ...order, baseSize: "1", loanType: "autoLoan" };
  await calls.post(`${ISOLATED}/place-order`, buy, "carol");
  await repeat(times, async () => {
    await exchange().setIndex(0, 4_350_000);
    const bid = { ...TERMS, price: "43500", size: "0.001" };
    await calls.post(`${SPOT}/trade/place-order`, bid, "bob");
    exchange().gateway.advance(1_000);
    await exchange().apply({ kind: "tick" });
  });
}

interface PagedList {
  readonly title: string;
  readonly user: string;
  readonly path: string;
  readonly query: object;
  /** Member of the payload that has the rows; the payload itself when absent. */
  readonly member?: string;
  readonly max: number;
  readonly fill: (times: number) => Promise<void>;
}

const ALICE = { user: "alice" } as const;
const LISTS: readonly PagedList[] = [
  {
    ...{ ...ALICE, title: "trigger orders", path: `${MIX}/orders-plan-pending`, max: 100 },
    ...{ query: { ...LINE, planType: "normal_plan" }, member: "entrustedList", fill: openPlans },
  },
  {
    ...{ ...ALICE, title: "fills", path: `${SPOT}/trade/fills`, max: 100 },
    ...{ query: PAIR, fill: trade },
  },
  {
    ...{ ...ALICE, title: "spot history orders", path: `${SPOT}/trade/history-orders`, max: 100 },
    ...{ query: {}, fill: trade },
  },
  {
    ...{ ...ALICE, title: "isolated open orders", path: `${ISOLATED}/open-orders`, max: 500 },
    ...{ query: PAIR, member: "orderList", fill: openOrders },
  },
  {
    ...{ ...ALICE, title: "transfer records", path: `${SPOT}/account/transferRecords`, max: 500 },
    ...{ query: { coin: "USDT" } },
    fill: (times) => repeat(times, () => transfer("usdt_futures", "1")),
  },
  {
    ...{ ...ALICE, title: "bills", path: `${SPOT}/account/bills`, max: 500, query: {} },
    fill: (times) => repeat(times, () => transfer("usdt_futures", "1")),
  },
  {
    ...{ user: "carol", title: "liquidation orders", path: `${ISOLATED}/liquidation-order` },
    ...{ max: 500, query: {}, member: "resultList", fill: liquidate },
  },
];

describe.each(LISTS)("a page of $title", ({ fill, max, member, path, query, user }) => {
  async function rowsWith(more: object): Promise<readonly Resource[]> {
    const answer = await exchange().get(path, { ...query, ...more }, user);
    const payload = rowOf(answer) as unknown;
    const list = member === undefined ? payload : (payload as Resource)[member];
    return list as readonly Resource[];
  }

  beforeAll(() => fill(max + 1));

  it(row("Limit", "limit defaults", "100 rows without a limit, and with 0"), async () => {
    expect(await rowsWith({})).toHaveLength(100);
    expect(await rowsWith({ limit: 0 })).toEqual(await rowsWith({}));
  });

  it(row("Limit", "limit maxima", `${max} rows, also if more are asked for`), async () => {
    const most = await rowsWith({ limit: max });
    expect(most).toHaveLength(max);
    expect(await rowsWith({ limit: max + 1 })).toEqual(most);
    expect(await rowsWith({ limit: 1_000_000 })).toEqual(most);
  });

  it("as many rows as asked for, the newest first", async () => {
    expect(await rowsWith({ limit: 7 })).toEqual((await rowsWith({})).slice(0, 7));
  });
});
