/**
 * Carries deposits and withdrawals between chains and core. Everything it does follows from the
 * state and the chain, so it can be stopped at any point and continues from there: a payment that
 * was observed is not observed again, a transaction is journaled before it is sent, and only the
 * journaled bytes are sent, again after a failure without an answer.
 */
import type { Rejection } from "../core/base/rejections.ts";
import type { WithdrawalStatus } from "../core/base/vocabulary.ts";
import type { CommandDraft } from "../core/commands/commands.ts";
import { formatTrimmed, parseUnits } from "../core/money/decimals.ts";
import { atoms } from "../core/money/units.ts";
import { userOfAddress } from "../wire/deposit-address.ts";
import type { ChainPort, Payment } from "./chain-port.ts";

/** A coin on a chain. */
export type WalletChain = {
  readonly index: number;
  readonly chain: string;
  readonly coin: string;
  readonly decimals: number;
  readonly isRechargeable: boolean;
  readonly depositConfirmations: number;
};

/** A deposit that is not final. */
export type PendingDeposit = {
  readonly id: number;
  readonly chain: number;
  readonly transactionId: string;
  readonly height: number;
  readonly confirmations: number;
};

/** A withdrawal that has not ended. */
export type OpenWithdrawal = {
  readonly id: number;
  readonly chain: number;
  readonly debit: bigint;
  readonly fee: bigint;
  readonly address: string;
  readonly tag: string;
  readonly status: WithdrawalStatus;
  readonly confirmations: number;
  readonly transactionId: string;
  readonly rawTransaction: Uint8Array;
};

/** The exchange as the worker sees it. */
export interface WalletState {
  chains(): readonly WalletChain[];
  deposits(): readonly PendingDeposit[];
  withdrawals(): readonly OpenWithdrawal[];
  /** Height of a network below which the core no longer takes payments. */
  horizon(network: string): number;
}

export type WalletOptions = {
  readonly chains: ChainPort;
  readonly state: WalletState;
  /** Applies a command; resolves with its rejection when it is durable. */
  readonly submit: (command: CommandDraft) => Promise<Rejection | undefined>;
  readonly onRefused: (command: CommandDraft, rejection: Rejection) => void;
};

/** Refusals that pass by themselves: the command is sent again in a later round. */
const PASSING: readonly Rejection[] = [
  "deposits_limit_reached",
  "account_under_review",
  "account_frozen",
];

export class WalletWorker {
  readonly #options: WalletOptions;
  /** Payments that were observed in this run, so that they are not sent in each round. */
  readonly #observed = new Set<string>();

  constructor(options: WalletOptions) {
    this.#options = options;
  }

  /** Does what is due now. Fails when a chain or the sequencer gives no answer. */
  async round(): Promise<void> {
    const { state } = this.#options;
    const networks = new Set(state.chains().map(({ chain }) => chain.toUpperCase()));
    for (const network of networks) await this.#observe(network);
    for (const deposit of state.deposits()) await this.#confirm(deposit);
    for (const withdrawal of state.withdrawals()) await this.#advance(withdrawal);
  }

