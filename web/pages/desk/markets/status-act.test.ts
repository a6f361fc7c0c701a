import { expect, it } from "vitest";
import { delistAct, statusAct, statusOfAllAct } from "./status-act.ts";

const ROW = {
  symbol: "BTCUSDT",
  category: "usdt_futures",
  realm: "live",
  status: "online",
  openOrders: 3,
} as const;
const nothing = (): void => {};

it("a halt names the market, its present status and what stays", () => {
  const act = statusAct(ROW, "halted", nothing);
  expect(act).toMatchObject({
    title: "Halt BTCUSDT usdt futures",
    method: "PUT",
    path: "/instruments/status",
    body: { symbol: "BTCUSDT", category: "usdt_futures", realm: "live", status: "halted" },
    repeat: undefined,
  });
  expect(act.effects).toEqual([
    "The status changes: online → halted.",
    "No order is accepted and nothing is executed.",
    "Its open orders stay, and can be cancelled: 3.",
  ]);
});

it("dangerous acts repeat the name", () => {
  expect(statusAct(ROW, "offline", nothing).repeat).toBe("BTCUSDT");
  expect(delistAct(ROW, nothing).repeat).toBe("BTCUSDT");
  expect(statusOfAllAct("live", "halted", nothing).repeat).toBe("ALL LIVE MARKETS");
});

it("all markets of both realms are named by no realm", () => {
  expect(statusOfAllAct("both", "online", nothing).body).toEqual({ status: "online" });
  expect(statusOfAllAct("demo", "halted", nothing).body).toEqual({
    status: "halted",
    realm: "demo",
  });
});
