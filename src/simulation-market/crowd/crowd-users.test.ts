import { expect, it } from "vitest";
import { FoundedMarket } from "../../../test/support/founded-market.ts";
import { RandomWalkOutside } from "../../../test/support/random-walk-outside.ts";
import { crowdInstruments, crowdUsers } from "./crowd-users.ts";

const START_MS = Date.UTC(2026, 0, 5, 8);
const outside = new RandomWalkOutside({ seed: 1, nowMs: START_MS, volatility: 1 });
const { exchange } = new FoundedMarket({ startMs: START_MS, outside, isListed: () => true });
const users = crowdUsers(exchange.instruments, exchange.currencies);

it("has 112 members in the live realm and 12 in demo, with names of their own", () => {
  const count = (realm: string): number => users.filter((user) => user.realm === realm).length;
  expect([count("live"), count("demo")]).toEqual([112, 12]);
  expect(new Set(users.map(({ name }) => name)).size).toBe(124);
});

it("funds each member in the settle coin of the contracts that it trades", () => {
  for (const { realm, category, settle, credits } of users) {
    const settled = crowdInstruments(exchange.instruments, { realm, category }).filter(
      (instrument) => instrument.settle === settle,
    );
    expect(settled.length).toBeGreaterThan(0);
    expect(credits.map(({ wallet, currency }) => [wallet, currency])).toEqual([[category, settle]]);
    expect(credits[0]?.amount).toBeGreaterThan(0n);
  }
});

it("keeps the members within the position tiers of ordinary users", () => {
  for (const { openOrdersMax } of users) expect(openOrdersMax).toBe(0);
});
