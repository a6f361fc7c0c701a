/**
 * What must not be forgotten between the lives of one simulated exchange: the oracles, what was
 * submitted and reported, and every step with its events, against which each replay is held.
 */
import { createHash } from "node:crypto";
import { ByteWriter } from "../../src/core/base/bytes.ts";
import type { Outcome } from "../../src/core/base/outcome.ts";
import { encodeCommand } from "../../src/core/commands/command-codec.ts";
import type { Command } from "../../src/core/commands/commands.ts";
import type { CoreEvent } from "../../src/core/events/events.ts";
import type { State } from "../../src/core/state.ts";
import { encodeBody } from "../../src/core/state-encoding.ts";
import { checkAudit, checkEncoding, isRefusal, Oracles } from "./checked-core.ts";
import type { Coverage } from "./coverage.ts";
import { areSame, lineOf } from "./event-comparison.ts";
import { Violation } from "./violation.ts";

const ENCODING_CHECKED_EVERY = 29;

const writer = new ByteWriter();

/** The bytes a command has in the journal. */
export function bytesOf(command: Command): string {
  writer.clear();
  encodeCommand(command, writer);
  return Buffer.from(writer.bytes()).toString("latin1");
}

function digest(bytes: Uint8Array | string): string {
  return createHash("sha1").update(bytes).digest("base64");
}

/** What a client is reported: everything but the stamps. */
export function outcomeLine(outcome: Outcome): string {
  const { conversion, id, items, pledged, rejection, repaidUsd, replacedReduceOnly } = outcome;
  return lineOf({ conversion, id, items, pledged, rejection, repaidUsd, replacedReduceOnly });
}

/** One applied command; its bytes, the outcome and a digest of the state after it. */
type Step = {
  readonly command: Command;
  readonly bytes: string;
  readonly events: readonly CoreEvent[];
  readonly body: string;
  readonly outcome: string;
};

export class World {
  readonly oracles: Oracles;
  readonly coverage: Coverage;
  /** By seq - 1. */
  readonly steps: Step[] = [];
  readonly fillIds: number[] = [];
  /** Bytes of what was submitted, by the seq that it was to have. */
  readonly #submitted = new Map<number, Set<string>>();
  readonly #reported = new Map<number, { readonly bytes: string; readonly outcome: string }>();
  #reportedSeqMax = 0;

  constructor(coverage: Coverage) {
    this.coverage = coverage;
    this.oracles = new Oracles(coverage);
  }

  get commands(): readonly Command[] {
    return this.steps.map(({ command }) => command);
  }

  /** The last seq that any client or reader has seen the effect of. */
  get seenSeq(): number {
    return Math.max(this.steps.length, this.#reportedSeqMax);
  }

  submitted(command: Command): void {
    const known = this.#submitted.get(command.seq) ?? new Set();
    known.add(bytesOf(command));
    this.#submitted.set(command.seq, known);
  }

  /** A client was reported the outcome of the command that it submitted. */
  reported(seq: number, bytes: string, outcome: Outcome): void {
    if (this.#reported.has(seq))
      throw new Violation("acknowledged", seq, "two commands were reported it");
    this.#reported.set(seq, { bytes, outcome: outcomeLine(outcome) });
    this.#reportedSeqMax = Math.max(this.#reportedSeqMax, seq);
  }

  /** Called for each command that a core applied, the first time or in a replay. */
  applied(command: Command, state: State, events: readonly CoreEvent[]): void {
    const { seq } = command;
    const known = this.steps[seq - 1];
    const body = digest(encodeBody(state));
    const step: Step = {
      command,
      bytes: bytesOf(command),
      events,
      body,
      outcome: outcomeLine(state.outcome),
    };
    if (known !== undefined) {
      this.#compareReplay(seq, known, step);
      return;
    }
    if (this.#submitted.get(seq)?.has(step.bytes) !== true) {
      throw new Violation("journal", seq, `nobody submitted ${lineOf(command)}`);
    }
    this.oracles.follow(command, state, events);
    this.oracles.ledger.check(state);
    checkAudit(state);
    if (isRefusal(command, events) && seq > 1 && this.steps[seq - 2]?.body !== body) {
      const message = `${lineOf(events[1])} changed the state`;
      throw new Violation("rejection_changes_nothing", seq, message);
    }
    if (seq % ENCODING_CHECKED_EVERY === 0) checkEncoding(state);
    for (const event of events) if (event.kind === "order_filled") this.fillIds.push(event.fillId);
    this.steps.push(step);
  }

  /** Checks that each reported command is in the journal with the reported outcome. */
  checkReported(): void {
    for (const [seq, { bytes, outcome }] of this.#reported) {
      const step = this.steps[seq - 1];
      if (step === undefined) throw new Violation("acknowledged", seq, "it is not in the journal");
      if (step.bytes !== bytes)
        throw new Violation("acknowledged", seq, "another one has its place");
      if (step.outcome !== outcome) {
        throw new Violation("acknowledged", seq, `reported ${outcome}, not ${step.outcome}`);
      }
    }
  }

  #compareReplay(seq: number, known: Step, step: Step): void {
    const differing: string[] = (["bytes", "body", "outcome"] as const).filter(
      (name) => known[name] !== step[name],
    );
    if (!areSame(known.events, step.events)) differing.push("events");
    if (differing.length === 0) return;
    throw new Violation("replay", seq, `${differing.join(", ")} differ in ${lineOf(step.command)}`);
  }
}
