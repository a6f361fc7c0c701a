/** What the writers of lines have in common. */
import type { CommandKind } from "../../core/commands/commands.ts";
import type { EventKind, EventOf } from "../../core/events/events.ts";
import type { FillTotals } from "./fill-totals.ts";
import type { LineFacts } from "./line-facts.ts";
import type { LineLevel, LineLimit, Lines, LogLine } from "./line-limit.ts";

/** Context of the event that is being written. */
export type LineContext = {
  readonly facts: LineFacts;
  readonly lines: StampedLines;
  /** Kind of the command that emitted the event. */
  readonly command: CommandKind;
  /** Fills of the current command, by order. */
  readonly fills: FillTotals;
  /** Liquidated users, by the id of their liquidation; of those that began since the start. */
  readonly liquidated: Map<number, number>;
  /** Last logged status of withdrawals that have not ended, by id. */
  readonly withdrawals: Map<number, string>;
};

/** Writes the lines of one kind of event. */
export type LineWriter<K extends EventKind> = (event: EventOf<K>, context: LineContext) => void;

/** Writers by kind of event. */
export type LineWriters = { readonly [K in EventKind]?: LineWriter<K> };

/** Adds seq and time of the current command to lines. */
export class StampedLines implements Lines {
  seq = 0;
  timeMs = 0;
  readonly #output: LineLimit;
  readonly #facts: LineFacts;
  /** The same lines for agents. */
  readonly #ofAgents: Lines;

  constructor(output: LineLimit, facts: LineFacts) {
    this.#output = output;
    this.#facts = facts;
    const write = (line: LogLine): void => {
      if (output.isLevelEnabled("debug")) this.#write("debug", { ...line, agent: true });
    };
    this.#ofAgents = { debug: write, info: write, warn: write };
  }

  /**
   * Returns the lines of an event that concerns these users. Events of agents only are written at
   * level debug with `agent`, so that the generated market does not hide the users.
   */
  of(...users: readonly number[]): Lines {
    return users.every((user) => this.#facts.isAgent(user)) ? this.#ofAgents : this;
  }

  debug(line: LogLine): void {
    this.#write("debug", line);
  }

  info(line: LogLine): void {
    this.#write("info", line);
  }

  warn(line: LogLine): void {
    this.#write("warn", line);
  }

  #write(level: LineLevel, { event, ...fields }: LogLine): void {
    const { seq, timeMs } = this;
    this.#output[level]({ event, seq, exchangeTime: new Date(timeMs).toISOString(), ...fields });
  }
}
