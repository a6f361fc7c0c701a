import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import type { EventOf } from "../../core/events/events.ts";
import { rateE8Text } from "../../wire/texts.ts";
import type { LineFacts } from "./line-facts.ts";
import type { StampedLines } from "./line-writer.ts";

const PAID = eventLayout("funding_paid");

type Total = {
  readonly fixed: EventOf<"funding_fixed">;
  positions: number;
  paid: bigint;
  received: bigint;
  /** Whether all payments so far concern agents. */
  isOfAgents: boolean;
};

/** Key of the settlement `number` of an instrument; both are far below 10^6 and 10^9. */
const keyOf = (instrument: number, number: number): number => instrument * 1e9 + number;

/** Sums of the settlements whose payments are not complete: one line for each, at its end. */
export class FundingTotals {
  readonly #facts: LineFacts;
  readonly #open = new Map<number, Total>();

  constructor(facts: LineFacts) {
    this.#facts = facts;
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  begin(fixed: EventOf<"funding_fixed">): void {
    const total = { fixed, positions: 0, paid: 0n, received: 0n, isOfAgents: true };
    this.#open.set(keyOf(fixed.instrument, fixed.number), total);
  }

  /** Adds the payment that the reader is at; those of settlements before the start are ignored. */
  add(reader: EventReader): void {
    const key = keyOf(reader.number(PAID.instrument), reader.number(PAID.number));
    const total = this.#open.get(key);
    if (total === undefined) return;
    const amount = reader.money(PAID.amount);
    total.positions += 1;
    if (amount < 0n) total.paid -= amount;
    else total.received += amount;
    if (total.isOfAgents && !this.#facts.isAgent(reader.number(PAID.user))) {
      total.isOfAgents = false;
    }
  }

  /** Writes the lines of all settlements; their payments are complete. */
  end(lines: StampedLines): void {
    for (const { fixed, isOfAgents, paid, positions, received } of this.#open.values()) {
      const { instrument, mark, number, rate, settledAtMs } = fixed;
      const facts = this.#facts;
      const settle = facts.settleOf(instrument);
      // User 0 is the exchange itself, whose lines are those of agents.
      const to = isOfAgents ? lines.of(0) : lines;
      to.info({
        event: "funding_settled",
        ...facts.market(instrument),
        ...{ number, settledAt: new Date(settledAtMs).toISOString(), rate: rateE8Text(rate) },
        markPrice: facts.price(instrument, mark),
        ...{ positions, coin: facts.coin(settle) },
        paid: facts.amount(settle, paid),
        received: facts.amount(settle, received),
      });
    }
    this.#open.clear();
  }
}
