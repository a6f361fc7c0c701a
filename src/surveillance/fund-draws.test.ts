import { describe, expect, it } from "vitest";
import { EventScript } from "../../test/support/event-script.ts";
import { WATCH_START_MS, WATCHED, WatchedMarket } from "../../test/support/watched-market.ts";
import { longOf, shortOf } from "../core/base/position-handle.ts";
import { isWorkDue } from "../core/clock/tick.ts";
import { type Atoms, atoms } from "../core/money/units.ts";

const PRODUCT_SIDES = (["linear", "inverse"] as const).flatMap((name) =>
  (["buy", "sell"] as const).map((side) => [name, side] as const),
);

/** Runs all liquidations to their end. */
function liquidate(market: WatchedMarket): void {
  do market.pass(1_000);
  while (isWorkDue(market.exchange.state));
}

/**
 * Opens a position of an underfunded loser against a winner and moves the index against the loser.
 */
function liquidateLoser(
  market: WatchedMarket,
  name: "linear" | "inverse",
  side: "buy" | "sell",
): { loser: number; winner: number } {
  const winner = market.person("winner");
  const loser = market.poor("loser", [
    ["usdt_futures", "USDT", 8_000n],
    ["coin_futures", "BTC", 1n],
  ]);
  const btc = name === "linear" ? 1 : 5;
  market.trade(loser, winner, name, { side, price: 60_000, btc });
  market.pass(5_000);
  market.index(side === "buy" ? 45_000 : 75_000);
  liquidate(market);
  return { loser, winner };
}

describe("a loss that the insurance fund or others bear", () => {
  it.each(PRODUCT_SIDES)(
    "raises an alert with the loser's counterparties on %s, a %s",
    (name, side) => {
      const market = new WatchedMarket();
      const funds = name === "linear" ? "USDT" : "BTC";
      const currency = market.exchange.currencies.find(({ code }) => code === funds)?.index ?? -1;
      const amount = (10n ** 15n) as Atoms;
      const fund = { realm: "live", wallet: "insurance_fund", currency, amount } as const;
      market.exchange.command({ kind: "endow", ...fund });
      const { loser, winner } = liquidateLoser(market, name, side);
      const alert = market.alerts.find(({ kind }) => kind === "fund_draw");
      expect(alert?.users).toEqual([loser]);
      expect(alert?.measures).toEqual({ bearer: "fund" });
      expect(alert?.valueUsd).toBeGreaterThan(300);
      expect(alert?.evidence.counterparties).toMatchObject([{ user: winner, linkedBy: [] }]);
      expect(alert?.evidence.counterparties[0]?.gainUsd).toBeGreaterThan(5_000);
    },
  );

  it.each(PRODUCT_SIDES)(
    "raises an alert for deleveraging without a fund on %s, a %s",
    (name, side) => {
      const market = new WatchedMarket();
      const { loser } = liquidateLoser(market, name, side);
      const alert = market.alerts.find(({ kind }) => kind === "fund_draw");
      expect(alert).toMatchObject({ users: [loser], measures: { bearer: "deleveraged" } });
    },
  );

  it("names the link of loser and winner", () => {
    const market = new WatchedMarket();
    for (const user of [
      market.exchange.state.users.length,
      market.exchange.state.users.length + 1,
    ]) {
      market.surveillance.userSeen(user, "203.0.113.7");
    }
    liquidateLoser(market, "linear", "buy");
    const alert = market.alerts.find(({ kind }) => kind === "fund_draw");
    expect(alert?.linkedBy).toEqual(["address"]);
    expect(alert?.evidence.counterparties[0]?.linkedBy).toEqual(["address"]);
  });

  it("raises no alert for a liquidation filled by the book", () => {
    const market = new WatchedMarket();
    const winner = market.person("winner");
    const loser = market.poor("loser", [["usdt_futures", "USDT", 8_000n]]);
    market.trade(loser, winner, "linear", { side: "buy", price: 60_000, btc: 1 });
    market.pass(5_000);
    market.order(winner, "linear", { side: "buy", price: 52_400, btc: 2 });
    market.index(52_200);
    liquidate(market);
    const { positions } = market.exchange.state;
    const row = positions.find(loser, WATCHED.linear.instrument);
    expect([positions.size.get(longOf(row)), positions.size.get(shortOf(row))]).toEqual([0, 0]);
    expect(market.alerts).toEqual([]);
  });

  it.each([
    ["pool", 0n, 500n],
    ["fund", 500n, 0n],
  ])("raises an alert for a loan that the %s writes off", (bearer, paid, written) => {
    const market = new WatchedMarket();
    const alice = market.person("alice");
    const currency = market.exchange.currencies.find(({ code }) => code === "USDT")?.index ?? 0;
    const script = new EventScript().command(900, WATCH_START_MS).emit("loan_covered", {
      user: alice,
      currency,
      fundPaid: atoms(paid * 10n ** 8n),
      writtenOff: atoms(written * 10n ** 8n),
    });
    market.surveillance.onBatch(script.take());
    expect(market.alerts).toMatchObject([
      { kind: "fund_draw", users: [alice], instrument: -1, valueUsd: 500, measures: { bearer } },
    ]);
  });

  it("raises no alert for the fund's share of the fees", () => {
    const market = new WatchedMarket();
    const currency = market.exchange.currencies.find(({ code }) => code === "USDT")?.index ?? 0;
    const amount = atoms(50_000n * 10n ** 8n);
    const fees = { reason: "fees", isPaidIn: true, user: 0, currency, amount } as const;
    market.surveillance.onBatch(
      new EventScript().command(900, WATCH_START_MS).emit("fund_moved", fees).take(),
    );
    expect(market.alerts).toEqual([]);
  });

  it("sums losses, assigns a backstop to the user just liquidated, and ignores surpluses", () => {
    const market = new WatchedMarket();
    const alice = market.person("alice");
    const currency = market.exchange.currencies.find(({ code }) => code === "USDT")?.index ?? 0;
    const amount = atoms(300n * 10n ** 8n);
    const script = new EventScript()
      .command(900, WATCH_START_MS)
      .emit("position_liquidated", { user: alice, instrument: 2, taker: "book" })
      .emit("fund_moved", { reason: "surplus", isPaidIn: true, user: alice, currency, amount })
      .emit("fund_moved", { reason: "shortfall", user: alice, currency, amount })
      .emit("fund_moved", { reason: "backstop", isPaidIn: true, user: 0, currency, amount });
    market.surveillance.onBatch(script.take());
    expect(market.alerts).toMatchObject([{ users: [alice], valueUsd: 600, count: 2 }]);
  });
});
