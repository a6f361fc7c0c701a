import { describe, expect, it } from "vitest";
import { seededRandom } from "../../market-model/seeded-random.ts";
import { Arrivals, CREDIT_DOLLARS_PER_DAY_MAX, CREDITS_PER_HOUR_MAX } from "./arrivals.ts";
import { walletDollarsOf } from "./member-wallet.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Credits admitted when one is requested every second of so many hours. */
function admitted(hours: number): { readonly atMs: number; readonly dollars: number }[] {
  const arrivals = new Arrivals();
  const random = seededRandom(3, "arrivals");
  const credits: { atMs: number; dollars: number }[] = [];
  for (let atMs = 0; atMs < hours * HOUR_MS; atMs += SECOND_MS) {
    const dollars = arrivals.admit(random, atMs, 0);
    if (dollars !== undefined) credits.push({ atMs, dollars });
  }
  return credits;
}

describe("arrivals of new members", () => {
  it("are as many in an hour as allowed, and not more", () => {
    const credits = admitted(3);
    for (const { atMs } of credits) {
      const inHour = credits.filter((other) => other.atMs <= atMs && atMs - other.atMs < HOUR_MS);
      expect(inHour.length).toBeLessThanOrEqual(CREDITS_PER_HOUR_MAX);
    }
    expect(credits.length).toBe(3 * CREDITS_PER_HOUR_MAX);
  });

  it("bring no more than the amount of a day", () => {
    const credits = admitted(24);
    const total = credits.reduce((sum, { dollars }) => sum + dollars, 0);
    expect(total).toBeGreaterThan(CREDIT_DOLLARS_PER_DAY_MAX / 2);
    expect(total).toBeLessThanOrEqual(CREDIT_DOLLARS_PER_DAY_MAX);
  });

  it("bring only what the account lacks", () => {
    const credit = (remaining: number): number =>
      new Arrivals().admit(seededRandom(6, "lack"), 0, remaining) ?? -1;
    expect(credit(0)).toBeGreaterThan(100);
    expect(credit(100)).toBe(credit(0) - 100);
    expect(credit(10_000_000)).toBe(0);
  });

  it("come after twenty minutes on average", () => {
    const arrivals = new Arrivals();
    const random = seededRandom(4, "waits");
    const waits = Array.from({ length: 20_000 }, () => arrivals.waitMs(random));
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    expect(mean / 60_000).toBeGreaterThan(19);
    expect(mean / 60_000).toBeLessThan(21);
  });
});

describe("wallets of new members", () => {
  it("are between 200 and 5,000,000 dollars, half of them below about 4,000", () => {
    const random = seededRandom(5, "wallets");
    const wallets = Array.from({ length: 20_000 }, () => walletDollarsOf(random));
    const sorted = wallets.sort((one, other) => one - other);
    expect(sorted[0]).toBe(200);
    expect(sorted.at(-1)).toBe(5_000_000);
    const median = sorted[sorted.length >> 1] ?? 0;
    expect(median).toBeGreaterThan(3_800);
    expect(median).toBeLessThan(4_800);
  });
});
