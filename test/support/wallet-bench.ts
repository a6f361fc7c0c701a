/**
 * The real core, a simulated chain, and wallet workers that follow each other: the process can end
 * at every call that a worker makes, before or after the call takes effect.
 */
import type { Rejection } from "../../src/core/base/rejections.ts";
import type { CommandDraft } from "../../src/core/commands/commands.ts";
import { atoms } from "../../src/core/money/units.ts";
import { walletState } from "../../src/main/wallets.ts";
import type { ChainPort, Payment, SubmitAnswer } from "../../src/wallets/chain-port.ts";
import { BLOCK_MS, FORGETFUL_STORE, SimulatedChains } from "../../src/wallets/simulated-chains.ts";
import { WalletWorker } from "../../src/wallets/wallet-worker.ts";
import { depositAddress } from "../../src/wire/deposit-address.ts";
import { chainTermsDraft } from "./chain-drafts.ts";
import { CoreFixture } from "./core-fixture.ts";
import { USD } from "./core-listings.ts";

/** The process ends here: nothing after it happens. */
class Killed extends Error {}

/** The chain gives no answer. */
class NoAnswer extends Error {}

/** What the chain does with the first transaction; `duplicate` repeats every notice. */
export const CHAIN_ANSWERS = [
  ...(["accepted", "refused", "timeout_done", "timeout_lost", "duplicate"] as const),
] as const;
type ChainAnswer = (typeof CHAIN_ANSWERS)[number];

export interface Kill {
  /** Number of the call at which the process ends. */
  readonly at: number;
  /** Whether the call still takes effect. */
  readonly after: boolean;
}

export interface WalletBenchTerms {
  readonly answer?: ChainAnswer;
  readonly kill?: Kill;
  /** Largest withdrawal without the operator. */
  readonly unattendedMax?: bigint;
  readonly depositMin?: bigint;
}

export const WITHDRAWAL_ADDRESS = "elsewhere";
const NETWORK = "MAIN";
const CLIENT_ID = "w-1";

/** Alice has 1,000 in spot; a withdrawal costs 2. */
export class WalletBench {
  readonly core = new CoreFixture();
  readonly alice: number;
  nowMs = 100 * BLOCK_MS;
  readonly chains = new SimulatedChains({ nowMs: () => this.nowMs, store: FORGETFUL_STORE });
  /** Raw transactions in the order in which they left. */
  readonly sent: string[] = [];
  readonly refused: string[] = [];
  kills = 0;
  #answer: ChainAnswer;
  readonly #isDoubled: boolean;
  readonly #kill: Kill | undefined;
  #calls = 0;
  #worker: WalletWorker;

  constructor(terms: WalletBenchTerms = {}) {
    const { answer = "accepted", depositMin = 1n, kill, unattendedMax = 1_000_000n } = terms;
    this.#answer = answer;
    this.#isDoubled = answer === "duplicate";
    this.#kill = kill;
    this.core.run(
      chainTermsDraft({
        ...{ currency: USD, withdrawFee: atoms(2n), depositMin: atoms(depositMin) },
        unattendedMax: atoms(unattendedMax),
      }),
    );
    this.alice = this.core.user("alice", [["spot", USD, 1_000]]);
    this.allow(WITHDRAWAL_ADDRESS);
    this.#worker = this.#newWorker();
  }

  /** Enters an address in the book of alice. */
  allow(address: string): void {
    const book = { addressKind: "regular", chain: 0, tag: "", label: "", toUser: 0 } as const;
    this.core.run({ kind: "add_address", user: this.alice, address, ...book });
  }

  async #call<T>(act: () => Promise<T> | T): Promise<T> {
    this.#calls += 1;
    const ends = this.#calls === this.#kill?.at;
    if (ends && !this.#kill?.after) throw new Killed();
    const result = await act();
    if (ends) throw new Killed();
    return result;
  }

  #run(command: CommandDraft): Rejection | undefined {
    this.core.run(command);
    return this.core.state.outcome.rejection;
  }

  async #send(network: string, raw: Uint8Array): Promise<SubmitAnswer> {
    const answer = this.#answer;
    this.#answer = "accepted";
    this.sent.push(Buffer.from(raw).toString("hex"));
    if (answer === "timeout_lost") throw new NoAnswer();
    if (answer === "refused") return "refused";
    if (this.#isDoubled) await this.chains.submit(network, raw);
    const said = await this.chains.submit(network, raw);
    if (answer === "timeout_done") throw new NoAnswer();
    return said;
  }

  async #payments(network: string, fromHeight: number): Promise<readonly Payment[]> {
    const found = await this.chains.payments(network, fromHeight);
    return this.#isDoubled ? [...found, ...found] : found;
  }

  #port(): ChainPort {
    const { chains } = this;
    return {
      height: () => chains.height(),
      payments: (network, from) => this.#payments(network, from),
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
          const rejection = this.#run(command);
          if (this.#isDoubled) this.#run(command);
          return rejection;
        }),
      onRefused: ({ kind }, rejection) => this.refused.push(`${kind} ${rejection}`),
    });
  }

  /** Acts; a killed process is followed by another on the recovered state. */
  async #survive(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (thrown) {
      if (thrown instanceof NoAnswer) return true;
      if (!(thrown instanceof Killed)) throw thrown;
      this.kills += 1;
      this.core.restart();
      this.#worker = this.#newWorker();
      return false;
    }
  }

  /** Sends a command; whoever sent it repeats it when the process ended. */
  async #repeated(command: CommandDraft): Promise<void> {
    const send = (): Promise<boolean> => this.#survive(() => this.#call(() => this.#run(command)));
    while (!(await send()));
  }

  /** One round and one block. */
  async block(): Promise<void> {
    await this.#survive(() => this.#worker.round());
    this.nowMs += BLOCK_MS;
  }

  async blocks(count: number): Promise<void> {
    for (let block = 0; block < count; block++) await this.block();
  }

  async withdraw(address = WITHDRAWAL_ADDRESS): Promise<void> {
    await this.#repeated({
      kind: "request_withdrawal",
      ...{ user: this.alice, wallet: "spot", chain: 0, size: atoms(100n) },
      ...{ address, tag: "", clientWithdrawalId: CLIENT_ID, remark: "" },
    });
  }

  /** The decision of the operator on what waits for it. */
  async approve(): Promise<void> {
    const [withdrawal = 0] = this.core.state.custody.withdrawals.keys();
    await this.#repeated({ kind: "review_withdrawal", withdrawal, isApproved: true });
  }

  pay(amount: string): void {
    const to = depositAddress(NETWORK, this.alice, false);
    this.chains.pay(NETWORK, { coin: "USD", ...to, amount }, "");
  }

  /** Reorganises all blocks; their transactions wait for the next one, or are dropped. */
  reorganise(isDropped: boolean): void {
    this.chains.reorganise(NETWORK, 1, isDropped);
  }

  /** Balance in spot, what is held, and what the chain paid out, in coins. */
  async result(): Promise<readonly bigint[]> {
    const { core } = this;
    const paid = (await this.chains.payments(NETWORK, 0)).filter(
      ({ address }) => address === WITHDRAWAL_ADDRESS,
    );
    const sum = paid.reduce((total, { amount }) => total + BigInt(amount), 0n);
    const held = core.money(this.alice, "withdrawing", USD)[0];
    return [core.money(this.alice, "spot", USD)[0], held, sum];
  }
}