  async #submit(command: CommandDraft): Promise<Rejection | undefined> {
    const rejection = await this.#options.submit(command);
    if (rejection !== undefined && !PASSING.includes(rejection)) {
      this.#options.onRefused(command, rejection);
    }
    return rejection;
  }

  #chainAt(index: number): WalletChain {
    const found = this.#options.state.chains().find((one) => one.index === index);
    if (found === undefined) throw new RangeError(`chain ${index} is listed`);
    return found;
  }

  async #observe(network: string): Promise<void> {
    const { chains, state } = this.#options;
    const payments = await chains.payments(network, Math.max(0, state.horizon(network)));
    for (const payment of payments.toSorted((one, other) => one.height - other.height)) {
      await this.#observePayment(network, payment);
    }
  }

  async #observePayment(network: string, payment: Payment): Promise<void> {
    const key = `${network} ${payment.transactionId} ${payment.output}`;
    if (this.#observed.has(key)) return;
    const user = userOfAddress(network, payment);
    const chain = this.#options.state
      .chains()
      .find((one) => one.chain.toUpperCase() === network && one.coin === payment.coin);
    if (user === undefined || chain === undefined) return;
    const amount = parseUnits(payment.amount, chain.decimals);
    if (amount === undefined) return;
    const { height, output, source, transactionId } = payment;
    const rejection = await this.#submit({
      kind: "observe_deposit",
      ...{ user, chain: chain.index, amount: atoms(amount) },
      ...{ transactionId, output, height, source },
    });
    if (rejection === undefined || !PASSING.includes(rejection)) this.#observed.add(key);
  }

  async #confirm(deposit: PendingDeposit): Promise<void> {
    const terms = this.#chainAt(deposit.chain);
    const network = terms.chain.toUpperCase();
    const { chains } = this.#options;
    const found = await chains.find(network, deposit.transactionId);
    if (found === undefined) {
      await this.#submit({ kind: "revert_deposit", deposit: deposit.id });
      return;
    }
    const confirmations = await this.#confirmationsOf(network, found.height);
    const isWaiting = deposit.confirmations >= terms.depositConfirmations && !terms.isRechargeable;
    if (confirmations === deposit.confirmations || isWaiting) return;
    const height = found.height === 0 ? deposit.height : found.height;
    await this.#submit({ kind: "confirm_deposit", deposit: deposit.id, height, confirmations });
  }

  async #confirmationsOf(network: string, height: number): Promise<number> {
    if (height === 0) return 0;
    return Math.max(0, (await this.#options.chains.height(network)) - height + 1);
  }

  async #advance(withdrawal: OpenWithdrawal): Promise<void> {
    switch (withdrawal.status) {
      case "approved":
        return this.#sign(withdrawal);
      case "signed":
        return this.#send(withdrawal);
      case "broadcast":
        return this.#follow(withdrawal);
      default:
        return;
    }
  }

  async #sign(withdrawal: OpenWithdrawal): Promise<void> {
    const { address, debit, fee, id, tag } = withdrawal;
    const { chain, coin, decimals } = this.#chainAt(withdrawal.chain);
    const amount = formatTrimmed(debit - fee, decimals);
    const order = { nonce: id, coin, address, tag, amount };
    const signed = this.#options.chains.sign(chain.toUpperCase(), order);
    await this.#submit({ kind: "sign_withdrawal", withdrawal: id, ...signed });
  }

  /** Sends the journaled bytes. Only a chain that has never accepted them may refuse them. */
  async #send(withdrawal: OpenWithdrawal): Promise<void> {
    const { id, rawTransaction, transactionId } = withdrawal;
    const network = this.#chainAt(withdrawal.chain).chain.toUpperCase();
    const { chains } = this.#options;
    const answer = await chains.submit(network, rawTransaction);
    const isKnown = (await chains.find(network, transactionId)) !== undefined;
    const report = answer === "refused" && !isKnown ? "refused" : "accepted";
    await this.#submit({ kind: "report_withdrawal", withdrawal: id, report, confirmations: 0 });
  }

  async #follow(withdrawal: OpenWithdrawal): Promise<void> {
    const { id, rawTransaction, transactionId } = withdrawal;
    const network = this.#chainAt(withdrawal.chain).chain.toUpperCase();
    const { chains } = this.#options;
    const found = await chains.find(network, transactionId);
    if (found === undefined) {
      await chains.submit(network, rawTransaction);
      return;
    }
    const confirmations = await this.#confirmationsOf(network, found.height);
    if (confirmations === withdrawal.confirmations) return;
    const report = { report: "accepted", confirmations } as const;
    await this.#submit({ kind: "report_withdrawal", withdrawal: id, ...report });
  }
}
