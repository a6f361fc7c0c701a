/** What the submitter of a command is told. */
import type { Rejection } from "./rejections.ts";

/** One answer among several of a command that touches many orders. */
export type OutcomeItem = {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly instrument: number;
  readonly rejection: Rejection | undefined;
};

export type Outcome = {
  rejection: Rejection | undefined;
  /** Id of the order or transfer concerned, index of the user, currency or instrument made; 0. */
  id: number;
  /** Set when placing a reduce-only order cancelled older ones (Place Order rule 4). */
  replacedReduceOnly: boolean;
  /** What a repayment of debts repaid, in hundred-millionths of a dollar; else 0. */
  repaidUsd: bigint;
  items: readonly OutcomeItem[] | undefined;
};

/** An outcome to keep, with the place and time of its command. */
export type CommandOutcome = Readonly<Outcome> & {
  readonly seq: number;
  readonly timeMs: number;
};
