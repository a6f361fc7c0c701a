import { describe, expect, it } from "vitest";
import type { Plan, Position } from "./model.ts";
import { atMarkPrice, withExits } from "./position-figures.ts";

const POSITION: Position = {
  ...{ category: "usdt-futures", symbol: "BTCUSDT", instrumentKey: "usdt-futures:BTCUSDT" },
  ...{ side: "long", isHedge: false, marginMode: "crossed", marginCoin: "USDT", leverage: "20" },
  ...{ size: "0.2", available: "0.2", entryPrice: "60000", breakEvenPrice: "" },
  ...{ markPrice: "60000", liquidationPrice: "", margin: "600", marginRatio: "" },
  ...{
    face: "",
    maintenanceRate: "0.004",
    unrealised: "0",
    reportedGain: "0",
    realised: "0",
    funding: "0",
  },
  ...{ takeProfit: "", stopLoss: "", createdMs: 1 },
};

describe("a position at another mark price", () => {
  it.each([
    ["long", "61000", "200"],
    ["long", "59000", "-200"],
    ["short", "61000", "-200"],
    ["short", "59999.9", "0.02"],
  ] as const)("%s, at %s gains %s", (side, markPrice, unrealised) => {
    const marked = atMarkPrice({ ...POSITION, side }, markPrice);
    expect(marked).toMatchObject({ markPrice, unrealised });
  });

  it("of an inverse contract gains in the base coin", () => {
    const inverse = { ...POSITION, category: "coin-futures", face: "12000" } as const;
    // 12000 ÷ 60000 − 12000 ÷ 75000.
    expect(atMarkPrice(inverse, "75000").unrealised).toBe("0.04");
    expect(atMarkPrice({ ...inverse, side: "short" }, "60600").unrealised).toBe("-0.0019802");
  });

  it.each([
    ["no mark price", POSITION, ""],
    ["the same mark price", POSITION, "60000"],
    ["a mark price of zero", POSITION, "0"],
    ["no entry price", { ...POSITION, entryPrice: "" }, "61000"],
  ])("with %s stays the same object", (_what, position, markPrice) => {
    expect(atMarkPrice(position, markPrice)).toBe(position);
  });
});

describe("the exits of a position", () => {
  const exit = (changed: Partial<Plan>): Plan => ({
    ...{ category: "usdt-futures", symbol: "BTCUSDT", instrumentKey: "usdt-futures:BTCUSDT" },
    ...{ id: "1", clientId: "", kind: "take_profit", side: "sell", positionSide: undefined },
    ...{ triggerPrice: "", triggerBy: "mark", orderPrice: "", size: "", callbackRate: "" },
    ...{ reduceOnly: true, status: "live", createdMs: 1, updatedMs: 1 },
    ...{ takeProfit: "70000", stopLoss: "" },
    ...changed,
  });

  it("are those that close the whole of it", () => {
    const stop = exit({ kind: "stop_loss", takeProfit: "", stopLoss: "50000" });
    expect(withExits(POSITION, [exit({}), stop])).toMatchObject({
      ...{ takeProfit: "70000", stopLoss: "50000" },
    });
    expect(withExits({ ...POSITION, takeProfit: "1", stopLoss: "1" }, [])).toMatchObject({
      ...{ takeProfit: "", stopLoss: "" },
    });
  });

  it("are told from those of parts of it", () => {
    const part = exit({ size: "0.1" });
    const elsewhere = exit({ size: "0.1", positionSide: "short" });
    expect(withExits(POSITION, [part, elsewhere])).toMatchObject({
      ...{ takeProfit: "", partExits: [part] },
    });
  });

  it.each([
    ["a part", { size: "0.1" }],
    ["the other side", { positionSide: "short" }],
    ["a position that a buy closes", { side: "buy" }],
    ["another market", { instrumentKey: "usdt-futures:ETHUSDT" }],
    ["a trigger order", { kind: "trigger" }],
    ["a trailing order", { kind: "trailing" }],
  ] as const)("are not those of %s", (_what, changed) => {
    expect(withExits(POSITION, [exit(changed)]).takeProfit).toBe("");
  });
});
