/** The worker against a simulated chain and the real core, ended at every step. */
import { describe, expect, test } from "vitest";
import { chainTermsDraft } from "../../test/support/chain-drafts.ts";
import { CoreFixture } from "../../test/support/core-fixture.ts";
import { USD } from "../../test/support/core-listings.ts";
import type { CommandDraft } from "../core/commands/commands.ts";
import { atoms } from "../core/money/units.ts";
import { walletState } from "../main/wallets.ts";
import { depositAddress } from "../wire/deposit-address.ts";
import type { ChainPort, SubmitAnswer } from "./chain-port.ts";
import { BLOCK_MS, FORGETFUL_STORE, SimulatedChains } from "./simulated-chains.ts";
import { WalletWorker } from "./wallet-worker.ts";

/** The process ends here: nothing after it happens. */
class Killed extends Error {}

type Fault = "none" | "timeout_done" | "timeout_lost" | "refused";

/** A core, a chain, and workers that follow each other when one is killed. */
class Bench {
  readonly core = new CoreFixture();
  readonly alice: number;
  nowMs = 100 * BLOCK_MS;
  readonly chains = new SimulatedChains({ nowMs: () => this.nowMs, store: FORGETFUL_STORE });
  readonly sent: string[] = [];
  /** Call at which the process ends, and whether the call still takes effect. */
  killAt = Number.POSITIVE_INFINITY;
  killsAfter = false;
  fault: Fault = "none";
  #calls = 0;
  #worker: WalletWorker;

  constructor() {
    this.core.run(chainTermsDraft({ currency: USD, withdrawFee: atoms(2n) }));
    this.alice = this.core.user("alice", [["spot", USD, 1_000]]);
    this.#worker = this.#newWorker();
  }

  async #call<T>(act: () => Promise<T> | T): Promise<T> {
    this.#calls += 1;
    const ends = this.#calls === this.killAt;
    if (ends && !this.killsAfter) throw new Killed();
    const result = await act();
    if (ends) throw new Killed();
    return result;
  }

  async #send(network: string, raw: Uint8Array): Promise<SubmitAnswer> {
    const { fault } = this;
    this.fault = "none";
    this.sent.push(Buffer.from(raw).toString("hex"));
    if (fault === "timeout_lost") throw new Error("no answer");
    if (fault === "refused") return "refused";
    const answer = await this.chains.submit(network, raw);
    if (fault === "timeout_done") throw new Error("no answer");
    return answer;
  }

  #port(): ChainPort {
    const { chains } = this;
    return {
      height: () => chains.height(),
      payments: (network, from) => chains.payments(network, from),
      find: (network, id) => chains.find(network, id),
      sign: (network, order) => chains.sign(network, order),
      submit: (network, raw) => this.#call(() => this.#send(network, raw)),
    };
  }

  #newWorker(): WalletWorker {
    return new WalletWorker({
      chains: this.#port(),
      state: walletState(this.core.state),
      submit: (command: CommandDraft) =>
        this.#call(() => {
          this.core.run(command);
          return this.core.state.outcome.rejection;
        }),
      onRefused: ({ kind }, rejection) => {
        throw new Error(`${kind} is accepted, got ${rejection}`);
      },
    });
  }

  /** One round and one block; a killed worker is followed by another on the recovered state. */
  async block(): Promise<void> {
    try {
      await this.#worker.round();
    } catch (thrown) {
      if (thrown instanceof Killed) {
        this.core.restart();
        this.#worker = this.#newWorker();
      }
    }
    this.nowMs += BLOCK_MS;
  }

  async blocks(count: number): Promise<void> {
    for (let block = 0; block < count; block++) await this.block();
  }

  withdraw(): void {
    const book = { addressKind: "regular", chain: 0, address: "elsewhere", tag: "" } as const;
    this.core.run({ kind: "add_address", user: this.alice, ...book, label: "", toUser: 0 });
    this.core.run({
      kind: "request_withdrawal",
      ...{ user: this.alice, wallet: "spot", chain: 0, size: atoms(100n) },
      ...{ address: "elsewhere", tag: "", clientWithdrawalId: "", remark: "" },
    });
  }

  pay(amount: string): void {
    this.chains.pay(
      "MAIN",
      { coin: "USD", ...depositAddress("MAIN", this.alice, false), amount },
      "",
    );
  }

  /** Balance, what is held, and what the chain paid out, in coins. */
  async result(): Promise<readonly bigint[]> {
    const { core } = this;
    const paid = (await this.chains.payments("MAIN", 0)).filter(
      ({ address }) => address === "elsewhere",
    );
    const sum = paid.reduce((total, { amount }) => total + BigInt(amount), 0n);
    return [
      core.money(this.alice, "spot", USD)[0],
      core.money(this.alice, "withdrawing", USD)[0],
      sum,
    ];
  }
}

