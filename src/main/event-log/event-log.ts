/**
 * Lines of the log about what happened to users, money and markets: one for each noteworthy event
 * of a durable batch (docs/log-events.md, decision 0092).
 */
import { elementAt } from "../../core/base/list.ts";
import { COMMAND_KINDS, type CommandKind } from "../../core/commands/commands.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import { type CoreEvent, EVENT_KINDS, type EventKind } from "../../core/events/events.ts";
import type { State } from "../../core/state.ts";
import { ACCOUNT_LINES } from "./account-lines.ts";
import { FillTotals } from "./fill-totals.ts";
import { FundingTotals } from "./funding-totals.ts";
import { LineFacts } from "./line-facts.ts";
import type { LineLimit } from "./line-limit.ts";
import { type LineContext, type LineWriters, StampedLines } from "./line-writer.ts";
import { LIQUIDATION_LINES } from "./liquidation-lines.ts";
import { MARKET_LINES } from "./market-lines.ts";
import { StateWatch } from "./state-watch.ts";

const APPLIED = eventLayout("command_applied");
const TICK = COMMAND_KINDS.indexOf("tick");

const WRITERS: LineWriters = { ...LIQUIDATION_LINES, ...ACCOUNT_LINES, ...MARKET_LINES };

type AnyWriter = (event: CoreEvent, context: LineContext) => void;

/** Writer of each kind by its index; `undefined` for kinds that no line reports. */
const WRITER_OF_KIND: readonly (AnyWriter | undefined)[] = EVENT_KINDS.map(
  (kind: EventKind) => WRITERS[kind] as AnyWriter | undefined,
);

export class EventLog {
  readonly #state: State;
  readonly #output: LineLimit;
  readonly #lines: StampedLines;
  readonly #fills = new FillTotals();
  readonly #funding: FundingTotals;
  readonly #watch: StateWatch;
  readonly #context: LineContext;
  #isTick = false;
  #command = 0;

  /** Reports changes from the present state on. */
  constructor(state: State, output: LineLimit) {
    const facts = new LineFacts(state);
    const lines = new StampedLines(output, facts);
    const commandOf = (): CommandKind => elementAt(COMMAND_KINDS, this.#command);
    this.#state = state;
    this.#output = output;
    this.#lines = lines;
    this.#funding = new FundingTotals(facts);
    this.#watch = new StateWatch({ state, facts, lines });
    this.#context = {
      facts,
      lines,
      fills: this.#fills,
      liquidated: new Map(),
      withdrawals: new Map(),
      get command() {
        return commandOf();
      },
    };
  }

  /** Writes the lines of a durable batch, whose events the state already contains. */
  onBatch(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) this.#read(reader);
    this.#lines.seq = reader.seq;
    this.#lines.timeMs = reader.timeMs;
    if (!this.#funding.isEmpty && this.#state.fundingUser === 0) this.#funding.end(this.#lines);
    this.#watch.check();
    this.#output.flush();
  }

  #read(reader: EventReader): void {
    switch (reader.kindIndex) {
      case EVENT_INDEX.command_applied:
        this.#begin(reader);
        break;
      case EVENT_INDEX.order_filled:
        if (this.#isTick) this.#fills.add(reader);
        break;
      case EVENT_INDEX.funding_paid:
        this.#funding.add(reader);
        break;
      case EVENT_INDEX.funding_fixed:
        this.#fundingFixed(reader.decode());
        break;
      default:
        this.#write(reader);
    }
  }

  #begin(reader: EventReader): void {
    this.#lines.seq = reader.seq;
    this.#lines.timeMs = reader.timeMs;
    this.#command = reader.number(APPLIED.command);
    this.#isTick = this.#command === TICK;
    this.#fills.clear();
  }

  #fundingFixed(event: CoreEvent): void {
    if (event.kind === "funding_fixed") this.#funding.begin(event);
  }

  #write(reader: EventReader): void {
    const writer = WRITER_OF_KIND[reader.kindIndex];
    if (writer !== undefined) writer(reader.decode(), this.#context);
  }
}
