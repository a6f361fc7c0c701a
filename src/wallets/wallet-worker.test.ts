/** The worker against a simulated chain and the real core, ended at every step. */
import { describe, expect, test } from "vitest";
import { USD } from "../../test/support/core-listings.ts";
import {
  CHAIN_ANSWERS,
  type Kill,
  WalletBench,
  type WalletBenchTerms,
} from "../../test/support/wallet-bench.ts";
import { depositAddress } from "../wire/deposit-address.ts";

const COMPLETED = [900n, 0n, 98n];
const REFUNDED = [1_000n, 0n, 0n];
/** Blocks within which everything ends, also after a kill and a reorganisation. */
const BLOCKS = 14;
/** Blocks at which the chain is reorganised: before the transaction has one, until it is final. */
const REORGANISED_AT = [1, 2, 3, 4, 5] as const;

/** Runs without a kill, then with a kill at each call, before and after its effect. */
async function killedAtEveryStep(run: (kill: Kill | undefined) => Promise<WalletBench>) {
  let cells = 1;
  await run(undefined);
  for (const after of [false, true]) {
    for (let at = 1; ; at++) {
      const { kills } = await run({ at, after });
      if (kills === 0) break;
      cells += 1;
    }
  }
  return cells;
}

function benchOf(terms: WalletBenchTerms, kill: Kill | undefined): WalletBench {
  return new WalletBench(kill === undefined ? terms : { ...terms, kill });
}

/** Nothing is held or waits, and only one transaction ever left. */
function expectResolved({ core, refused, sent }: WalletBench): void {
  expect(core.state.custody.withdrawals.size).toBe(0);
  expect(new Set(sent).size).toBe(1);
  expect(refused).toEqual([]);
}

describe("a withdrawal, killed at every step, is paid exactly once or refunded", () => {
  test.each(CHAIN_ANSWERS)("the chain answers %s", async (answer) => {
    const cells = await killedAtEveryStep(async (kill) => {
      const bench = benchOf({ answer, unattendedMax: 0n }, kill);
      await bench.withdraw();
      await bench.approve();
      await bench.blocks(BLOCKS);
      // A process that ends before it notes the refusal sends the same bytes again.
      const isPaid = (await bench.result())[2] !== 0n;
      expect(await bench.result()).toEqual(isPaid ? COMPLETED : REFUNDED);
      if (answer !== "refused") expect(isPaid).toBe(true);
      if (answer === "refused" && kill === undefined) expect(isPaid).toBe(false);
      expectResolved(bench);
      return bench;
    });
    expect(cells).toBeGreaterThanOrEqual(11);
  });

  test.each(
    REORGANISED_AT.flatMap((block) => [
      [block, "wait for the next block", false] as const,
      [block, "are dropped", true] as const,
    ]),
  )("reorganised at block %i, transactions %s", async (block, _what, isDropped) => {
    const cells = await killedAtEveryStep(async (kill) => {
      const bench = benchOf({ unattendedMax: 0n }, kill);
      await bench.withdraw();
      await bench.approve();
      await bench.blocks(block);
      const wasOpen = bench.core.state.custody.withdrawals.size > 0;
      bench.reorganise(isDropped);
      await bench.blocks(BLOCKS);
      const [spot, held, paid] = await bench.result();
      expect([spot, held]).toEqual(COMPLETED.slice(0, 2));
      // A completed withdrawal is final for the exchange, whatever happens to the chain later.
      if (wasOpen) expect(paid).toBe(98n);
      expectResolved(bench);
      return bench;
    });
    expect(cells).toBeGreaterThanOrEqual(11);
  });

  test("is refunded when the network never takes its address", async () => {
    await killedAtEveryStep(async (kill) => {
      const bench = benchOf({ unattendedMax: 0n }, kill);
      bench.allow("refused-1");
      await bench.withdraw("refused-1");
      await bench.approve();
      await bench.blocks(BLOCKS);
      expect(await bench.result()).toEqual(REFUNDED);
      expectResolved(bench);
      return bench;
    });
  });
});

describe("a deposit, killed at every step, is credited exactly once", () => {
  test.each(["accepted", "duplicate"] as const)("notices %s", async (answer) => {
    const cells = await killedAtEveryStep(async (kill) => {
      const bench = benchOf({ answer, depositMin: 10n }, kill);
      for (const amount of ["40", "17", "9"]) bench.pay(amount);
      await bench.blocks(BLOCKS);
      // Payments are not added up: what is below the minimum is not credited.
      expect(await bench.result()).toEqual([1_057n, 0n, 0n]);
      expect(bench.core.state.custody.deposits.size).toBe(0);
      return bench;
    });
    expect(cells).toBeGreaterThanOrEqual(9);
  });

  test.each(REORGANISED_AT)("reorganised at block %i, payments wait again", async (block) => {
    await killedAtEveryStep(async (kill) => {
      const bench = benchOf({}, kill);
      bench.pay("40");
      await bench.blocks(block);
      bench.reorganise(false);
      await bench.blocks(BLOCKS);
      expect(await bench.result()).toEqual([1_040n, 0n, 0n]);
      expect(bench.core.state.custody.deposits.size).toBe(0);
      return bench;
    });
  });

  test.each(REORGANISED_AT)("reorganised at block %i, payments dropped", async (block) => {
    await killedAtEveryStep(async (kill) => {
      const bench = benchOf({}, kill);
      bench.pay("40");
      await bench.blocks(block);
      const [before = 0n] = await bench.result();
      bench.reorganise(true);
      await bench.blocks(BLOCKS);
      // Credited money is final, anything else is never credited.
      expect(await bench.result()).toEqual([before, 0n, 0n]);
      expect(bench.core.state.custody.deposits.size).toBe(0);
      return bench;
    });
  });

  test("comes from a withdrawal of another user of the exchange", async () => {
    const bench = new WalletBench();
    const bob = bench.core.user("bob");
    const { address } = depositAddress("MAIN", bob, false);
    bench.allow(address);
    await bench.withdraw(address);
    await bench.blocks(10);
    expect(bench.core.money(bob, "spot", USD)[0]).toBe(98n);
  });
});