const COMPLETED = [900n, 0n, 98n];
const REFUNDED = [1_000n, 0n, 0n];
const CALLS = 8;
const KILLS = Array.from({ length: CALLS }, (_, at) => at + 1);

describe("a withdrawal is paid exactly once or refunded", () => {
  for (const fault of ["none", "timeout_done", "timeout_lost", "refused"] as const) {
    for (const killsAfter of [false, true]) {
      test.each(KILLS)(`chain answers ${fault}, after=${killsAfter}, killed at %i`, async (at) => {
        const bench = new Bench();
        bench.fault = fault;
        bench.killAt = at;
        bench.killsAfter = killsAfter;
        bench.withdraw();
        await bench.blocks(14);
        const isPaid = (await bench.result())[2] !== 0n;
        expect(await bench.result()).toEqual(isPaid ? COMPLETED : REFUNDED);
        expect(bench.core.state.custody.withdrawals.size).toBe(0);
        expect(new Set(bench.sent).size).toBe(1);
        if (fault !== "refused") expect(isPaid).toBe(true);
      });
    }
  }

  test("also when its block is reorganised, once or twice", async () => {
    const bench = new Bench();
    bench.withdraw();
    await bench.blocks(3);
    bench.chains.reorganise("MAIN", 1, false);
    await bench.blocks(2);
    bench.chains.reorganise("MAIN", 1, false);
    await bench.blocks(8);
    expect(await bench.result()).toEqual(COMPLETED);
    expect(new Set(bench.sent).size).toBe(1);
  });

  test("and refunded when the network never takes its address", async () => {
    const bench = new Bench();
    const book = { addressKind: "regular", chain: 0, address: "refused-1", tag: "" } as const;
    bench.core.run({ kind: "add_address", user: bench.alice, ...book, label: "", toUser: 0 });
    bench.core.run({
      kind: "request_withdrawal",
      ...{ user: bench.alice, wallet: "spot", chain: 0, size: atoms(100n) },
      ...{ address: "refused-1", tag: "", clientWithdrawalId: "", remark: "" },
    });
    await bench.blocks(4);
    expect(await bench.result()).toEqual(REFUNDED);
  });
});

describe("a deposit is credited exactly once", () => {
  for (const killsAfter of [false, true]) {
    test.each(KILLS)(`after=${killsAfter}, killed at %i`, async (at) => {
      const bench = new Bench();
      bench.killAt = at;
      bench.killsAfter = killsAfter;
      bench.pay("40");
      bench.pay("7");
      await bench.blocks(12);
      expect(await bench.result()).toEqual([1_047n, 0n, 0n]);
    });
  }

  test("also when its block is reorganised before it is final, and not at all if dropped", async () => {
    const bench = new Bench();
    bench.pay("40");
    await bench.blocks(2);
    bench.chains.reorganise("MAIN", 1, false);
    await bench.blocks(6);
    expect(await bench.result()).toEqual([1_040n, 0n, 0n]);
    bench.pay("5");
    await bench.blocks(2);
    bench.chains.reorganise("MAIN", (await bench.chains.height()) - 1, true);
    await bench.blocks(6);
    expect(await bench.result()).toEqual([1_040n, 0n, 0n]);
    expect(bench.core.state.custody.deposits.size).toBe(0);
  });

  test("from a withdrawal of another user of the exchange", async () => {
    const bench = new Bench();
    const bob = bench.core.user("bob");
    const { address } = depositAddress("MAIN", bob, false);
    const book = { addressKind: "regular", chain: 0, address, tag: "" } as const;
    bench.core.run({ kind: "add_address", user: bench.alice, ...book, label: "", toUser: 0 });
    bench.core.run({
      kind: "request_withdrawal",
      ...{ user: bench.alice, wallet: "spot", chain: 0, size: atoms(100n), address, tag: "" },
      ...{ clientWithdrawalId: "", remark: "" },
    });
    await bench.blocks(10);
    expect(bench.core.money(bob, "spot", USD)[0]).toBe(98n);
  });
});
