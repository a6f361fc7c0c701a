/** Positions that move between accounts of one owner, as unmodified clients ask for it. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { type Contract, openCounterparty } from "./support/counterparty.ts";
import { COIN_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";
import { codeOf } from "./support/refusals.ts";

const exchange = await openExchange();
const USDT = { wallet: "unified", coin: "USDT", amount: "100000" } as const;
const mainKey = await exchange.newUser({ kind: "unified", name: "main" }, USDT);
const parentUid = mainKey.uid;
const subKey = await exchange.newUser({ kind: "unified", name: "sub", parentUid }, USDT);
const poorKey = await exchange.newUser(
  { kind: "unified", name: "poor", parentUid },
  { ...USDT, amount: "1" },
);
const otherKey = await exchange.newUser({ kind: "unified", name: "other" }, USDT);
const [main, sub, other] = [mainKey, subKey, otherKey].map((key) => restV3(exchange, key));
if (main === undefined || sub === undefined || other === undefined) throw new Error("three");
const maker = await openCounterparty(exchange);

const LINEAR = { category: "USDT-FUTURES", symbol: "BTCUSDT" } as const;
const COIN = { category: "COIN-FUTURES", symbol: "BTCUSD" } as const;
type Client = ReturnType<typeof restV3>;

async function open(client: Client, contract: Contract, qty: string): Promise<void> {
  const { category, symbol } = contract === USDT_PERPETUAL ? LINEAR : COIN;
  await maker.futures(contract, { side: "sell", size: qty, price: "60000" });
  await client.submitNewOrder({ category, symbol, side: "buy", orderType: "market", qty });
}

async function held(client: Client, category: "USDT-FUTURES" | "COIN-FUTURES") {
  const { list } = (await client.getCurrentPosition({ category })).data;
  return (list ?? []).map(({ avgPrice, posSide, total }) => [posSide, total, avgPrice]);
}

const LONG = { symbol: "BTCUSDT", side: "sell", qty: "0.4" } as const;
const OUT = { fromUid: mainKey.uid, toUid: subKey.uid, category: LINEAR.category };

describe("RestClientV3.movePositions", () => {
  it("moves positions at mark, without fees or a trade, and lists them", async () => {
    proves("RestClientV3.movePositions", "POST /api/v3/account/move-positions");
    proves("RestClientV3.getMovePositionHistory", "GET /api/v3/account/move-position-history");
    await open(main, USDT_PERPETUAL, "1");
    await exchange.setIndexPrices();
    await exchange.setIndexPrice(
      { realm: "live", category: "usdt_futures", symbol: "BTCUSDT" },
      "60600",
    );
    const trades = (await main.getFills({ ...LINEAR, limit: "100" })).data;
    const beyond = { ...LONG, qty: "0.7" };
    const unknown = { ...LONG, symbol: "NOPEUSDT" };
    const { data } = await main.movePositions({
      ...OUT,
      positionList: [LONG, beyond, unknown],
    });
    const refusals = [
      { orderId: "", clientOid: "", code: "25225", msg: expect.any(String) },
      { orderId: "", clientOid: "", code: "25100", msg: expect.any(String) },
    ];
    const done = { orderId: expect.stringMatching(/^\d+$/), code: "00000", msg: "success" };
    expect(data.closePosition).toMatchObject([done, ...refusals]);
    expect(data.openPosition).toMatchObject([done, ...refusals]);
    expect(await held(main, LINEAR.category)).toEqual([["long", "0.6", "60000"]]);
    const [taken] = await held(sub, LINEAR.category);
    expect(taken?.slice(0, 2)).toEqual(["long", "0.4"]);

    const moved = await eventually("the record", async () => {
      const { list } = (await main.getMovePositionHistory(LINEAR)).data;
      return list.length > 0 ? list : undefined;
    });
    const time = expect.stringMatching(/^\d{13}$/);
    expect(moved).toEqual([
      {
        ...{ ...LINEAR, fromUid: mainKey.uid, toUid: subKey.uid, posSide: "long", qty: "0.4" },
        ...{ orderId: data.closePosition[0]?.orderId, price: taken?.[2], status: "completed" },
        openExecId: expect.stringMatching(/^\d+$/),
        closeExecId: expect.stringMatching(/^\d+$/),
        ...{ createdTime: time, updatedTime: time },
      },
    ]);
    const fills = await Promise.all(
      [main, sub].map(async (client) => (await client.getTradeFills(LINEAR)).data.list ?? []),
    );
    const [closing, opening] = fills.map((list) => list[0]);
    expect(closing).toMatchObject({ execId: moved[0]?.closeExecId, execQty: "0.4" });
    expect(opening).toMatchObject({ execId: moved[0]?.openExecId, execQty: "0.4" });
    for (const fill of [closing, opening]) {
      expect(fill?.feeDetail?.map(({ fee }) => Number(fee))).toEqual([0]);
    }
    expect((await main.getFills({ ...LINEAR, limit: "100" })).data).toEqual(trades);
    expect((await sub.getMovePositionHistory(LINEAR)).data.list).toEqual(moved);
    expect((await other.getMovePositionHistory(LINEAR)).data.list).toEqual([]);
    expect((await main.getMovePositionHistory(COIN)).data.list).toEqual([]);
  });

  it("moves nothing out of the family, into a poor account or for another caller", async () => {
    await exchange.setIndexPrices();
    const positionList = [LONG];
    const ask = (client: Client, ends: object) =>
      codeOf(client.movePositions({ ...OUT, positionList, ...ends }));
    expect(await ask(sub, {})).toBe("40068");
    expect(await ask(other, {})).toBe("40066");
    expect(await ask(main, { toUid: otherKey.uid })).toBe("40066");
    expect(await ask(main, { toUid: "1" })).toBe("40066");
    expect(await ask(main, { toUid: mainKey.uid })).toBe("25200");
    expect(await ask(main, { positionList: [] })).toBe("40019");
    expect(await ask(main, { positionList: Array(11).fill(LONG) })).toBe("40306");
    const { data } = await main.movePositions({ ...OUT, toUid: poorKey.uid, positionList });
    expect(data.openPosition).toMatchObject([{ code: "25203" }]);
    expect(await held(main, LINEAR.category)).toEqual([["long", "0.6", "60000"]]);
  });

  it("moves the rest of a coin-margined position by the size that it reports", async () => {
    await main.adjustAccountMode({ mode: "advanced" });
    await sub.adjustAccountMode({ mode: "advanced" });
    await open(sub, COIN_PERPETUAL, "0.123");
    await exchange.setIndexPrices();
    await exchange.setIndexPrice(
      { realm: "live", category: "coin_futures", symbol: "BTCUSD" },
      "60300",
    );
    const back = { fromUid: subKey.uid, toUid: mainKey.uid, category: COIN.category };
    for (const qty of ["0.1", undefined]) {
      const [position] = await held(sub, COIN.category);
      const item = { symbol: "BTCUSD", side: "sell", qty: qty ?? position?.[1] ?? "" } as const;
      const { data } = await main.movePositions({ ...back, positionList: [item] });
      expect(data.closePosition).toMatchObject([{ code: "00000" }]);
    }
    expect(await held(sub, COIN.category)).toEqual([]);
    expect(await held(main, COIN.category)).toHaveLength(1);
  });
});
