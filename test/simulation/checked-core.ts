/**
 * The core with everything that can be checked checked after every command: events and outcome
 * against the naive exchange, the audit, the ledger of events, and that rejections change nothing.
 */
import { createHash } from "node:crypto";
import { audit } from "../../src/core/audit.ts";
import type { Command } from "../../src/core/commands/commands.ts";
import { decodeEvents, EventBuffer } from "../../src/core/events/event-buffer.ts";
import type { CoreEvent } from "../../src/core/events/events.ts";
import { apply } from "../../src/core/exchange.ts";
import { createState, type State } from "../../src/core/state.ts";
import { encodeBody, encodeState, restoreState } from "../../src/core/state-encoding.ts";
import { compareCounterparties } from "./counterparty-comparison.ts";
import type { Coverage } from "./coverage.ts";
import { compareEvents, compareOutcomes, lineOf } from "./event-comparison.ts";
import { EventLedger } from "./event-ledger.ts";
import { compareMarkets } from "./market-comparison.ts";
import { NaiveExchange } from "./naive/naive-exchange.ts";
import { Violation } from "./violation.ts";

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Applies a command to a state; a broken invariant becomes a `Violation`. */
export function applyWatched(state: State, command: Command): CoreEvent[] {
  const events = new EventBuffer();
  try {
    apply(state, command, events);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `${reason} in ${lineOf(command)}`;
    throw new Violation("invariant", command.seq, message, { cause: thrown });
  }
  return decodeEvents(events.words());
}

/** Commands whose exact repeat does nothing. */
const REPEATABLE: readonly Command["kind"][] = [
  "transfer",
  "observe_deposit",
  "request_withdrawal",
  "withdraw_internally",
];

/** True when the events are one rejection, or a repeat, and nothing else. */
export function isRefusal(command: Command, events: readonly CoreEvent[]): boolean {
  if (events.length === 1) return REPEATABLE.includes(command.kind);
  const kind = events.length === 2 ? events[1]?.kind : undefined;
  return kind === "command_rejected" || kind === "order_rejected" || kind === "order_repeated";
}

/** Throws unless every invariant of the audit holds. */
export function checkAudit(state: State): void {
  const report = audit(state);
  if (report.holds) return;
  const broken = report.verdicts.filter(({ findings }) => findings.length > 0);
  throw new Violation("audit", state.seq, lineOf(broken));
}

/** Throws unless a state restored from its bytes has the same bytes; answers that state. */
export function checkEncoding(state: State): State {
  const bytes = encodeState(state);
  const restored = createState();
  restoreState(restored, bytes);
  if (Buffer.compare(bytes, encodeState(restored)) !== 0) {
    throw new Violation("encoding", state.seq, "a restored state has other bytes");
  }
  checkAudit(restored);
  return restored;
}

/** The oracles that follow a core, whichever core it is: one history of commands, applied once. */
export class Oracles {
  readonly naive = new NaiveExchange();
  readonly ledger = new EventLedger();
  readonly #coverage: Coverage;

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  get seq(): number {
    return this.naive.state.seq;
  }

  /** Called after the core applied `command` and emitted `events`. */
  follow(command: Command, state: State, events: readonly CoreEvent[]): void {
    compareEvents(command.seq, events, this.naive.apply(command));
    compareOutcomes(command.seq, state.outcome, this.naive.state.outcome);
    this.ledger.apply(command, events);
    this.#coverage.see(command, events, isRefusal(command, events));
  }
}

/** One core under all checks, without journal or disk. */
export class CheckedCore {
  readonly state = createState();
  readonly oracles: Oracles;
  #shadow: State | undefined;

  constructor(coverage: Coverage) {
    this.oracles = new Oracles(coverage);
  }

  /** `isThorough`: also the audit, the ledger, what no event shows, and the bytes of the state. */
  apply(command: Command, isThorough: boolean): void {
    const before = isThorough ? encodeBody(this.state) : undefined;
    const events = applyWatched(this.state, command);
    this.oracles.follow(command, this.state, events);
    if (this.#shadow !== undefined) {
      compareEvents(command.seq, applyWatched(this.#shadow, command), events);
    }
    if (before === undefined) return;
    checkAudit(this.state);
    this.oracles.ledger.check(this.state);
    compareCounterparties(this.state, this.oracles.naive.state);
    compareMarkets(this.state, this.oracles.naive.state);
    if (isRefusal(command, events) && Buffer.compare(before, encodeBody(this.state)) !== 0) {
      const message = `${lineOf(events[1])} changed the state`;
      throw new Violation("rejection_changes_nothing", command.seq, message);
    }
  }

  /**
   * From here on a second core follows that was restored from this one's bytes; the one before must
   * have come to the same state.
   */
  renewShadow(): void {
    if (this.#shadow !== undefined) {
      const [whole, tail] = [encodeState(this.state), encodeState(this.#shadow)];
      if (Buffer.compare(whole, tail) !== 0) {
        throw new Violation("snapshot", this.state.seq, "snapshot and tail give another state");
      }
    }
    this.#shadow = checkEncoding(this.state);
  }

  stateHash(): string {
    return digestOf(encodeState(this.state));
  }
}
