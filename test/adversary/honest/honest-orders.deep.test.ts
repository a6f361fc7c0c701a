import { describe, expect, it } from "vitest";
import { HonestMarket } from "./honest-market.ts";
import { ALARM_SHARE_MAX, playHonestRound } from "./measure.ts";
import { Person } from "./person.ts";
import { alarmShareOf, GROUPS, type Group, Tally, tableOf } from "./tally.ts";
import { PHASES, SHORT_ROUND } from "./world-prices.ts";

const TIME_MAX_MS = 120_000;
const SEED = 1;
const ORDERS_MIN = 100_000;
const TINY_ROUND = { warmUp: 10, ordinary: 10, move: 10, aftermath: 5 };
const OPEN_ROUND = { warmUp: 0, ordinary: 300, move: 10, aftermath: 0 };
/** Orders of stops that a fall and a rise must bring for a panic. */
const FIRED_MIN = 200;

/**
 * Share of the orders of a group that may meet a rule, in either phase. Makers, hedgers and holders
 * of stops keep the goal by themselves. Of the orders with which takers open, 15 % are limit orders
 * up to 1 % through the market that may rest. At a leverage of 50 or more, 1 % is at least half of
 * the margin, so a quarter of these may be refused: 4 %. Borrowers send a fifth of such orders at a
 * leverage of at most 5, where 1 % is a twentieth of the margin or less; a tenth of these: 2 %.
 */
const SHARE_MAX: Readonly<Record<Group, number>> = {
  makers: ALARM_SHARE_MAX,
  "large makers": ALARM_SHARE_MAX,
  hedgers: ALARM_SHARE_MAX,
  "stop holders": ALARM_SHARE_MAX,
  takers: 0.04,
  borrowers: 0.02,
};

describe("honest orders", () => {
  it("seldom meet a rule, in ordinary trading and in a panic", {
    timeout: TIME_MAX_MS,
  }, async () => {
    const tally = new Tally();
    await playHonestRound({ seed: SEED, round: SHORT_ROUND }, tally);
    const table = tableOf(tally);
    expect(tally.orders).toBeGreaterThan(ORDERS_MIN);
    expect(tally.sum("panic").fired).toBeGreaterThan(FIRED_MIN);
    for (const phase of PHASES) {
      expect(alarmShareOf(tally.sum(phase)), table).toBeLessThan(ALARM_SHARE_MAX);
      for (const group of GROUPS) {
        const cell = tally.cell(phase, group);
        expect(cell.orders, `${group} act`).toBeGreaterThan(0);
        expect(alarmShareOf(cell), `${group}, ${phase}\n${table}`).toBeLessThan(SHARE_MAX[group]);
      }
    }
  });

  it("are counted the same from the same seed", async () => {
    const tables: string[] = [];
    for (let time = 0; time < 2; time++) {
      const tally = new Tally();
      await playHonestRound({ seed: SEED, round: TINY_ROUND }, tally);
      tables.push(tableOf(tally));
    }
    expect(tables[0]).toContain("false alarms of makers");
    expect(tables[0]).toBe(tables[1]);
  });
});

/** A trader with 1,000 dollars at a leverage of 100 in an open market, and the counts. */
async function traderAlone() {
  const tally = new Tally();
  const market = await HonestMarket.open({ seed: SEED, round: OPEN_ROUND }, tally);
  const credits = [["usdt_futures", "USDT", 1_000]] as const;
  const terms = { group: "takers", accountKind: "classic", name: "alone", credits } as const;
  const person = new Person(market, terms);
  const instrument = market.instrument("usdt_futures", "BTCUSDT");
  person.settle(instrument, { leverage: 100, marginMode: "crossed" });
  market.exchange.run(market.exchange.nowMs() + 30_000);
  const price = (share: number): number => Math.round(person.index(instrument) * (1 + share));
  return { instrument, person, price, cell: tally.cell("ordinary", "takers") };
}

describe.each([
  ["buy", true],
  ["sell", false],
] as const)("a refused %s", (_, isBuy) => {
  const beyond = isBuy ? 0.009 : -0.009;

  it("is a false alarm where only its open loss is not covered", async () => {
    const { cell, instrument, person, price } = await traderAlone();
    const size = person.lotsOf(instrument, 70_000);
    person.order({ instrument, isBuy, price: price(beyond), size });
    expect(cell).toMatchObject({ orders: 1, met: new Map([["open loss (order)", 1]]) });
    expect(alarmShareOf(cell)).toBe(1);
  });

  it("is none where its initial margin is not covered", async () => {
    const { cell, instrument, person, price } = await traderAlone();
    const size = person.lotsOf(instrument, 120_000);
    person.order({ instrument, isBuy, price: price(beyond), size });
    expect(cell).toMatchObject({ orders: 1, refused: new Map([["insufficient_margin", 1]]) });
    expect(alarmShareOf(cell)).toBe(0);
  });

  it("is a false alarm beyond the price band", async () => {
    const { cell, instrument, person, price } = await traderAlone();
    const size = person.lotsOf(instrument, 1_000);
    person.order({ instrument, isBuy, price: price(8 * beyond), size });
    expect(cell).toMatchObject({ orders: 1, met: new Map([["price band", 1]]) });
  });
});
